import { afterAll, beforeAll, expect, test } from "vitest";
import { type Editor, startEditor } from "./editor.js";

const COUNT = 800;
/** Policies that take the analysis a while: each stops something of its own. */
const rules = (file: number): string =>
  `version: 1\npolicies:\n${Array.from({ length: COUNT }, (_, i) => {
    const id = `p-${file}-${i}`;
    return `  - { id: ${id}, events: before_tool_call, tools: exec, when: 'params.command.matches("^${id} .*x$")', deny: no }\n`;
  }).join("")}`;
const NAME = ".gatehouse/0.yaml";

let editor: Editor;
beforeAll(async () => {
  editor = await startEditor(
    Object.fromEntries([0, 1, 2, 3].map((file) => [`.gatehouse/${file}.yaml`, rules(file)])),
  );
});
afterAll(() => editor.close());

test("a large set is checked beside the typing: words are offered before the findings come, and the last text is what counts", async () => {
  const order: string[] = [];
  await editor.open(NAME, rules(0).replace("deny: no", "dney: no"));
  const first = editor.shown(NAME, (all) => all.length > 0).then(() => order.push("found"));
  for (let version = 2; version < 12; version++) {
    await editor.change(NAME, version, [{ text: rules(0).replace("deny: no", `dney${version}: no`) }]);
    const position = { line: 2, character: 75 };
    await editor.ask("textDocument/completion", { textDocument: { uri: editor.uriOf(NAME) }, position });
    order.push("offered");
  }
  await first;
  expect(order.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => "offered"));
  const found = await editor.shown(NAME, (all) => all.some(({ message }) => message.includes("dney11")));
  expect(found[0]?.code).toBe("unknown-key");
  await editor.change(NAME, 12, [{ text: rules(0) }]);
  expect(await editor.shown(NAME, (all) => all.length === 0)).toEqual([]);
});
