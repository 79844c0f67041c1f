import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FIRST_RULE } from "../../../agents/src/init/first-rule.js";
import { type Folder, folder } from "../run-cli.js";
import { answerTo } from "./answer-to.js";
import type { GuardCall } from "./ways-off.table.js";

/** What an outsider who has the sources tries; `~H` in it is the home folder. */
interface Tried {
  readonly class: string;
  readonly call: GuardCall;
  /** `stopped`: denied or asked about. `named`: it passes, and docs/init.md says so. `nothing`: it is ordinary work. */
  readonly says: "stopped" | "named" | "nothing";
}

const ROWS = readFileSync(new URL("outsider.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Tried);

let here: Folder;
beforeAll(() => {
  here = folder({
    "~/.gatehouse/first.yaml": FIRST_RULE,
    "~/.claude/CLAUDE.md": "",
    "~/.codex/AGENTS.md": "",
    ".claude/settings.json": "{}",
  });
});
afterAll(() => here.remove());

test.each([...new Set(ROWS.map((row) => row.class))])("%s", async (name) => {
  const other: unknown[] = [];
  for (const { call, says } of ROWS.filter((row) => row.class === name)) {
    const answer = await answerTo(
      here,
      JSON.parse(JSON.stringify(call).replaceAll("~H", here.home)) as GuardCall,
    );
    const isStopped = ["deny", "ask"].includes(answer);
    if (says === "stopped" ? !isStopped : answer !== "nothing") other.push([call, answer]);
  }
  expect(other).toEqual([]);
});
