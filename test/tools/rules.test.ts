import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { withHouse } from "../../tools/house/house-source.js";
import { checkPackages } from "../../tools/imports/check-packages.js";
import { type Finding } from "../../tools/rules/finding.js";
import { houseFindings } from "../../tools/rules/house-findings.js";
import { excesses, lowered } from "../../tools/rules/ratchet.js";
import { plantedWorkspace } from "./planted-workspace.js";

type Files = Readonly<Record<string, string>>;

const manifest = (name: string): string =>
  JSON.stringify({ name: `@x/${name}`, type: "module", exports: { ".": "./src/index.ts" } });

/** A tree that breaks no rule. */
const CLEAN: Files = {
  "tsconfig.test.json": JSON.stringify({
    compilerOptions: { module: "nodenext", target: "es2023", strict: true, noEmit: true, types: [] },
    include: ["packages/*/src", "packages/*/test"],
  }),
  "CONTRIBUTING.md": "Start in `packages/engine/src`, or in `packages/hosts/src/<host>`.\n",
  "docs/page.md": "`step` decides.\n",
  "packages/cli/package.json": manifest("cli"),
  "packages/cli/src/index.ts": "export {};\n",
  "packages/cli/src/table/show.table.ts": 'const SHOW = { usage: "show" };\nvoid SHOW;\n',
  "packages/cli/src/table/hide.table.ts": 'const HIDE = { usage: "hide" };\nvoid HIDE;\n',
  "packages/core/package.json": manifest("core"),
  "packages/core/src/index.ts": "export {};\n",
  "packages/engine/package.json": manifest("engine"),
  "packages/engine/src/index.ts": 'export { step } from "./step.js";\n',
  "packages/engine/src/step.ts": `export const step = 1;\n${"// a line\n".repeat(20)}`,
  "packages/engine/test/step.test.ts":
    'declare function test(name: string, run: () => void): void;\ndeclare function expect(value: unknown): void;\ntest("one", () => { expect(1); });\n',
  "packages/hosts/package.json": manifest("hosts"),
  "packages/hosts/src/index.ts": "export {};\n",
  "packages/hosts/src/qwen-code/host.ts": 'const host = "qwen-code";\nvoid host;\n',
  "packages/hosts/src/qwen-code/tools.table.ts": "const TOOLS = [];\nvoid TOOLS;\n",
};

const LINES = (count: number): string => "// a line\n".repeat(count);
const CASES = Array.from({ length: 19 }, (_, at) => `case ${at}:`).join("\n");

/** A violation of each rule: the rule, what finds it, and the file that breaks it. */
const PLANTED: readonly (readonly [rule: string, what: string, says: string, files: Files])[] = [
  [
    "R1",
    "a command of 81 lines",
    "commands/long.ts: 81 lines",
    { "packages/cli/src/commands/long.ts": LINES(81) },
  ],
  [
    "R1",
    "a command that reads a file",
    "imports no `node:fs/promises`",
    { "packages/cli/src/commands/reads.ts": `import "node:fs/promises";\n${LINES(13)}` },
  ],
  [
    "R1",
    "a row of a command of 81 lines",
    "a row of 81 lines",
    { "packages/cli/src/table/one.table.ts": `void { usage: "long",\n${LINES(79)}};\n` },
  ],
  [
    "R2",
    "a host's name in the engine",
    "packages/engine/src/agent.ts: names an agent",
    { "packages/engine/src/agent.ts": 'void "qwen-code";\n' },
  ],
  [
    "R4",
    "a name that two packages export",
    "`step` is exported by core and engine",
    { "packages/core/src/again.ts": "export const step = 2;\n" },
  ],
  ["R5", "a folder of one file", "packages/core/src/alone", { "packages/core/src/alone/one.ts": LINES(20) }],
  [
    "R5",
    "a few lines with one reader",
    "packages/core/src/few.ts",
    { "packages/core/src/few.ts": "export {};\n", "packages/core/src/reader.ts": 'import "./few.js";\n' },
  ],
  ["R6", "a file that only loads late", "late-core.ts", { "packages/core/src/late-core.ts": LINES(20) }],
  ["R7", "a participle as a name", "`derived` is neither", { "packages/core/src/derived.ts": LINES(20) }],
  [
    "R8",
    "an exported name without a reader",
    "`unread` of hosts",
    { "packages/hosts/src/index.ts": "export const unread = 1;\n" },
  ],
  [
    "R9",
    "a package of 10,001 lines",
    "packages/core/src: 10003 lines",
    Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`packages/core/src/part-${at}.ts`, LINES(500)] as const).concat([
        ["packages/core/src/part-20.ts", "\n\n"],
      ]),
    ),
  ],
  [
    "R9",
    "a folder of 26 files",
    "packages/core/src/full: 26 files",
    Object.fromEntries(
      Array.from({ length: 26 }, (_, at) => [`packages/core/src/full/part-${at}.ts`, LINES(20)] as const),
    ),
  ],
  [
    "R10",
    "a path that does not exist",
    "`packages/engine/src/events.table.ts` does not exist",
    { "CONTRIBUTING.md": "Start in `packages/engine/src/events.table.ts`.\n" },
  ],
  ["R11", "prose in a document", "`is none`", { "docs/page.md": "What is none is left out.\n" }],
  [
    "R11",
    "prose in a comment",
    "step.ts: `looked at`",
    { "packages/engine/src/step.ts": `export const step = 1;\n// What is looked at.\n${LINES(20)}` },
  ],
  [
    "R12",
    "a generated page in git",
    "docs/made.md: a generated page",
    { "docs/made.md": "<!-- Written by `pnpm reference`; do not edit. -->\n" },
  ],
  [
    "R12",
    "a page of the API in git",
    "docs/reference/api/core.md",
    { "docs/reference/api/core.md": "# core\n" },
  ],
  [
    "environment",
    "`process.env` in core",
    "packages/core/src/reads.ts:1: no `process.env`",
    { "packages/core/src/reads.ts": "void process.env;\n" },
  ],
  [
    "assertion",
    "a test without an assertion",
    "none.test.ts:3: a test that asserts nothing",
    {
      "packages/engine/test/none.test.ts":
        'declare function test(name: string, run: () => void): void;\nfunction runs(): void {}\ntest("two", () => { runs(); });\n',
    },
  ],
  [
    "mock",
    "`vi.mock`",
    "no `vi.mock`",
    { "packages/engine/test/mock.test.ts": 'declare const vi: { mock(of: string): void };\nvi.mock("x");\n' },
  ],
  [
    "cast",
    "a cast",
    "packages/core/src/cast.ts:1",
    { "packages/core/src/cast.ts": "void (1 as unknown);\n" },
  ],
  ["non-null", "`!`", "packages/core/src/sure.ts:1", { "packages/core/src/sure.ts": "void [1][0]!;\n" }],
  [
    "empty-catch",
    "`catch {}`",
    "packages/core/src/silent.ts:1",
    { "packages/core/src/silent.ts": "try { void 1; } catch {}\n" },
  ],
  [
    "function-lines",
    "a function of 120 lines",
    "a function of 120 lines",
    { "packages/core/src/long.ts": `function long(): void {\n${LINES(118)}}\nvoid long;\n` },
  ],
  [
    "function-paths",
    "a `switch` of 19 cases",
    "20 paths",
    {
      "packages/core/src/cases.ts": `function cases(a: number): void {\nswitch (a) {\n${CASES}\n}\n}\nvoid cases;\n`,
    },
  ],
  [
    "console",
    "`console.log` in a package",
    "no `console.log`",
    { "packages/core/src/prints.ts": 'console.log("x");\n' },
  ],
];

