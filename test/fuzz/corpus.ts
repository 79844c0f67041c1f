import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const folder = (target: string): string => path.join(import.meta.dirname, "corpus", target);

/** The inputs that were findings once, with their names. Each is kept as a JSON string: inputs need not be UTF-8. */
export function savedInputs(target: string): readonly (readonly [name: string, input: string])[] {
  if (!existsSync(folder(target))) return [];
  return readdirSync(folder(target))
    .toSorted()
    .map(
      (name) => [name, JSON.parse(readFileSync(path.join(folder(target), name), "utf8")) as string] as const,
    );
}

/** Saves a finding's input; answers the file. */
export function saveInput(target: string, input: string): string {
  mkdirSync(folder(target), { recursive: true });
  const name = `${createHash("sha256").update(JSON.stringify(input)).digest("hex").slice(0, 16)}.json`;
  const file = path.join(folder(target), name);
  writeFileSync(file, `${JSON.stringify(input)}\n`);
  return file;
}
