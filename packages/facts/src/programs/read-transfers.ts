import { type Field, hole, joinFields, literalOf } from "@gatehouse-hooks/shell";
import { contentOf } from "./file-content.js";
import { type ProgramCall, sentOf } from "./program-call.js";

/** Commands of `ftp`, `sftp` and `lftp` that send files. */
const PUTS = /(?:^|[;\n])[ \t]*(?:m?put|reput|send|append)[ \t]+((?:-\w+[ \t]+)*)([^;\n]+)/g;
/** A folder that `lftp` brings, or sends with `-R`; its options, and up to two folders. */
const MIRRORS = /(?:^|[;\n&|])[ \t]*mirror\b([^;\n&|]*)/g;
const REVERSE = /^(?:-[A-Za-z]*R[A-Za-z]*|--reverse)$/;

/** The most files of one script. */
const MAX_FILES = 50;

/** A script of `ftp` and its like: what it puts is sent, and a folder that it mirrors is written. */
export function readTransfers(context: ProgramCall, script: Field, index: number): void {
  const text = literalOf(script);
  if (text === null) return;
  const files = [...text.matchAll(PUTS)].map(([, , words = ""]) => words.trim().split(/\s+/)[0] ?? "");
  for (const file of files.slice(0, MAX_FILES)) send(context, file, index, "put", false);
  for (const [, words = ""] of [...text.matchAll(MIRRORS)].slice(0, MAX_FILES)) {
    const all = words.trim().split(/\s+/);
    const folders = all.filter((one) => one !== "" && !one.startsWith("-"));
    if (all.some((one) => REVERSE.test(one))) send(context, folders[0] ?? ".", index, "mirror", true);
    else writeFolder(context, folders.slice(1), index);
  }
}

function send(context: ProgramCall, file: string, index: number, what: string, tree: boolean): void {
  context.uploads = true;
  const field = inHome(file);
  const facts = context.path("reads", field, index, what, { tree });
  context.sent.push(...facts, ...sentOf(contentOf(context, field, facts, true)));
}

/** Values of options look like folders, too: each may be the one that is written. */
function writeFolder(context: ProgramCall, folders: readonly string[], index: number): void {
  for (const folder of folders.length === 0 ? ["."] : folders)
    context.path("writes", inHome(folder), index, "mirror", { tree: true });
}

/** These programs read `~` themselves. */
function inHome(path: string): Field {
  return /^~(?:\/|$)/.test(path) ? joinFields(hole([], "home"), path.slice(1)) : path;
}
