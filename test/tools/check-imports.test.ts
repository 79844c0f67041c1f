import fc from "fast-check";
import { expect, test } from "vitest";

import { checkPackages } from "../../tools/imports/check-packages.js";
import { findCycles } from "../../tools/imports/find-cycles.js";
import { importGraph } from "../../tools/imports/import-graph.table.js";
import { scanSource } from "../../tools/imports/scan-source.js";
import type { SourcePackage } from "../../tools/imports/source-file.js";
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
  ['const m = import("node:fs");', ["dynamic-import"]],
  ["const m = import(name);", ["dynamic-import", "code-from-text"]],
  ['export * from "./a.js";', ["export-all"]],
  // What only looks like it.
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

/** A tree in which each package imports exactly what the graph lists, with more text for some files. */
function workspace(more: Readonly<Record<string, Readonly<Record<string, string>>>> = {}): SourcePackage[] {
  return Object.entries(importGraph).map(([folder, edges]) => {
    const lines = edges.map(({ to, entries, typesOnly }) => {
      const specifier = `@gatehouse-hooks/${to}${(entries[0] ?? ".").slice(1)}`;
      return `import ${typesOnly ? "type " : ""}{ a } from "${specifier}";`;
    });
    const texts: Record<string, string> = { "index.ts": lines.join("\n"), ...more[folder] };
    return {
      folder,
      npmName: `@gatehouse-hooks/${folder}`,
      entries: {
        ".": "index.ts",
        "./compile": "compile.ts",
        "./canonical": "canonical.ts",
        "./intrinsics": "intrinsics.ts",
      },
      internal: { "#parser": ["parser.ts"] },
      files: Object.entries(texts).map(([name, text]) => ({ name, ...scanSource(text, name) })),
    };
  });
}

test("a tree that is the graph has no problems", () => {
  expect(checkPackages(workspace()).problems).toEqual([]);
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
  const { problems } = checkPackages(workspace({ [folder]: { [file]: text } }));
  expect(problems.join("\n")).toContain(problem);
});

test("an edge of the graph that nothing uses has to go", () => {
  const { problems } = checkPackages(workspace({ cache: { "index.ts": "" } }));
  expect(problems).toEqual(["the graph says that cache imports engine, but it does not: remove the edge"]);
});

test("files that import each other in a circle are found, through the package's own paths", () => {
  const { problems } = checkPackages(
    workspace({ cli: { "a.ts": 'import "./b.js";', "b.ts": 'import type { A } from "./a.js";' } }),
  );
  expect(problems).toEqual(["packages/cli/src: files import each other in a circle: a.ts, b.ts"]);
});

test("names of `imports` are followed", () => {
  const { problems } = checkPackages(
    workspace({
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
