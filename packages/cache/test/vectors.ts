import { readFileSync } from "node:fs";

/** The rows of a file in `vectors/`. */
export function readRows<Row>(name: string): Row[] {
  return readFileSync(new URL(`vectors/${name}`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Row);
}
