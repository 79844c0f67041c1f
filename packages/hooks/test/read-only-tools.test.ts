// What a model with tools is offered, what it is refused, and where answers end.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { llmGate } from "@gatehouse-hooks/hooks";
import type { ModelTool } from "@gatehouse-hooks/judge";
import { afterAll, beforeAll, expect, test } from "vitest";

import { modelThat, world } from "./hook-world.js";

const root = mkdtempSync(join(tmpdir(), "gatehouse-tools-"));
let tools: readonly ModelTool[] = [];

const write = (path: string, text: string): void => {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeAll(async () => {
  write("a.txt", "one\ntwo\none more\n");
  write("p/a.txt", "one\ntwo\none more\n");
  write("p/sub/b.txt", "one below");
  write("p/.git/c.txt", "one hidden");
  write("p/node_modules/d.txt", "one installed");
  write("hits/100.txt", "x\n".repeat(100));
  write("more/101.txt", "x\n".repeat(101));
  write("wide/line.txt", `x${" y".repeat(200)}`);
  for (let at = 0; at < 500; at++) write(`full/${at}`, "");
  for (let at = 0; at < 500; at++) write(`two/a/${at}`, "");
  write("two/b/z", "last");
  const { evaluator, calls } = modelThat({ block: false, reasoning: "ok" });
  const marker = () => "0123456789abcdef";
  await world([llmGate("x", { message: "m" })], { evaluator, root, marker })({ event: "Stop" });
  tools = calls[0]?.tools ?? [];
});

afterAll(() => rmSync(root, { recursive: true }));

const run = async (name: string, input: unknown, signal = new AbortController().signal): Promise<string> => {
  const answer = await tools.find((tool) => tool.name === name)?.run(input, signal);
  const fenced = /^<data-0123456789abcdef>(.*)<\/data-0123456789abcdef>$/s.exec(answer ?? "")?.[1];
  return fenced === undefined ? (answer ?? "") : (JSON.parse(fenced) as string);
};

test("the tools say what they do and take", () => {
  const schema = (...fields: readonly string[]) => ({
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field, { type: "string" }])),
    required: fields,
    additionalProperties: false,
  });
  expect(tools.map(({ name, description, input }) => [name, description, input])).toEqual([
    ["readFile", "Reads a text file of the project, its first 65536 bytes.", schema("path")],
    ["listFiles", "Lists a folder of the project. Folders end in a slash.", schema("path")],
    [
      "grep",
      "Finds lines that match a regular expression (RE2) in the files of a folder of the project.",
      schema("path", "pattern"),
    ],
  ]);
});

test.each<readonly [tool: string, input: unknown, answer: string]>([
  ["readFile", { path: "a.txt" }, "one\ntwo\none more\n"],
  ["readFile", { path: "p" }, "refused: it is not a file"],
  ["readFile", { path: "missing" }, "refused: it cannot be read"],
  ["readFile", { path: "/etc/passwd" }, "refused: only paths inside the project, relative to its folder"],
  ["readFile", { path: "a\0" }, "refused: only paths inside the project, relative to its folder"],
  ["readFile", { path: 5 }, "refused: it is not a file"],
  ["readFile", null, "refused: it is not a file"],
  ["readFile", "a.txt", "refused: it is not a file"],
  ["readFile", undefined, "refused: it is not a file"],
  ["listFiles", { path: "p/sub" }, "b.txt"],
  ["listFiles", { path: "a.txt" }, "refused: it is not a folder"],
  ["listFiles", {}, "a.txt\nfull/\nhits/\nmore/\np/\ntwo/\nwide/"],
  ["grep", { path: "p", pattern: "^one" }, "p/a.txt:1: one\np/a.txt:3: one more\np/sub/b.txt:1: one below"],
  ["grep", { path: "p/sub", pattern: "^two" }, ""],
  ["grep", { path: "p/sub", pattern: "(" }, "refused: the pattern is not an RE2 regular expression"],
  ["grep", { path: "wide", pattern: "x" }, `wide/line.txt:1: x${" y".repeat(149)}…`],
])("%s %j", async (tool, input, answer) => {
  expect(await run(tool, input)).toBe(answer);
});

test("a search ends at 100 lines or 500 files, and says so", async () => {
  const lines = async (path: string, pattern: string) => (await run("grep", { path, pattern })).split("\n");
  const more = await lines("more", "x");
  expect([more.length, more[99], more[100]]).toEqual([101, "more/101.txt:100: x", "…"]);
  const hits = await lines("hits", "x");
  expect([hits.length, hits[99]]).toEqual([101, "hits/100.txt:100: x"]);
  expect(await run("grep", { path: "full", pattern: "x" })).toBe("");
  expect(await run("grep", { path: "two", pattern: "last" })).toBe("…");
});

test("a question that was withdrawn reads nothing", async () => {
  expect(await run("readFile", { path: "a.txt" }, AbortSignal.abort())).toBe("refused: it cannot be read");
});
