import { fileURLToPath } from "node:url";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { TextFile } from "../text-file.js";

/** The most documents that are kept, and the most characters of one; of a larger one the loader would only say that it is. */
const MAX_DOCUMENTS = 200;
const MAX_CHARACTERS = 1_000_000;

/** A document that an editor has open. */
export interface OpenDocument {
  readonly uri: string;
  /** Absolute, of a file; else the address. */
  readonly path: string;
  readonly document: TextDocument;
}

/** The documents that the editor has open, the one that was touched last at the end. */
export class OpenDocuments {
  readonly #documents = new Map<string, OpenDocument>();

  /** Keeps a document; returns the addresses of those that are given up for it. */
  open(uri: string, languageId: string, version: number, text: string): readonly string[] {
    const kept = text.length > MAX_CHARACTERS ? "" : text;
    this.#documents.delete(uri);
    this.#documents.set(uri, {
      uri,
      path: pathOf(uri),
      document: TextDocument.create(uri, languageId, version, kept),
    });
    const [oldest] = this.#documents.keys();
    if (this.#documents.size <= MAX_DOCUMENTS || oldest === undefined) return [];
    this.#documents.delete(oldest);
    return [oldest];
  }

  change(uri: string, version: number, changes: Parameters<typeof TextDocument.update>[1]): void {
    const open = this.#documents.get(uri);
    if (open === undefined) return;
    TextDocument.update(open.document, changes, version);
    this.open(uri, open.document.languageId, version, open.document.getText());
  }

  close(uri: string): void {
    this.#documents.delete(uri);
  }

  get(uri: string): OpenDocument | undefined {
    return this.#documents.get(uri);
  }

  all(): readonly OpenDocument[] {
    return [...this.#documents.values()];
  }
}

/** An open document as the language service takes it. */
export function textFileOf({ path, document }: OpenDocument): TextFile {
  return { path, text: document.getText() };
}

function pathOf(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    return uri;
  }
}
