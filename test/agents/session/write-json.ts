import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Writes an object to a file, over the keys that an object there has on the first level. */
export function writeJson(file: string, value: Readonly<Record<string, unknown>>): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const there = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as object) : {};
  writeFileSync(file, `${JSON.stringify({ ...there, ...value }, null, 2)}\n`);
}
