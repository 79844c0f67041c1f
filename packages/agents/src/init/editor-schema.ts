import { lstatSync } from "node:fs";
import { join } from "node:path";
import { jsonSchemaOf } from "@gatehouse-hooks/hosts/json-schemas";
import { messageOf } from "@gatehouse-hooks/console";
import { readTarget, writeTarget } from "./target-file.js";

/** Where the schema is, beside policy files: a package that is installed for all users is in no place that a project could name. */
const SCHEMA_FILE = ["schema", "gatehouse.json"] as const;

/** The first line of policy files that Gatehouse writes: editors of YAML find the schema by it. */
export const SCHEMA_LINE: string = `# yaml-language-server: $schema=./${SCHEMA_FILE.join("/")}\n`;

/** The schema that the line names. */
export interface EditorSchema {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * The schema of policy files, for editors.
 *
 * @param folder that of the policy files
 */
export function editorSchema(folder: string): EditorSchema {
  const text = JSON.stringify(jsonSchemaOf("gatehouse")).replaceAll(/[^\0-\u007f]/g, escaped);
  return { path: join(folder, ...SCHEMA_FILE), bytes: new TextEncoder().encode(`${text}\n`) };
}

/** A code unit as JSON escapes it: the file is ASCII, which no tool on the way can misread. */
function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * Writes it, over an older one. No link is followed: a project could have one that leads to a file of the user's.
 *
 * @returns why it is not there; null: it is
 */
export function writeEditorSchema(folder: string): string | null {
  const { path, bytes } = editorSchema(folder);
  try {
    const isLink = [join(path, ".."), path].some(
      (one) => lstatSync(one, { throwIfNoEntry: false })?.isSymbolicLink() === true,
    );
    if (isLink) return "a link is in its place";
    const there = readTarget(path).bytes;
    if (there === undefined || Buffer.compare(there, bytes) !== 0) writeTarget(path, bytes);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}
