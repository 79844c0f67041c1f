import fc from "fast-check";
import { expect, test } from "vitest";

import { checkPackages } from "../../tools/imports/check-packages.js";
import { findCycles } from "../../tools/imports/find-cycles.js";
import { scanSource } from "../../tools/imports/scan-source.js";
import { plantedWorkspace } from "./planted-workspace.js";
import { assertLaw } from "../assert-law.js";

const uses: readonly (readonly [text: string, kinds: readonly string[]])[] = [
  ["const t = Date.now();", ["clock"]],
  ["const { now } = Date;", ["clock"]],
  ["const t = globalThis.performance.now();", ["clock"]],
  ["const r = Math.random();", ["random"]],
  ['const r = Math["random"]();', ["random"]],
  ["export async function f(): Promise<void> {}", ["async"]],
  ["const f = async () => {};", ["async"]],
  ['eval("1");', ["code-from-text"]],
  ['(0, eval)("1");', ["code-from-text"]],
  ['new Function("return 1")();', ["code-from-text"]],
  ['[].at.constructor("return 1")();', ["code-from-text"]],
  ['globalThis.eval("1");', ["code-from-text"]],
  ['Reflect.get(() => {}, "constructor")("return 1")();', ["code-from-text"]],
  ["new Intl.DateTimeFormat().format();", ["clock"]],
  ['const m = import("node:fs");', ["dynamic-import"]],
  ["const m = import(name);", ["dynamic-import", "code-from-text"]],
  ['export * from "./a.js";', ["export-all"]],
  ["Promise.resolve(1).then((one) => one);", ["async", "async"]],
  ["queueMicrotask(() => {});", ["async"]],
  ['const reply = fetch("http://localhost");', ["network"]],
  ["globalThis.fetch;", ["network"]],
  ["const pattern = new RegExp(text);", ["pattern-from-text"]],
  ["const pattern = RegExp(`${a}|b`);", ["pattern-from-text"]],
  ["process.exit(1);", ["exit"]],
  ["let count = 0;", ["module-state"]],
  ["export let current: string | undefined;", ["module-state"]],
  ["const known = new Map<string, number>();", ["module-state"]],
  ["const known: Set<string> = new Set();", ["module-state"]],
  ["const list: string[] = [];", ["module-state"]],
  ["const known = newList<number>();", ["module-state"]],
  ['const list = ["a"]; export function add(one: string): void { list.push(one); }', ["module-state"]],
  ["const counts = { asked: 0 }; export const ask = (): void => { counts.asked++; };", ["module-state"]],
  ["const counts = { asked: 0 }; export function ask(): void { counts.asked = 1; }", ["module-state"]],
  ["export class Store { static known = new Map(); }", ["module-state"]],
  // What only looks like it.
  ['const pattern = new RegExp("a+");', []],
  ["const none: ReadonlyMap<string, number> = new Map();", []],
  ['const names: ReadonlySet<string> = new Set(["a"]);', []],
  [
    "const names = new Set<string>(); export function f(): void { const own = new Set(); own.add(1); }",
    ["module-state"],
  ],
  ["export function f(): number { let at = 0; const list: number[] = []; list.push(at++); return at; }", []],
  ['const list = ["a"]; for (const one of ["b"]) list.push(one);', []],
  [
    "const START = /a/y; export function at(text: string): boolean { START.lastIndex = 1; return START.test(text); }",
    [],
  ],
  ["const record = { fetch: 1 }; record.fetch;", []],
  ["function wait(task: Promise<void>): void {}", []],
  ["// Date.now() and eval()", []],
  ['const text = "eval(Math.random())";', []],
  ["const record = { eval: 1, Date: 2 }; record.eval;", []],
  ["function f(call: Function, at: Date): void {}", []],
  ["const floor = Math.floor(1.5);", []],
  ["interface Clock { readonly now: () => Date }", []],
];

test.each(uses)("%s", (text, kinds) => {
  expect(scanSource(text, "sample.ts").uses.map((use) => use.kind)).toEqual(kinds);
});

const imports: readonly (readonly [text: string, typeOnly: boolean])[] = [
  ['import { a } from "x";', false],
  ['import "x";', false],
  ['import type { A } from "x";', true],
  // Under `verbatimModuleSyntax` the module is loaded although no name is left.
  ['import { type A } from "x";', false],
  ['export { a } from "x";', false],
  ['export type { A } from "x";', true],
  ['let a: import("x").A;', true],
  ['const a = import("x");', false],
];

test.each(imports)("%s loads the module: %s is types only", (text, typeOnly) => {
  expect(scanSource(text, "sample.ts").imports).toMatchObject([{ specifier: "x", typeOnly }]);
});

test("a tree that is the graph has no problems", () => {
  expect(checkPackages(plantedWorkspace()).problems).toEqual([]);
});

