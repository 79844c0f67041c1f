import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Editor, type Position, type Range, type Shown, startEditor } from "./editor.js";

const OTHER = `version: 1
policies:
  - id: no-delete
    events: before_tool_call
    tools: exec
    when: params.command.startsWith("rm ")
    deny: no deleting
    priority: 200
`;
const RULES = `version: 1
policies:
  - id: no-recursive-delete
    events: before_tool_call
    tools: exec
    wen: params.command.matches("^rm +-r")
    ask: really?
`;
const NAME = ".gatehouse/rules.yaml";

let editor: Editor;
beforeAll(async () => {
  editor = await startEditor({ ".gatehouse/other.yaml": OTHER, [NAME]: RULES });
});
afterAll(() => editor.close());

const codes = (found: readonly Shown[]): readonly string[] => found.map(({ code }) => code);
const at = (line: number, character: number) => ({
  textDocument: { uri: editor.uriOf(NAME) },
  position: { line, character } satisfies Position,
});

describe("`gatehouse lsp`, asked as editors ask", () => {
  test("a file that is opened is checked", async () => {
    await editor.open(NAME, RULES);
    const found = await editor.shown(NAME, (all) => all.length > 0);
    const unknown = found.find(({ code }) => code === "unknown-key");
    expect(unknown?.range).toEqual({ start: { line: 5, character: 4 }, end: { line: 5, character: 7 } });
    expect(unknown?.message).toContain("did you mean `when`?");
    expect(unknown?.severity).toBe(1);
  });

  test("a misspelt word is mended by a quick fix, and then the set with the other files is checked", async () => {
    const range: Range = { start: { line: 5, character: 5 }, end: { line: 5, character: 5 } };
    const actions = await editor.ask<
      readonly { title: string; edit: { changes: Record<string, unknown[]> } }[]
    >("textDocument/codeAction", {
      textDocument: { uri: editor.uriOf(NAME) },
      range,
      context: { diagnostics: [] },
    });
    expect(actions.map(({ title }) => title)).toEqual(["write `when`"]);
    const [edit] = actions[0]?.edit.changes[editor.uriOf(NAME)] ?? [];
    expect(edit).toEqual({
      range: { start: { line: 5, character: 4 }, end: { line: 5, character: 7 } },
      newText: "when",
    });
    const { newText: text, ...place } = edit as { newText: string; range: Range };
    await editor.change(NAME, 2, [{ ...place, text }]);
    const found = await editor.shown(NAME, (all) => codes(all).includes("shadowed"));
    expect(codes(found)).toEqual(["shadowed"]);
    expect(found[0]?.message).toContain("`no-delete`");
    expect(found[0]?.relatedInformation?.[0]?.location.uri).toBe(editor.uriOf(".gatehouse/other.yaml"));
  });

  test("its outline has the policies", async () => {
    const symbols = await editor.ask<readonly { name: string; selectionRange: Range }[]>(
      "textDocument/documentSymbol",
      { textDocument: { uri: editor.uriOf(NAME) } },
    );
    expect(symbols.map(({ name, selectionRange }) => [name, selectionRange.start])).toEqual([
      ["no-recursive-delete", { line: 2, character: 2 }],
    ]);
  });

  test("from there one goes to the policy that shadows", async () => {
    const places = await editor.ask<readonly { uri: string; range: Range }[]>(
      "textDocument/definition",
      at(5, 8),
    );
    expect(places.map(({ uri, range }) => [uri, range.start.line])).toEqual([
      [editor.uriOf(".gatehouse/other.yaml"), 2],
    ]);
  });

  test("the condition is shown as it is printed, with what the word means", async () => {
    const answer = await editor.ask<{ contents: { value: string } }>("textDocument/hover", at(5, 28));
    expect(answer.contents.value).toContain("matches(");
    expect(answer.contents.value).toContain('params.command.matches("^rm +-r")');
  });

  test("fields and methods are offered while a condition is written", async () => {
    await editor.change(NAME, 3, [
      { range: { start: { line: 6, character: 0 }, end: { line: 6, character: 0 } }, text: "    # " },
      { range: { start: { line: 5, character: 10 }, end: { line: 5, character: 42 } }, text: "params." },
    ]);
    const items = await editor.ask<readonly { label: string; textEdit: { range: Range } }[]>(
      "textDocument/completion",
      at(5, 17),
    );
    const command = items.find(({ label }) => label === "command");
    expect(command?.textEdit.range).toEqual({
      start: { line: 5, character: 17 },
      end: { line: 5, character: 17 },
    });
  });

  test("a change that mends takes the findings away", async () => {
    const mended = RULES.replace(/wen: .*\n/, 'when: params.command.startsWith("git ")\n');
    await editor.change(NAME, 4, [{ text: mended }]);
    expect(await editor.shown(NAME, (all) => all.length === 0)).toEqual([]);
  });

  test("another file that is open counts as it is in the editor", async () => {
    await editor.open(".gatehouse/other.yaml", OTHER.replace("no-delete", "no-recursive-delete"));
    expect(codes(await editor.shown(NAME, (all) => all.length > 0))).toContain("duplicate-name");
    await editor.connection.sendNotification("textDocument/didClose", {
      textDocument: { uri: editor.uriOf(".gatehouse/other.yaml") },
    });
    await editor.shown(NAME, (all) => all.length === 0);
  });

  test("a file that is in no project is a set of its own; one that is not ours has no findings", async () => {
    await editor.open("notes/a.yaml", "version: 1\npolicies:\n  - id: a\n    events: prompt\n    dney: no\n");
    await editor.open("compose.md", "# Title\n");
    expect(codes(await editor.shown("notes/a.yaml", (all) => all.length > 0))).toContain("unknown-key");
    expect(await editor.shown("compose.md", () => true)).toEqual([]);
  });

  test("what is not of the protocol does not end it", async () => {
    const { connection, child } = editor;
    child.stdin?.write("no header\r\n\r\nX: y\r\n\r\n");
    child.stdin?.write("Content-Length: 10\r\n\r\n{ not JSON");
    await connection.sendNotification("textDocument/didChange", { textDocument: 7 });
    await connection.sendNotification("textDocument/didOpen", {});
    await connection.sendNotification("textDocument/didChange", {
      textDocument: { uri: "file:///nowhere", version: 1 },
      contentChanges: [{ text: "x" }],
    });
    await expect(connection.sendRequest("no/such/method", {})).rejects.toThrow();
    await expect(connection.sendRequest("textDocument/hover", { position: null })).rejects.toThrow();
    expect(await editor.ask("textDocument/completion", at(0, 0))).toBeInstanceOf(Array);
  });

  test("it ends when it is asked to", async () => {
    await editor.ask("shutdown", {});
    await editor.connection.sendNotification("exit");
    expect(await editor.ended).toBe(0);
  });
});

test("an editor that is gone ends it", async () => {
  const other = await startEditor({});
  try {
    other.child.stdin?.end();
    expect(await other.ended).toBe(1);
  } finally {
    other.close();
  }
});
