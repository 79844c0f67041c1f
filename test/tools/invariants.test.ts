import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { checkPackages } from "../../tools/imports/check-packages.js";
import { plantedWorkspace } from "./planted-workspace.js";

/** A violation: what is planted, where, and what the check says of it. */
type Plant = readonly [text: string, file: string, says: string];

/** The rows of "Invariants: what is absent" (docs/architecture.md) by how they begin, each with violations of it. */
const INVARIANTS: Readonly<Record<string, readonly Plant[]>> = {
  "`eval`, `new Function`": [
    ['new Function("return 1")', "cli/a.ts", "text never becomes code"],
    ['eval("1")', "hooks/a.ts", "text never becomes code"],
    ['(0, eval)("1")', "judge/a.ts", "text never becomes code"],
    ['globalThis.eval("1")', "runtime/a.ts", "text never becomes code"],
    ['[].at.constructor("return 1")()', "engine/a.ts", "text never becomes code"],
    ['import "node:vm"', "cli/a.ts", "text never becomes code"],
    ["import(name)", "commands/a.ts", "text never becomes code"],
  ],
  "clock, randomness, waiting": [
    ["Promise.resolve().then(f)", "engine/a.ts", "the core never waits"],
    ["other.then(f)", "engine/a.ts", "the core never waits"],
    ["queueMicrotask(f)", "condition/a.ts", "the core never waits"],
    ["export async function f(): Promise<void> {}", "engine/a.ts", "the core never waits"],
    ["setTimeout(f, 1)", "json/a.ts", "the core never waits"],
    ["Date.now()", "engine/a.ts", "time comes in as data"],
    ["new Date()", "condition/a.ts", "time comes in as data"],
    ["performance.now()", "engine/a.ts", "time comes in as data"],
    ["Math.random()", "engine/a.ts", "the same arguments give the same answer"],
    ["crypto.randomUUID()", "engine/a.ts", "the same arguments give the same answer"],
    ['import("./b.js")', "engine/a.ts", "the core loads nothing while it runs"],
  ],
  "`node:` modules": [
    ['import "node:fs"', "hosts/a.ts", "hosts runs without a host"],
    ['import { readFileSync } from "fs"', "engine/a.ts", "engine runs without a host"],
    ['import "node:crypto"', "condition/a.ts", "condition runs without a host"],
    ['import "node:util"', "json/a.ts", "json runs without a host"],
  ],
  "network but in": [
    ["fetch(url)", "cache/a.ts", "only the judge's provider opens connections"],
    ["globalThis.fetch(url)", "engine/a.ts", "only the judge's provider opens connections"],
    ["new WebSocket(url)", "hosts/a.ts", "only the judge's provider opens connections"],
    ['import "node:net"', "cache/a.ts", "only the judge's provider opens connections"],
    ['import "node:http"', "runtime/a.ts", "only the judge's provider opens connections"],
    ['import "https"', "cli/a.ts", "only the judge's provider opens connections"],
    ['import { Redis } from "ioredis"', "cache/a.ts", "only cache/redis/ may import it"],
    ['import { generateText } from "ai"', "runtime/a.ts", "only judge/provider/ may import it"],
    ['import "./redis/connection.js"', "cache/index.ts", "entry `.` of cache loads `ioredis`"],
  ],
  "the parser and RE2 behind": [
    ['import "chevrotain"', "condition/compile.ts", "entry `./compile` of condition loads `chevrotain`"],
    ['import "re2js"', "condition/compile.ts", "entry `./compile` of condition loads `re2js`"],
    ['import "chevrotain"', "json/index.ts", "entry `.` of json loads `chevrotain`"],
  ],
  "backtracking regular expressions": [
    ["new RegExp(user)", "hosts/a.ts", "patterns from outside are RE2's"],
    ["RegExp(`^${user}$`)", "engine/a.ts", "patterns from outside are RE2's"],
  ],
  "global registries": [
    ["const known = new Map()", "engine/a.ts", "no module keeps state"],
    ["const known = new Set<string>()", "engine/a.ts", "no module keeps state"],
    ["let current = 0", "engine/a.ts", "no module keeps state"],
    ["const list: string[] = []", "hosts/a.ts", "no module keeps state"],
    [
      "const at = { last: 0 }; export const f = () => { at.last = 1; };",
      "runtime/a.ts",
      "no module keeps state",
    ],
    ["export class Store { static all = new Map(); }", "engine/a.ts", "no module keeps state"],
  ],
  "imports upwards": [
    ['import "@gatehouse-hooks/judge"', "runtime/a.ts", "runtime may not import judge"],
    ['import "@gatehouse-hooks/engine"', "condition/a.ts", "condition may not import engine"],
    ['import "@gatehouse-hooks/condition"', "engine/a.ts", "engine may not import entry `.` of condition"],
    ['import "../../cache/src/b.js"', "runtime/a.ts", "is no file of this package's src"],
    ['import "./a.js"', "cli/a.ts", "files import each other in a circle"],
  ],
  "decisions past the door": [
    ['import { step } from "@gatehouse-hooks/engine"', "replay/a.ts", "decisions begin at its door"],
    ['import { step as next } from "@gatehouse-hooks/engine"', "analysis/a.ts", "no `step` of the engine"],
    ['import { step } from "@gatehouse-hooks/engine/stored"', "cli/a.ts", "no `step` of the engine"],
    ['import { admitEvent } from "@gatehouse-hooks/engine"', "runtime/a.ts", "no `admitEvent` of the engine"],
    ['import { decide } from "@gatehouse-hooks/engine"', "server/a.ts", "no `decide` of the engine"],
    ['import * as engine from "@gatehouse-hooks/engine"', "playground/a.ts", "no `*` of the engine"],
    ['export { step } from "@gatehouse-hooks/engine"', "core/a.ts", "no `step` of the engine"],
  ],
  "`process.exit`": [["process.exit(1)", "runtime/a.ts", "a library leaves the process to its host"]],
  "`export *`": [
    ['export * from "./a.js"', "engine/index.ts", "an index is a list of names"],
    ["\n".repeat(401), "cli/a.ts", "401 lines: at most 400"],
    ["", "cli/string-utils.ts", "`utils` says nothing"],
  ],
};

