import type { Readable, Writable } from "node:stream";
import { type Connection, type ServerCapabilities, TextDocumentSyncKind } from "vscode-languageserver";
import { createConnection, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import type { Checked } from "../checked.js";
import { completions } from "../completions.js";
import { definitions } from "../definitions.js";
import { type Diagnostic, diagnostics } from "../diagnostics.js";
import { type ExplainCode, hover } from "../hover.js";
import { policySymbols } from "../policy-symbols.js";
import { quickFixes } from "../quick-fixes.js";
import type { TextFile } from "../text-file.js";
import { framed } from "./framed.js";
import { latest } from "./latest.js";
import { textFileOf, type OpenDocument, OpenDocuments } from "./open-documents.js";
import { toAction, toCompletion, toDiagnostic, toHover, toLocation, toSymbol } from "./to-protocol.js";

export interface LanguageServerOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly version: string;
  /**
   * Checks the files that an editor has open, as they are in it, together with the others of their projects. Paths of what it finds are
   * absolute, as those of the files.
   */
  readonly check: (files: readonly TextFile[], signal: AbortSignal) => Promise<Checked>;
  /** What a code of an issue means. */
  readonly explainCode?: ExplainCode;
}

const NOTHING: Checked = { issues: [], policies: [] };

/**
 * Speaks the language server protocol until the editor says `exit` or is gone.
 *
 * @returns whether the editor asked for the end first, as the protocol wants it
 */
export function serveLanguage(options: LanguageServerOptions): Promise<boolean> {
  const { check, explainCode, version } = options;
  const reader = new StreamMessageReader(options.input.pipe(framed()));
  const connection = createConnection(reader, new StreamMessageWriter(options.output));
  const open = new OpenDocuments();
  let checked = NOTHING;

  const checks = latest(
    async (signal) => {
      const documents = open.all();
      const versions = new Map(documents.map(({ uri, document }) => [uri, document.version]));
      const found = await check(documents.map(textFileOf), signal);
      if (signal.aborted) return;
      checked = found;
      for (const one of open.all()) {
        const shown = diagnostics(textFileOf(one), checked).map((diagnostic) =>
          toDiagnostic(one, diagnostic),
        );
        const of = versions.get(one.uri);
        await connection.sendDiagnostics({
          uri: one.uri,
          ...(of !== undefined && { version: of }),
          diagnostics: shown,
        });
      }
    },
    (error) => connection.console.error(`the files cannot be checked: ${String(error)}`),
  );

  connection.onInitialize(() => ({ serverInfo: { name: "gatehouse", version }, capabilities: CAPABILITIES }));
  followDocuments(connection, open, () => checks.changed());
  answerQuestions(connection, open, () => checked, explainCode);

  return new Promise((resolve) => {
    let asked = false;
    const end = (): void => {
      checks.stop();
      resolve(asked);
    };
    connection.onShutdown(() => {
      asked = true;
    });
    connection.onExit(end);
    reader.onClose(end);
    connection.listen();
  });
}

const CAPABILITIES: ServerCapabilities = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
  completionProvider: { triggerCharacters: [".", '"', "'", " ", "(", ",", "/"] },
  hoverProvider: true,
  definitionProvider: true,
  documentSymbolProvider: true,
  codeActionProvider: { codeActionKinds: ["quickfix"] },
};

/** Keeps the open documents as they are in the editor. */
function followDocuments(connection: Connection, open: OpenDocuments, changed: () => void): void {
  const clear = (uri: string): void => void connection.sendDiagnostics({ uri, diagnostics: [] });
  connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) => {
    for (const gone of open.open(uri, languageId, version, text)) clear(gone);
    changed();
  });
  connection.onDidChangeTextDocument(({ textDocument, contentChanges }) => {
    open.change(textDocument.uri, textDocument.version, contentChanges);
    changed();
  });
  connection.onDidSaveTextDocument(changed);
  connection.onDidChangeWatchedFiles(changed);
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    open.close(uri);
    clear(uri);
    changed();
  });
}

/** Answers what the editor asks about a place of an open document. */
function answerQuestions(
  connection: Connection,
  open: OpenDocuments,
  checked: () => Checked,
  explainCode: LanguageServerOptions["explainCode"],
): void {
  const foundIn = (document: OpenDocument): readonly Diagnostic[] =>
    diagnostics(textFileOf(document), checked());
  connection.onCompletion(({ textDocument, position }) => {
    const document = open.get(textDocument.uri);
    if (document === undefined) return [];
    const offset = document.document.offsetAt(position);
    return completions(textFileOf(document), offset, checked().policies).map((one) =>
      toCompletion(document, one),
    );
  });
  connection.onHover(({ textDocument, position }) => {
    const document = open.get(textDocument.uri);
    if (document === undefined) return null;
    const offset = document.document.offsetAt(position);
    const shown = hover(textFileOf(document), offset, foundIn(document), explainCode);
    return shown === null ? null : toHover(document, shown);
  });
  connection.onDefinition(({ textDocument, position }) => {
    const document = open.get(textDocument.uri);
    if (document === undefined) return [];
    const offset = document.document.offsetAt(position);
    return definitions(textFileOf(document), offset, checked().policies, foundIn(document)).map(toLocation);
  });
  connection.onDocumentSymbol(({ textDocument }) => {
    const document = open.get(textDocument.uri);
    return document === undefined
      ? []
      : policySymbols(textFileOf(document)).map((one) => toSymbol(document, one));
  });
  connection.onCodeAction(({ textDocument, range }) => {
    const document = open.get(textDocument.uri);
    if (document === undefined) return [];
    const start = document.document.offsetAt(range.start);
    const end = document.document.offsetAt(range.end);
    const here = foundIn(document).filter((one) => one.range.start <= end && start <= one.range.end);
    return quickFixes(textFileOf(document), here).map((fix) => toAction(document, fix));
  });
}
