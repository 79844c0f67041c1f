// What real sessions of agents left on the disk, read by the host's table: every call that the model made is there, and what was said.
import { fileTranscripts, RanCommand } from "@gatehouse-hooks/hooks";
import { TRANSCRIPT_READERS, WIRED_HOSTS } from "@gatehouse-hooks/hosts/wired";
import type { JsonObject } from "@gatehouse-hooks/json";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

const RECORDED = join(import.meta.dirname, "transcripts");
const AGENTS = ["claude-code", "codex", "gemini-cli", "qwen-code", "copilot"];
const folder = mkdtempSync(join(tmpdir(), "gatehouse-said-"));
afterAll(() => rmSync(folder, { recursive: true }));

const read = fileTranscripts({ hosts: TRANSCRIPT_READERS });
const at = (host: string, path: string, key = "transcript_path") => ({
  event: "before_tool_call",
  host,
  raw: { [key]: path },
});

/** A call as the model made it. */
interface Called {
  readonly id: string;
  readonly kind: string;
  readonly tool: string;
  readonly params: JsonObject | string;
}

const calledIn = (agent: string): readonly Called[] =>
  JSON.parse(readFileSync(join(RECORDED, `${agent}.truth.json`), "utf8")) as readonly Called[];

describe.each(AGENTS)("%s", (agent) => {
  const path = join(RECORDED, `${agent}.jsonl`);

  test("each call is there once, in order, with its command and its result", async () => {
    const { records, missing } = await read(at(agent, path));
    expect(missing).toBeUndefined();
    const calls = records.flatMap(({ toolCalls }) => toolCalls);
    const wanted = calledIn(agent);
    expect(calls.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
    const results = new Set(records.flatMap(({ toolResults }) => toolResults));
    for (const [index, { id, kind, params }] of wanted.entries()) {
      expect(results).toContain(id);
      if (kind !== "shell" || typeof params === "string") continue;
      const command = params["command"] ?? params["cmd"];
      // Where a hook has rewritten a call, some agents keep only what ran.
      if (!JSON.stringify(wanted[index]).includes('"actual"'))
        expect(calls[index]?.input["command"]).toBe(command);
    }
  });

  test("what the user and the agent said is there, and not what the program wrote", async () => {
    const { records } = await read(at(agent, path));
    const texts = (role: string) =>
      records.filter((one) => one.role === role && one.text !== "").map(({ text }) => text);
    expect(texts("user")).toContain("Publish the shop.");
    expect(texts("user").join("\n")).not.toMatch(/<(?:environment_context|session_context|system-reminder)/);
    expect(texts("assistant").length).toBeGreaterThan(0);
  });

  test("conditions on what was done find the command", async () => {
    const transcript = await read(at(agent, path));
    expect(RanCommand("git push")({ event: at(agent, path), transcript })).toBe(true);
    expect(RanCommand("git pull")({ event: at(agent, path), transcript })).toBe(false);
  });
});

test("Copilot's own spelling of the field, and Cursor's messages", async () => {
  expect(
    (await read(at("copilot", join(RECORDED, "copilot.jsonl"), "transcriptPath"))).missing,
  ).toBeUndefined();
  const cursor = join(folder, "cursor.jsonl");
  writeFileSync(
    cursor,
    `${JSON.stringify({ role: "assistant", message: { content: [{ type: "text", text: "hi" }] } })}\n`,
  );
  expect((await read(at("cursor", cursor))).records).toMatchObject([{ role: "assistant", text: "hi" }]);
});

describe("hostile and foreign content", () => {
  test("a file in another agent's format, or in none, is no transcript, and that is said", async () => {
    for (const agent of AGENTS)
      for (const other of AGENTS.filter((one) => one !== agent)) {
        const { records, missing } = await read(at(agent, join(RECORDED, `${other}.jsonl`)));
        // Formats that share their frame may show who spoke, but never a text that nobody said.
        if (missing === undefined)
          expect(records.every(({ role }) => ["user", "assistant", "other"].includes(role))).toBe(true);
        else expect(missing).toContain("format that is not known");
      }
    const junk = join(folder, "junk.jsonl");
    writeFileSync(junk, '{"a":1}\nnonsense\n[]\n"text"\n');
    for (const agent of AGENTS)
      expect((await read(at(agent, junk))).missing).toContain("format that is not known");
    expect((await read(at("opencode", junk))).missing).toContain("format that is not known");
    expect((await read(at("constructor", junk))).missing).toContain("format that is not known");
  });

  test("values of the wrong type neither throw nor speak", async () => {
    const hostile = join(folder, "hostile.jsonl");
    const values = [null, 5, [], {}, "x", [null], [[]], { __proto__: null, type: 5 }];
    const keys = ["payload", "data", "message", "content", "parts", "toolCalls", "role", "id", "arguments"];
    const types = [
      "response_item",
      "user",
      "assistant",
      "gemini",
      "tool_result",
      "user.message",
      "tool.execution_start",
    ];
    const lines = types.flatMap((type) =>
      keys.flatMap((key) =>
        values.flatMap((value) => [
          { type, [key]: value },
          { type, payload: { type: "message", role: "user", [key]: value } },
          { type, message: { [key]: value }, data: { [key]: value } },
        ]),
      ),
    );
    writeFileSync(hostile, lines.map((line) => JSON.stringify(line)).join("\n"));
    for (const agent of [...AGENTS, "cursor"]) {
      const { records } = await read(at(agent, hostile));
      for (const { text, toolCalls } of records) {
        expect(typeof text).toBe("string");
        for (const { name, input } of toolCalls)
          expect([typeof name, typeof input]).toEqual(["string", "object"]);
      }
    }
  });
});

test("the table names hosts that there are", () => {
  const names = WIRED_HOSTS.map(({ name }) => name);
  for (const name of Object.keys(TRANSCRIPT_READERS)) expect(names).toContain(name);
});
