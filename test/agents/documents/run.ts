import path from "node:path";
import { runBoxedFile } from "../box/run-boxed-file.js";
import type { DocumentLine } from "./document-line.js";
import type { DocumentOptions } from "./drive.js";

/** The documents whose sentences are tried. */
export const DOCUMENT_NAMES = ["000", "001", "002", "003", "004"] as const;

/**
 * Tries the sentences of documents, each document in a box of its own.
 *
 * @param say told of each sentence, and of what was seen where it does not hold
 * @returns how many do not hold
 */
export async function tryDocuments(
  names: readonly string[],
  options: Omit<DocumentOptions, "document">,
  say: (line: string) => void,
): Promise<number> {
  let wrong = 0;
  for (const document of names) {
    let count = 0;
    await runBoxedFile(
      {
        file: "documents/drive.ts",
        options: { ...options, document } satisfies DocumentOptions,
        readable: [options.folder, path.dirname(options.program), path.dirname(options.agentFile)],
      },
      (value) => {
        const { sentence, ok, note } = value as DocumentLine;
        count++;
        if (!ok) wrong++;
        say(`${document}  ${ok ? "holds" : "WRONG"}  ${sentence}${note === "" ? "" : `\n      ${note}`}`);
      },
    );
    if (count === 0) throw new Error(`no sentence of document ${document} was tried`);
  }
  return wrong;
}
