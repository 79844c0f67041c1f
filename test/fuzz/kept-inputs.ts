import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Characters that are kept of one target, so that a cache of many nights stays small. */
const MOST_CHARACTERS = 8_000_000;

/**
 * The inputs that an earlier run with the same folder kept for further mutations.
 *
 * @throws Error when the file is not one that {@link keepInputs} wrote
 */
export function keptInputs(folder: string, target: string): readonly string[] {
  const file = fileOf(folder, target);
  if (!existsSync(file)) return [];
  const inputs: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!Array.isArray(inputs) || !inputs.every((input) => typeof input === "string"))
    throw new Error(`${file}: expected a list of strings; remove it to start anew`);
  return inputs;
}

/** Keeps inputs for the next run: the short ones, when all would be too much. Answers how many. */
export function keepInputs(folder: string, target: string, inputs: readonly string[]): number {
  let room = MOST_CHARACTERS;
  const kept = [...new Set(inputs)]
    .toSorted((a, b) => a.length - b.length)
    .filter((input) => (room -= input.length) >= 0);
  mkdirSync(folder, { recursive: true });
  const file = fileOf(folder, target);
  writeFileSync(`${file}.new`, JSON.stringify(kept));
  renameSync(`${file}.new`, file);
  return kept.length;
}

function fileOf(folder: string, target: string): string {
  return path.join(folder, `${target}.json`);
}
