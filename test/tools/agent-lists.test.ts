import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { staleLists, writtenLists } from "../../tools/agents/agent-lists.js";

const SRC = path.resolve(import.meta.dirname, "../../packages/hosts/src");
const copy = path.join(mkdtempSync(path.join(tmpdir(), "gatehouse-agents-")), "src");

afterAll(() => {
  rmSync(path.dirname(copy), { recursive: true, force: true });
});

test("every list of agents has what their folders export for it", () => {
  expect(staleLists(SRC)).toEqual([]);
});

test("a folder that is copied under a new name is missed by name in each list, and in none once they are written", () => {
  cpSync(SRC, copy, { recursive: true });
  const folder = path.join(copy, "new-code");
  cpSync(path.join(SRC, "qwen-code"), folder, { recursive: true });
  for (const file of readdirSync(folder)) {
    const text = readFileSync(path.join(folder, file), "utf8");
    writeFileSync(
      path.join(folder, file),
      text.replaceAll("qwenCode", "newCode").replaceAll("qwen-code", "new-code"),
    );
  }
  expect(staleLists(copy).map((line) => line.replace(/ import .*/, ""))).toEqual([
    "agents/agents.ts: AGENTS lacks",
    "wired/whole-wired-hosts.ts: WHOLE_WIRED_HOSTS lacks",
    "sessions/session-formats.ts: SESSION_FORMATS lacks",
    "sessions/transcripts.table.ts: TRANSCRIPTS lacks",
  ]);
  for (const [file, text] of writtenLists(copy)) writeFileSync(path.join(copy, file), text);
  expect(staleLists(copy)).toEqual([]);
  rmSync(folder, { recursive: true });
  expect(staleLists(copy)).toHaveLength(4);
});
