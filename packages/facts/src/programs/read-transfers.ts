import { type Field, literalOf } from "@gatehouse-hooks/shell";
import { contentOf } from "./file-content.js";
import { type ProgramCall, sentOf } from "./program-call.js";

/** Commands of `ftp`, `sftp` and `lftp` that send files. */
const PUTS = /(?:^|[;\n])[ \t]*(?:m?put|reput|send|append)[ \t]+((?:-\w+[ \t]+)*)([^;\n]+)/g;

/** The most files of one script. */
const MAX_FILES = 50;

/** A script of `ftp` and its like: what it puts is sent. */
export function readTransfers(context: ProgramCall, script: Field, index: number): void {
  const text = literalOf(script);
  if (text === null) return;
  const files = [...text.matchAll(PUTS)].map(([, , words = ""]) => words.trim().split(/\s+/)[0] ?? "");
  for (const file of files.slice(0, MAX_FILES)) {
    context.uploads = true;
    const facts = context.path("reads", file, index, "put");
    context.sent.push(...facts, ...sentOf(contentOf(context, file, facts, true)));
  }
}
