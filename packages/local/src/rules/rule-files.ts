import { errorCodeOf } from "@gatehouse-hooks/console";
import { constants } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";

/** What is in a rule file of an agent. */
export type ReadRuleFile =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "absent" }
  /** `code`: as the operating system names it; absent for what is not a file, or not UTF-8. */
  | { readonly kind: "unread"; readonly why: string; readonly code?: string };

/** One more than any importer reads, so that it says that a file is too large. */
const MOST_BYTES = 262_144 + 1;
/** Names of one folder that are compared with a place. */
const MOST_NAMES = 1_000;
const ABSENT: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);

/**
 * The files of a place; a `*` is any name, in the last segment only.
 *
 * @throws Error of the operating system where the folder is there and cannot be listed, or has too many such names
 */
export async function ruleFilesAt(place: string): Promise<readonly string[]> {
  const folder = dirname(place);
  const [start = "", end] = place.slice(folder.length + 1).split("*");
  if (end === undefined) return [place];
  const names = await readdir(folder).catch((error: unknown) => {
    if (ABSENT.has(errorCodeOf(error) ?? "")) return [];
    throw error;
  });
  const found = names.filter(
    (name) => name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end),
  );
  if (found.length > MOST_NAMES) throw new Error(`more than ${MOST_NAMES} files`);
  return found.toSorted().map((name) => join(folder, name));
}

/** Reads a rule file. Never rejects, and waits for no pipe. */
export async function readRuleFile(path: string): Promise<ReadRuleFile> {
  try {
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = await file.stat();
      // What a box keeps from coming into being is an empty folder while that runs. An agent finds no rules there, either.
      if (stats.isDirectory() && (await readdir(path)).length === 0) return { kind: "absent" };
      if (!stats.isFile()) return { kind: "unread", why: "it is not a file" };
      const bytes = new Uint8Array(MOST_BYTES);
      let size = 0;
      for (let read = 1; read > 0 && size < bytes.length; size += read)
        read = (await file.read(bytes, size, bytes.length - size)).bytesRead;
      // A file that is cut is refused for its size; its last character may be in pieces.
      const isCut = size === bytes.length;
      const decoder = new TextDecoder("utf-8", { fatal: !isCut, ignoreBOM: true });
      return { kind: "text", text: decoder.decode(bytes.subarray(0, size)) };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof TypeError) return { kind: "unread", why: "it is not UTF-8" };
    const code = errorCodeOf(error);
    if (code !== undefined && ABSENT.has(code)) return { kind: "absent" };
    return { kind: "unread", why: code ?? "it cannot be read", ...(code !== undefined && { code }) };
  }
}
