/** Tries the sentences of one document; runs in a box. The options are the only argument, each sentence is a line of JSON. */
import { document000 } from "./document-000.js";
import { document001 } from "./document-001.js";
import { document002 } from "./document-002.js";
import { document003 } from "./document-003.js";
import { document004 } from "./document-004.js";
import type { DocumentBench, DocumentLine } from "./document-line.js";

/** The documents, by their numbers. */
export const DOCUMENTS: Readonly<Record<string, (bench: DocumentBench) => Promise<void>>> = {
  "000": document000,
  "001": document001,
  "002": document002,
  "003": document003,
  "004": document004,
};

export type DocumentOptions = Omit<DocumentBench, "say"> & { readonly document: string };

const NOTE_LENGTH = 2_000;

async function drive({ document, ...bench }: DocumentOptions): Promise<void> {
  await DOCUMENTS[document]?.({
    ...bench,
    say(sentence, ok, seen) {
      const note = ok || seen === undefined ? "" : JSON.stringify(seen).slice(-NOTE_LENGTH);
      const line: DocumentLine = { document, sentence, ok, note };
      process.stdout.write(`${JSON.stringify(line)}\n`);
    },
  });
}

const [options] = process.argv.slice(2);
if (options !== undefined) await drive(JSON.parse(options) as DocumentOptions);