const violations: readonly (readonly [folder: string, file: string, text: string, problem: string])[] = [
  ["condition", "a.ts", 'import { b } from "@gatehouse-hooks/engine";', "condition may not import engine"],
  [
    "engine",
    "a.ts",
    'import { b } from "@gatehouse-hooks/condition";',
    "engine may not import entry `.` of condition",
  ],
  ["cache", "a.ts", 'import { b } from "@gatehouse-hooks/engine";', "cache may import only types of engine"],
  ["runtime", "a.ts", 'import { b } from "@gatehouse-hooks/judge";', "runtime may not import judge"],
  ["engine", "a.ts", 'import { b } from "node:fs";', "engine runs without a host"],
  ["hosts", "a.ts", 'import { b } from "fs";', "hosts runs without a host"],
  ["cli", "a.ts", 'import { b } from "node:vm";', "text never becomes code"],
  ["engine", "a.ts", "export const at: number = Date.now();", "no `Date` here"],
  ["runtime", "a.ts", 'import { b } from "../../cache/src/b.js";', "is no file of this package's src"],
  ["cli", "string-utils.ts", "", "`utils` says nothing"],
  ["cli", "Big.ts", "", "a file name is kebab-case"],
  ["cli", "a.ts", "\n".repeat(401), "401 lines"],
  [
    "condition",
    "compile.ts",
    'import { b } from "chevrotain";',
    "entry `./compile` of condition loads `chevrotain`",
  ],
];

test.each(violations)("%s/%s: %s", (folder, file, text, problem) => {
  const { problems } = checkPackages(plantedWorkspace({ [folder]: { [file]: text } }));
  expect(problems.join("\n")).toContain(problem);
});

test("an edge of the graph that nothing uses has to go", () => {
  const { problems } = checkPackages(plantedWorkspace({ redact: { "index.ts": "" } }));
  expect(problems).toEqual(["the graph says that redact imports json, but it does not: remove the edge"]);
});

test("files that import each other in a circle are found, through the package's own paths", () => {
  const { problems } = checkPackages(
    plantedWorkspace({ cli: { "a.ts": 'import "./b.js";', "b.ts": 'import type { A } from "./a.js";' } }),
  );
  expect(problems).toEqual(["packages/cli/src: files import each other in a circle: a.ts, b.ts"]);
});

test("folders side by side that import each other in a circle are found, though no files do", () => {
  const { problems } = checkPackages(
    plantedWorkspace({
      audit: {
        "read/a.ts": 'import type { B } from "../write/b.js";',
        "write/b.ts": 'import "./c.js"; import "../read/deep/d.js";',
        "write/c.ts": "",
        "read/deep/d.ts": "",
        "one.ts": 'import "./read/a.js";',
      },
      hosts: {
        "mimir/read/a.ts": 'import "../shell/b.js";',
        "mimir/shell/b.ts": 'import "../read/c.js";',
        "mimir/read/c.ts": 'import "../d.js";',
        "mimir/d.ts": "",
      },
    }),
  );
  expect(problems.toSorted()).toEqual([
    "packages/audit/src: folders import each other in a circle: read, write",
    "packages/hosts/src: folders import each other in a circle: mimir/read, mimir/shell",
  ]);
});

test("an exception that nothing needs has to go", () => {
  const { problems } = checkPackages(
    plantedWorkspace({
      cli: { "start.ts": "" },
    }),
  );
  expect(problems).toEqual([
    "packages/cli/src/start.ts: nothing here needs the exception for exit: remove it",
  ]);
});

test("names of `imports` are followed", () => {
  const { problems } = checkPackages(
    plantedWorkspace({
      condition: {
        "compile.ts": 'import { b } from "#parser";',
        "parser.ts": 'import { c } from "chevrotain";',
      },
      cli: { "a.ts": 'import { b } from "#unknown";' },
    }),
  );
  expect(problems).toEqual(
    expect.arrayContaining([
      "packages/cli/src/a.ts:1: `#unknown` is no file of this package's src: import packages by their name",
      "entry `./compile` of condition loads `chevrotain`: it must not",
    ]),
  );
});

test("a node is in a cycle exactly when it can reach itself", () => {
  const nodes = ["a", "b", "c", "d", "e", "f"];
  const anyEdges = fc.array(fc.tuple(fc.constantFrom(...nodes), fc.constantFrom(...nodes)), {
    maxLength: 12,
  });
  assertLaw(
    fc.property(anyEdges, (pairs) => {
      const edges = new Map(
        nodes.map((node) => [node, pairs.filter(([from]) => from === node).map(([, to]) => to)]),
      );
      const cyclic = nodes.filter((node) => reachable(node, edges).has(node));
      expect(findCycles(edges).flat().toSorted()).toEqual(cyclic);
    }),
    { quick: 500 },
  );
});

function reachable(start: string, edges: ReadonlyMap<string, readonly string[]>): Set<string> {
  const seen = new Set<string>();
  const work = [...(edges.get(start) ?? [])];
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    work.push(...(edges.get(node) ?? []));
  }
  return seen;
}