const page = readFileSync(new URL("../../docs/architecture.md", import.meta.url), "utf8");
const section = page.slice(page.indexOf("## Invariants"), page.indexOf("## Where a fact lives"));
const rows = section
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (absent|-)/.test(line))
  .map((line) => line.slice(2));

test("the page and this table have the same rows, and the page's violations are planted", () => {
  expect(rows).toHaveLength(Object.keys(INVARIANTS).length);
  for (const [start, plants] of Object.entries(INVARIANTS)) {
    const row = rows.find((candidate) => candidate.startsWith(start)) ?? "";
    const shown = /\| `([^`]+)` in `([^`/]+)[^`]*`\s*\|$/.exec(row);
    expect(plants.map(([text, file]) => `${text} in ${file.split("/")[0]}`)).toContain(
      `${shown?.[1]} in ${shown?.[2]}`,
    );
  }
});

describe.each(Object.entries(INVARIANTS))("%s", (_, plants) => {
  test.each(plants)("%j in %s", (text, file, says) => {
    const [folder = "", ...rest] = file.split("/");
    const near: Readonly<Record<string, string>> =
      folder === "cache" ? { "redis/connection.ts": 'import "ioredis";' } : {};
    const clean = checkPackages(plantedWorkspace({ [folder]: near })).problems;
    const found = checkPackages(plantedWorkspace({ [folder]: { ...near, [rest.join("/")]: text } })).problems;
    expect(found.filter((problem) => !clean.includes(problem)).join("\n")).toContain(says);
  });
});

test("circles of folders", () => {
  const { problems } = checkPackages(
    plantedWorkspace({
      engine: { "a/b.ts": 'import "../c/d.js";', "c/d.ts": 'import "../a/e.js";', "a/e.ts": "" },
    }),
  );
  expect(problems).toEqual(["packages/engine/src: folders import each other in a circle: a, c"]);
});
