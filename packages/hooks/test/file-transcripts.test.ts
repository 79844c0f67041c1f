// The conversation of an event that names its file, as Claude Code's events do.
import type { JsonObject } from "@gatehouse-hooks/json";
import {
  fileTranscripts,
  type HookNotice,
  llmGate,
  llmNudge,
  Not,
  on,
  RanCommand,
  ReadFile,
  Signal,
  TouchedFile,
  UsedSkill,
} from "@gatehouse-hooks/hooks";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

import { modelThat, world } from "./hook-world.js";

const folder = mkdtempSync(join(tmpdir(), "gatehouse-transcripts-"));
afterAll(() => rmSync(folder, { recursive: true }));

const line = (role: string, text: string): string =>
  JSON.stringify({ type: role, message: { role, content: [{ type: "text", text }] } });
const path = join(folder, "session.jsonl");
writeFileSync(path, `${line("user", "go")}\n${line("assistant", "that is impossible")}\n`);

const cannot = "no transcript: the file that `transcript_path` names cannot be read";
const read = fileTranscripts();
const at = (transcript_path: string): JsonObject & { readonly event: string } => ({
  event: "Stop",
  transcript_path,
});

describe("a conversation that is a file (C5)", () => {
  test("is read, and what the event itself holds comes first", async () => {
    expect((await read(at(path))).records.map(({ role, text }) => [role, text])).toEqual([
      ["user", "go"],
      ["assistant", "that is impossible"],
    ]);
    const both = await read({ ...at(path), transcript: [{ role: "user", text: "mine" }] });
    expect(both.records).toMatchObject([{ text: "mine" }]);
    expect(both).not.toHaveProperty("missing");
  });

  test("of a subagent that stops is its own", async () => {
    const own = join(folder, "agent.jsonl");
    const record = { ...(JSON.parse(line("assistant", "I give up")) as object), isSidechain: true };
    writeFileSync(own, JSON.stringify(record));
    const event = { ...at(path), event: "SubagentStop", agent_transcript_path: own };
    expect(await read(event)).toMatchObject({ records: [{ text: "I give up" }], subagents: [] });
    expect(await read({ ...at(own) })).toMatchObject({ records: [], subagents: [{ text: "I give up" }] });
  });

  test("of more than 16 MiB is read from its end, from the first whole line on", async () => {
    const long = join(folder, "long.jsonl");
    const filler = line("user", "x".repeat(1_000));
    const count = Math.ceil((17 * 1_024 * 1_024) / (filler.length + 1));
    writeFileSync(
      long,
      `${line("user", "first")}\n${`${filler}\n`.repeat(count)}${line("assistant", "last")}\n`,
    );
    const { records } = await read(at(long));
    expect(records.at(-1)?.text).toBe("last");
    expect(records.every(({ text }) => text !== "")).toBe(true);
    expect(records.some(({ text }) => text === "first")).toBe(false);
  });

  const link = join(folder, "link.jsonl");
  symlinkSync(path, link);
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  mkdirSync(join(folder, "folder"));
  test.each<readonly [name: string, event: JsonObject & { readonly event: string }, why: string]>([
    ["not there", at(join(folder, "none.jsonl")), `${cannot} (ENOENT)`],
    ["a link", at(link), `${cannot} (ELOOP)`],
    ["a pipe", at(pipe), cannot],
    ["a folder", at(join(folder, "folder")), cannot],
    ["a device", at("/dev/zero"), cannot],
    ["no absolute path", at("session.jsonl"), "no transcript: `transcript_path` is not an absolute path"],
    ["a path with a NUL", at(`${path}\0`), "no transcript: `transcript_path` is not an absolute path"],
    [
      "not named",
      { event: "Stop" },
      "no transcript: the event has neither `transcript` nor `transcript_path`",
    ],
    [
      "no text",
      { event: "Stop", transcript_path: 5 },
      "no transcript: the event has neither `transcript` nor `transcript_path`",
    ],
  ])("%s: missing, and why", async (_, event, why) => {
    expect(await read(event)).toEqual({ records: [], subagents: [], missing: why });
  });

  test("through a reader of the caller's own", async () => {
    const asked: string[] = [];
    const own = fileTranscripts((name) => {
      asked.push(name);
      return name.endsWith("good") ? Promise.resolve(line("user", "hi")) : Promise.reject(new Error("no"));
    });
    expect((await own(at("/x/good"))).records).toHaveLength(1);
    expect(await own(at("/x/bad"))).toHaveProperty("missing", cannot);
    expect(asked).toEqual(["/x/good", "/x/bad"]);
  });
});

