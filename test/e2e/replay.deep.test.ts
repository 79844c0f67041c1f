import { appendFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { isBuilt } from "../is-built.js";
import { tempDir } from "../temp-dir.js";
import { interruptedReplay, type Printed } from "./interrupted-replay.js";
import { gatehouse } from "./spawn-cli.js";

const RULES = `version: 1
policies:
  - id: force
    events: before_tool_call
    when: params.command.includes("push --force")
    deny: no force
`;

/** A log of three shards: some lines are longer than what is read at once. */
function writeLog(file: string): number {
  writeFileSync(file, "");
  let bytes = 0;
  let events = 0;
  while (bytes < 9 * 1024 * 1024) {
    const rows = Array.from({ length: 500 }, () => {
      const i = events++;
      return JSON.stringify({
        event: "before_tool_call",
        toolName: "Bash",
        params: { command: `git push ${i % 7 === 0 ? "--force " : ""}${i}` },
        sessionKey: `s${Math.floor(i / 40)}`,
        raw: { note: "x".repeat(i % 900 === 0 ? 400_000 : 800) },
      });
    });
    const text = `${rows.join("\n")}\n`;
    bytes += text.length;
    appendFileSync(file, text);
  }
  return events;
}

test("the report does not depend on the number of threads, and a replay that was stopped goes on where it was", async () => {
  const cwd = await tempDir();
  writeFileSync(path.join(cwd, "r.yaml"), RULES);
  const events = writeLog(path.join(cwd, "a.jsonl"));
  const args = ["a.jsonl", "--policies", "r.yaml"];
  const one = await gatehouse(["replay", ...args, "--json", "--jobs", "1"], { cwd });
  const three = await gatehouse(["replay", ...args, "--json", "--jobs", "3"], { cwd });
  expect(three).toEqual(one);
  expect(one).toMatchObject({ code: 0, stderr: "" });
  expect((JSON.parse(one.stdout) as Printed).events).toBe(events);

  const withState = [...args, "--state", "state.json"];
  // Whenever it is stopped: before the first shard, in the middle of one, or not at all.
  await interruptedReplay(withState, { cwd, afterMs: 900 });
  const rest = await gatehouse(["replay", ...withState, "--json"], { cwd });
  expect(rest).toEqual(one);
}, 120_000);

// Threads start from the command as it is built only.
test.skipIf(!isBuilt())(
  "a thread that dies is an error, never a report without its part",
  async () => {
    const cwd = await tempDir();
    writeFileSync(path.join(cwd, "r.yaml"), RULES);
    writeLog(path.join(cwd, "a.jsonl"));
    // The second thread ends as soon as it is given something to do.
    const dying = path.join(cwd, "dying.cjs");
    writeFileSync(
      dying,
      'const { isMainThread, parentPort, threadId } = require("node:worker_threads");\n' +
        "if (!isMainThread && threadId === 2) parentPort.on('message', () => process.exit(0));\n",
    );
    const args = ["replay", "a.jsonl", "--policies", "r.yaml", "--json", "--jobs", "2"];
    const ended = await gatehouse(args, { cwd, env: { NODE_OPTIONS: `--require ${dying}` } });
    expect(ended.code).toBe(3);
    expect(JSON.parse(ended.stdout)).toEqual({
      ok: false,
      error: { kind: "internal", message: "a thread of the replay has ended" },
    });
  },
  120_000,
);
