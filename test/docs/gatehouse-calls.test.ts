import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { commandTree } from "../../tools/reference/command-tree.js";
import { callProblems } from "./call-problems.js";
import { sitePages } from "../../tools/site/site-pages.js";
import { documents } from "./documents.js";
import { fences } from "./fences.js";
import { gatehouseCalls } from "./gatehouse-calls.js";

const root = path.resolve(import.meta.dirname, "../..");
const tree = commandTree();
const SHELLS = ["sh", "bash", "shell", "console"];

test("blocks that are shown and not run name commands and options of `gatehouse` that exist", () => {
  const names = new Set(
    [...documents(), ...sitePages(root).map(({ source }) => ({ name: source }))].map(({ name }) => name),
  );
  const calls = [...names].flatMap((name) =>
    fences(readFileSync(path.join(root, name), "utf8"))
      .filter(({ language, words }) => SHELLS.includes(language) && !words.includes("run"))
      .flatMap((block) =>
        gatehouseCalls(block.text).map((words) => ({ at: `${name}:${block.line}`, words })),
      ),
  );
  expect(calls.length).toBeGreaterThan(50);
  const problems = calls.flatMap(({ at, words }) =>
    callProblems(tree, words).map((problem) => `${at}: ${problem}`),
  );
  expect(problems).toEqual([]);
});

test.each([
  ["gatehouse chekc .", ["`gatehouse` has no command `chekc`"]],
  ["npx --yes gatehouse-hooks chekc", ["`gatehouse` has no command `chekc`"]],
  ["cd there && gatehouse check --markdwn", ["`gatehouse check` has no option `--markdwn`"]],
  [
    "for f in a b; do gatehouse decide --policies $f --quik -; done",
    ["`gatehouse decide` has no option `--quik`"],
  ],
  ["gatehouse check --policies", ["`--policies` is without its value"]],
  ["gatehouse check --format=sarif --host claude-code", []],
  ["gatehouse facts one two", ["`gatehouse facts` takes 1 words, not 2"]],
  ["gatehouse diff old.yaml", ["`gatehouse diff` needs 2 words"]],
  ["gatehouse decide --help && gatehouse --version", []],
  ["gatehouse mcp-gate -- node server.mjs --its-own", []],
  ["echo gatehouse chekc", []],
])("%s", (text, expected) => {
  // A loop has its body twice.
  const problems = new Set(gatehouseCalls(text).flatMap((words) => callProblems(tree, words)));
  expect([...problems]).toEqual(expected);
});
