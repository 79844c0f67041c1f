import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ReferencePage } from "./reference-index.js";

/** The pages that are in a folder of the reference now; folders below have pages of their own. */
export function writtenPages(folder: string): readonly ReferencePage[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(path.join(folder, name), "utf8") }));
}
