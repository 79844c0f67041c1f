import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ReferencePage } from "./reference-index.js";

/** The pages that are in a folder of the reference now: its own, and the index of each folder below. */
export function writtenPages(folder: string): readonly ReferencePage[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => (entry.isDirectory() ? `${entry.name}/README.md` : entry.name))
    .filter((name) => name.endsWith(".md") && existsSync(path.join(folder, name)))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(path.join(folder, name), "utf8") }));
}
