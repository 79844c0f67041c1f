import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FIRST_RULE } from "../../../agents/src/init/first-rule.js";
import { WIRINGS } from "../../../local/src/agents/wiring.js";
import { type Folder, folder } from "../run-cli.js";
import { answerTo, type DaemonDoor, openDaemonDoor } from "./answer-to.js";
import type { GuardCall } from "./ways-off.table.js";

/** What an outsider who has the sources tries; `~H` in it is the home folder, and so are those of `me` and `root`. */
interface Tried {
  readonly class: string;
  /** Absent: Claude Code. */
  readonly agent?: string;
  readonly call: GuardCall;
  /** `stopped`: denied or asked about. `nothing`: a control, which is harmless and passes. */
  readonly says?: "stopped" | "nothing";
  /** It passes: the row of "What passes" in docs/init.md that says so. */
  readonly passes?: string;
}

const rowsOf = (name: string): readonly Tried[] =>
  readFileSync(new URL(name, import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Tried);
const LISTS: Readonly<Record<string, readonly Tried[]>> = {
  outsider: rowsOf("outsider.jsonl"),
  attack: rowsOf("attack.jsonl"),
};
const ALL = Object.values(LISTS).flat();
const NAMED = readNamed();

let here: Folder;
/** By it the calls are answered ten times as fast as by a process of their own, as one of each class is. */
let daemon: DaemonDoor;
beforeAll(() => {
  here = folder({
    "~/.gatehouse/first.yaml": FIRST_RULE,
    "~/.claude/settings.json": "{}",
    "~/.codex/hooks.json": "{}",
    "~/.cursor/cli-config.json": "{}",
    ".claude/settings.json": "{}",
    "home.patch": "--- a/.claude/settings.json\n+++ b/.claude/settings.json\n@@ -1 +1 @@\n-{}\n+{ }\n",
  });
  symlinkSync(here.home, join(here.path, "linked"));
  daemon = openDaemonDoor(here);
});
afterAll(async () => {
  await daemon.close();
  here.remove();
});

describe.each(Object.entries(LISTS))("%s", (_, list) => {
  test.each([...new Set(list.map((row) => row.class))])("%s", async (name) => {
    const other: unknown[] = [];
    const rows = list.filter((row) => row.class === name);
    for (const { call, agent, says } of rows) {
      const answer = await daemon.answerTo(atHome(call), agent);
      const isStopped = answer === "deny" || answer === "ask";
      if (says === "stopped" ? !isStopped : answer !== "nothing") other.push([agent, call, answer]);
    }
    expect(other).toEqual([]);
    for (const { call, agent } of rows.slice(0, 1))
      expect(await answerTo(here, atHome(call), agent)).toBe(await daemon.answerTo(atHome(call), agent));
  });
});

test("a call is stopped, or a control, or passes by a row of the documents", () => {
  const neither = ALL.filter(
    ({ says, passes = "" }) => (says === undefined) === !NAMED.includes(passes) || (says && passes),
  );
  expect(neither).toEqual([]);
});

test("what passes by the documents, a call has tried", () => {
  expect(NAMED.length).toBeGreaterThan(20);
  expect(NAMED.filter((named) => !ALL.some(({ passes }) => passes === named))).toEqual([]);
});

test("no call is tried twice, and every agent tries some", () => {
  const calls = ALL.map(({ call, agent = "claude-code" }) => JSON.stringify([agent, call]));
  expect(calls.filter((call, at) => calls.indexOf(call) !== at)).toEqual([]);
  for (const { agent } of WIRINGS) {
    const own = LISTS["attack"]?.filter((row) => row.agent === agent) ?? [];
    expect([agent, own.length > 100], agent).toEqual([agent, true]);
  }
});

function atHome(call: GuardCall): GuardCall {
  const text = JSON.stringify(call).replaceAll(/~H|\/(?:root|home\/me)(?=\/)/g, here.home);
  return JSON.parse(text) as GuardCall;
}

/** The first cells of the table "What passes". */
function readNamed(): readonly string[] {
  const text = readFileSync(new URL("../../../../docs/init.md", import.meta.url), "utf8");
  const [, section = ""] = text.split("\n### What passes\n");
  const table = section.split("\n").filter((line) => line.startsWith("| "));
  return table.slice(2).map((line) => line.split(/(?<!\\)\|/)[1]?.trim() ?? "");
}
