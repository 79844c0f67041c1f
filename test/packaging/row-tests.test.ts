import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type * as FactsPackage from "@gatehouse-hooks/facts";
import { ACTION_KINDS, createFacts, exampleEvents, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";
import { afterAll, expect, test } from "vitest";
import { bundled } from "../runtimes/bundled.js";

const BUILT = path.resolve(import.meta.dirname, "../../packages/facts/dist/index.js");
const built = (await import(BUILT)) as typeof FactsPackage;

/** Within the workspace, where its packages are found. */
const folder = mkdtempSync(path.join(import.meta.dirname, ".row-tests-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Command lines that are in tests of rows and nowhere else: they are long. */
const RUNS = PROGRAMS.flatMap(({ tests }) => tests.map(({ run }) => run)).filter((run) => run.length > 20);

async function bundleOf(text: string): Promise<string> {
  const file = path.join(folder, `${text.length}.mjs`);
  writeFileSync(file, text);
  return (await bundled(file)).code;
}

test("rows have their tests in the sources, and are without them where they are built", () => {
  expect(PROGRAMS.filter(({ tests }) => tests.length === 0)).toEqual([]);
  expect(built.PROGRAMS.flatMap(({ tests }) => tests)).toEqual([]);
  expect(built.PROGRAMS).toEqual(PROGRAMS.map((row) => ({ ...row, tests: [] })));
});

test("what is built derives by the same version", () => {
  const version = ({ createFacts: make, PROGRAMS: rows, TOOL_ROWS: tools }: typeof FactsPackage): string =>
    make({ programs: [rows], tools: [tools] }).version;
  expect(version(built)).toBe(createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] }).version);
});

test("what decides bundles without the tests of rows", async () => {
  const code = await bundleOf(
    'import { createFacts, PROGRAMS } from "@gatehouse-hooks/facts"; console.log(createFacts, PROGRAMS);',
  );
  expect(RUNS.length).toBeGreaterThan(100);
  expect(RUNS.filter((run) => code.includes(run))).toEqual([]);
});

test("what makes examples of them has them", async () => {
  const code = await bundleOf(
    'import { exampleEvents } from "@gatehouse-hooks/facts"; console.log(exampleEvents);',
  );
  expect(RUNS.filter((run) => code.includes(run)).length).toBeGreaterThan(100);
  for (const kind of Object.keys(ACTION_KINDS)) {
    const thought = { event: "before_tool_call", facts: { actions: [{ kind }] } };
    expect(built.exampleEvents(thought), kind).toEqual(exampleEvents(thought));
  }
});