describe("hooks without the conversation that they should see (C5)", () => {
  const blocks = { block: true, fire: true, reasoning: "no" };
  const run = async (
    event: JsonObject,
    more: object,
    hook = llmGate("q", { id: "g", message: "m", ...more }),
  ) => {
    const notices: HookNotice[] = [];
    const { evaluator, prompts } = modelThat(blocks);
    const environment = { evaluator, onNotice: (notice: HookNotice) => notices.push(notice) };
    const { effect } = await world([hook], environment)(event);
    return { effect, notices, prompts };
  };

  test("say that nothing reads the path; without a path a hook that needs no conversation says nothing", async () => {
    const { notices, prompts } = await run(at(path), {});
    expect(notices).toEqual([
      {
        code: "no-transcript",
        hook: "g",
        message:
          "the event names a `transcript_path`, which nothing reads: give the environment `transcript: fileTranscripts()`",
      },
    ]);
    expect(prompts[0]).not.toContain("impossible");
    expect((await run({ event: "Stop" }, {})).notices).toEqual([]);
    expect((await run({ ...at(path), transcript: [] }, {})).notices).toEqual([]);
  });

  test("a gate with signals asks its model: what it cannot hear may be all of them; a nudge does not", async () => {
    const signals = [Signal("impossible")];
    const guarded = { ...at(path), event: "PreToolUse" };
    expect((await run(guarded, { events: ["PreToolUse"], signals })).effect).toBe("deny");
    // Whoever reads: a conversation that is not there is missing.
    const nowhere = await run({ event: "PreToolUse" }, { events: ["PreToolUse"], signals });
    expect(nowhere).toMatchObject({ effect: "deny", notices: [{ code: "no-transcript" }] });
    expect(nowhere.prompts).toHaveLength(1);
    const nudge = llmNudge("q", { message: "m", events: ["PreToolUse"], signals });
    expect(await run(guarded, {}, nudge)).toMatchObject({
      prompts: [],
      notices: [{ code: "no-transcript" }],
    });
  });

  test("with a reader the gate sees what was said", async () => {
    const { evaluator, prompts } = modelThat(blocks);
    const notices: HookNotice[] = [];
    const gate = llmGate("q", { message: "m", maxFires: null, signals: [Signal("impossible")] });
    const decide = world([gate], { evaluator, transcript: read, onNotice: (notice) => notices.push(notice) });
    expect((await decide(at(path))).effect).toBe("deny");
    expect(prompts[0]).toContain("that is impossible");
    expect(notices).toEqual([]);
    await decide(at(join(folder, "none.jsonl")));
    expect(notices).toMatchObject([
      {
        code: "no-transcript",
        message: `${cannot} (ENOENT)`,
      },
    ]);
  });

  test("it is said once for each hook", async () => {
    const notices: HookNotice[] = [];
    const { evaluator } = modelThat(blocks);
    const hooks = ["a", "b"].map((id) => on("Stop", { id }, () => undefined));
    const decide = world(hooks, { evaluator, onNotice: (notice) => notices.push(notice) });
    for (let count = 0; count < 3; count++) await decide(at(path));
    expect(notices.map(({ hook }) => hook)).toEqual(["a", "b"]);
  });

  test("conditions on what was done hold where they make a hook look, and not where they let something through", () => {
    const gone = { event: { event: "Stop" }, transcript: { records: [], subagents: [], missing: "gone" } };
    const nobody = { event: { event: "Stop" }, transcript: { records: [], subagents: [] } };
    for (const condition of [RanCommand("x"), ReadFile("x"), TouchedFile("x"), UsedSkill("x")]) {
      expect([condition(gone), condition(gone, true), Not(condition)(gone), condition(nobody)]).toEqual([
        true,
        false,
        true,
        false,
      ]);
    }
  });
});
