import { commands, type DocumentSymbol, SymbolKind, type TextDocument, type Uri, workspace } from "vscode";

/** What the language server says is in a policy file; empty for one that it does not know. */
export async function symbolsOf(document: TextDocument): Promise<readonly DocumentSymbol[]> {
  const found = await commands.executeCommand<readonly DocumentSymbol[] | undefined>(
    "vscode.executeDocumentSymbolProvider",
    document.uri,
  );
  return found ?? [];
}

/** A symbol is a policy, not a test of the whole file. */
export function isPolicy({ kind }: DocumentSymbol): boolean {
  return kind === SymbolKind.Object;
}

/** What is typed while the editor saves is not saved, and the editor says so: then it is saved once more. */
const MOST_SAVES = 5;

/**
 * What the command reads is what is on the disk.
 *
 * @returns whether the text is still the one that was saved
 * @throws Error when the file cannot be saved: what is said of an older text would be taken for an answer
 */
export async function save(uri: Uri): Promise<() => boolean> {
  const document = await workspace.openTextDocument(uri);
  for (let tries = 0; tries < MOST_SAVES; tries++) {
    if (!(await document.save()) || document.isDirty) continue;
    const { version } = document;
    return () => document.version === version && !document.isDirty;
  }
  throw new Error(`${workspace.asRelativePath(uri)} could not be saved`);
}