const roots: string[] = [];

function tree(files: Files): string {
  const root = mkdtempSync(path.join(tmpdir(), "gatehouse-rules-"));
  roots.push(root);
  for (const [file, text] of Object.entries({ ...CLEAN, ...files })) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  symlinkSync(path.resolve(import.meta.dirname, "../../node_modules"), path.join(root, "node_modules"));
  writeFileSync(path.join(root, ".gitignore"), "node_modules\n");
  for (const args of [
    ["init", "--quiet"],
    ["add", "--all"],
  ])
    execFileSync("git", args, { cwd: root });
  return root;
}

const findingsIn = (root: string): readonly Finding[] => withHouse(root, houseFindings);

afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

test("a tree that breaks no rule has no finding", () => {
  expect(findingsIn(tree({}))).toEqual([]);
});

test.each(PLANTED)("%s: %s", (rule, _, says, files) => {
  const found = findingsIn(tree(files)).filter((one) => one.rule === rule);
  expect(found.map((one) => one.says).join("\n")).toContain(says);
});

test.each([
  [
    "R3: `step` outside the engine and the runtime",
    "replay",
    'import { step } from "@gatehouse-hooks/engine"',
    "no `step`",
  ],
  [
    "R3: `admitEvent` outside the engine",
    "server",
    'import { admitEvent } from "@gatehouse-hooks/engine"',
    "no `admitEvent`",
  ],
  [
    "code from a function's constructor",
    "engine",
    'Reflect.get(f, "constructor")("return 1")',
    "text never becomes code",
  ],
  ["`Intl` as a clock", "engine", "new Intl.DateTimeFormat().format()", "time comes in as data"],
])("%s", (_, folder, text, says) => {
  const { problems } = checkPackages(plantedWorkspace({ [folder]: { "a.ts": text } }));
  expect(problems.join("\n")).toContain(says);
});

test("a number of the ratchet falls and never rises, and one violation more is named", () => {
  const finding = (says: string): Finding => ({ rule: "cast", of: "core", says });
  const ratchet = { cast: { core: 1, engine: 2 } };
  expect(excesses([finding("a")], ratchet)).toEqual([]);
  expect(excesses([finding("a"), finding("b")], ratchet)).toMatchObject([{ rule: "cast", of: "core" }]);
  expect(lowered([finding("a"), finding("b")], ratchet)).toEqual({ cast: { core: 1 } });
});

let planted = "";

beforeAll(() => {
  planted = tree({ "packages/core/src/sure.ts": "void [1][0]!;\n" });
});

test("`pnpm rules` ends with 1, and names the rule and the place", () => {
  const tool = path.resolve(import.meta.dirname, "../../tools/check-rules.ts");
  const tsx = path.resolve(import.meta.dirname, "../../node_modules/.bin/tsx");
  const { status, stderr } = spawnSync(tsx, [tool, "--root", planted], { encoding: "utf8" });
  expect([status, stderr]).toEqual([1, expect.stringContaining("packages/core/src/sure.ts:1: no `!`")]);
});
