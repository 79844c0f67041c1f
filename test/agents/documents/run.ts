import path from "node:path";
import { runBoxedFile } from "../box/run-boxed-file.js";
import type { DocumentLine } from "./document-line.js";
import type { DocumentOptions } from "./drive.js";

/** The documents whose sentences are tried. */
export const DOCUMENT_NAMES = ["000", "001", "002", "003", "004"] as const;

/**
 * Tries the sentences of documents, each document in a box of its own.
 *
 * @param say prints each sentence, and what was seen where it does not hold
 * @returns every sentence
 */
export async function tryDocuments(
  names: readonly string[],
  options: Omit<DocumentOptions, "document">,
  say: (line: string) => void,
): Promise<readonly DocumentLine[]> {
  const lines: DocumentLine[] = [];
  for (const document of names) {
    const before = lines.length;
    await runBoxedFile(
      {
        file: "documents/drive.ts",
        options: { ...options, document } satisfies DocumentOptions,
        readable: [options.folder, path.dirname(options.program), path.dirname(options.agentFile)],
      },
      (value) => {
        const line = value as DocumentLine;
        const { sentence, ok, note } = line;
        lines.push(line);
        say(`${document}  ${ok ? "holds" : "WRONG"}  ${sentence}${note === "" ? "" : `\n      ${note}`}`);
      },
    );
    if (lines.length === before) throw new Error(`no sentence of document ${document} was tried`);
  }
  return lines;
}
