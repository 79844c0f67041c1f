import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { type HouseRow, houseRows } from "../../tools/house/house-rows.js";
import { withHouse } from "../../tools/house/house-source.js";

const LONG = Array.from({ length: 51 }, (_, at) => `  total += ${at};`).join("\n");
const CASES = Array.from({ length: 15 }, (_, at) => `    case ${at}:`).join("\n");

/** A tree with one or two of each thing that is counted. */
const FILES: Readonly<Record<string, string>> = {
  "tsconfig.test.json": JSON.stringify({
    compilerOptions: { module: "nodenext", target: "es2023", strict: true, noEmit: true, types: [] },
    include: ["packages/*/src", "test"],
  }),
  "docs/README.md": "Call `written`.\n",
  "test/reads.ts": 'import { step } from "@x/engine";\nexport const asked: unknown = step();\n',
  "packages/engine/package.json": manifest("engine"),
  "packages/engine/src/index.ts":
    'export { step, type Port } from "./step.js";\nexport { written, unread } from "./names.js";\n',
  "packages/engine/api/index.api.md":
    "```ts\n\n// @public\nexport interface Port {\n    readonly size: number;\n}\n\n// @public\nexport function step(port?: Port): number;\n\nexport { unread }\n\n```\n",
  "packages/engine/src/step.ts": [
    "export interface Port { readonly ask: () => number; readonly size: number }",
    "export function step(port?: Port): number { return port === undefined ? 0 : port.ask(); }",
    "export const again = step;",
    ...Array.from({ length: 30 }, () => "// a line"),
    "",
  ].join("\n"),
  "packages/engine/src/names.ts":
    "export const written = 1;\nexport const unread = 2;\nexport const shared = 1;\n",
  "packages/hosts/package.json": manifest("hosts"),
  "packages/hosts/src/index.ts":
    'export { knownAgent } from "./known.js";\nexport { longOne } from "./long.js";\n',
  "packages/hosts/src/known.ts": 'export const knownAgent: string = "qwen-code";\nexport const shared = 2;\n',
  "packages/hosts/src/long.ts": [
    `export function longOne(): number {\n  let total = 0;\n${LONG}\n  return total;\n}`,
    `export function branched(value: number): boolean {\n  switch (value) {\n${CASES}\n      return true;\n  }\n  return false;\n}`,
    "export const cast = longOne as unknown;",
    "export const constant = [1] as const;",
    "",
  ].join("\n"),
  "packages/hosts/src/qwen-code/host.ts": 'export const qwenCodeHost = { name: "qwen-code" };\n',
  "packages/cli/package.json": manifest("cli"),
  "packages/cli/src/program.ts":
    'import { step } from "@x/engine";\ndeclare const add: (usage: string) => void;\nadd("show [thing]");\nadd("hide");\nexport const loop: unknown = step({ ask: () => 1, size: 1 });\n',
  "packages/cli/src/help.table.ts": "export const HELP = { show: 1, hide: 2 };\n",
  "packages/cli/src/table/one.table.ts": 'export const ONE = [{ usage: "first <a>" }];\n',
  "packages/cli/src/table/two.table.ts": 'export const TWO = [{ usage: "second" }];\n',
  "packages/cli/src/commands/show.ts": "export const show = 1;\n",
  "packages/cli/src/commands/hide.ts": "export const hide = 1;\n",
};

let root = "";
let rows: readonly HouseRow[] = [];

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), "gatehouse-house-"));
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  mkdirSync(path.join(root, "node_modules/@x"), { recursive: true });
  for (const name of ["engine", "hosts", "cli"])
    symlinkSync(path.join(root, "packages", name), path.join(root, "node_modules/@x", name));
  rows = withHouse(root, houseRows);
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

test.each([
  [
    "files of at most 30 lines with one reader",
    ["packages/engine/src/names.ts", "packages/hosts/src/known.ts"],
  ],
  ["folders with one file", ["packages/hosts/src/qwen-code"]],
  ["agents", ["qwen-code: 1 files"]],
  ["files outside its folder that name an agent", ["packages/hosts/src/known.ts"]],
  ["files outside engine that step", ["packages/cli/src/program.ts"]],
  [
    "places where a command is declared",
    ["packages/cli/src/help.table.ts", "packages/cli/src/program.ts", "packages/cli/src/table"],
  ],
  [
    "exported names without a reader",
    ["engine: Port", "engine: unread", "hosts: knownAgent", "hosts: longOne"],
  ],
  ["of which no signature needs", ["engine: unread", "hosts: knownAgent", "hosts: longOne"]],
  ["exported names declared in two packages", ["shared: engine, hosts"]],
  ["functions over 50 lines", ["packages/hosts/src/long.ts:1: 55 lines"]],
  ["functions with over 15 paths", ["packages/hosts/src/long.ts:56: 16 paths"]],
  ["casts", ["packages/hosts/src/long.ts:77"]],
  ["packages that call each other", ["cli and engine: ask"]],
])("%s", (name, found) => {
  expect(rows.find((row) => row.name === name)?.found).toEqual(found);
});

test("files and lines", () => {
  const counts = Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  expect(counts).toMatchObject({
    packages: 3,
    "source files": 13,
    "source files of cli": 6,
    "source lines of cli": 10,
    "exported names": 6,
  });
});

function manifest(name: string): string {
  return JSON.stringify({ name: `@x/${name}`, type: "module", exports: { ".": "./src/index.ts" } });
}
