// The sentences of document 001 through the door that its reader walks through: a file of hooks, Claude Code's payloads, a model server.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startOpenAiServer } from "../../../../test/servers/openai-server.js";
import type { Folder } from "../run-cli.js";
import { hooksHome, hookWith, payload, transcript } from "./hooks-home.js";

const made: Folder[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

/** What the model answers, until a test says otherwise: it objects. */
const objects =
  '{"block":true,"fire":true,"reasoning":"it blames a service","action":"block","reason":"it checks structure"}';
let answer = objects;
let server: Awaited<ReturnType<typeof startOpenAiServer>>;
beforeAll(async () => {
  server = await startOpenAiServer(() => ({ kind: "reply", text: answer }));
});
afterEach(() => {
  answer = objects;
});
afterAll(async () => await server.close());

const IMPORTS = `import * as z from "zod/mini";
import { llmEvaluate, llmGate, llmNudge, on, Prompt, promptCheck, RanCommand, Signal, Signals, Tool } from "@gatehouse-hooks/hooks";\n`;

function place(hooks: string): Folder {
  const one = hooksHome({ "~/.gatehouse/hooks.mjs": IMPORTS.replace("zod/mini", zod) + hooks });
  made.push(one);
  return one;
}

/** The schema library is found where this package has it: the home has none of its own. */
const zod = import.meta.resolve("zod/mini");

/** What was answered, what the model was asked, and how many requests that took. */
async function ask(one: Folder, stdin: string) {
  const before = server.requests.length;
  const env = { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: "k", GATEHOUSE_MODEL: "openai/m" };
  const { stdout, stderr } = await hookWith(one, ["hooks.mjs"], stdin, { env });
  const asked = server.requests.slice(before);
  return {
    stdout,
    stderr,
    prompts: asked.map(({ prompt }) => prompt),
    bodies: asked.map(({ body }) => body),
  };
}

const at = (one: Folder, event: string, texts: readonly string[], more: object = {}): string =>
  payload(event, { transcript_path: transcript(one, ...texts), ...more });

const GATE = `export const gate = llmGate("Is the agent making excuses for not completing the task?", {
  message: (r) => "Excuse detected: " + r.reasoning,
  signals: Signals({ patterns: [Signal("external.*service", 2), Signal("impossible|cannot be done", 2), Signal("investigating", -3)], threshold: 2, window: 15 }),
  maxFires: 1,
  agent: false,
});\n`;

describe("the gate of the document", () => {
  test.each<readonly [texts: readonly string[], questions: number]>([
    [["the external payment service is down"], 1],
    [["it is impossible, the external service is down", "I am investigating"], 1],
    [["it is impossible, I am investigating"], 0],
    [["all is well"], 0],
    [["it is impossible", ...Array.from({ length: 14 }, (_, n) => `step ${n}`)], 1],
    [["it is impossible", ...Array.from({ length: 15 }, (_, n) => `step ${n}`)], 0],
  ])(
    "signals score what was said, and only at the threshold is the model asked: %j",
    async (texts, questions) => {
      const one = place(GATE);
      const { stdout, prompts } = await ask(one, at(one, "Stop", texts));
      expect(prompts).toHaveLength(questions);
      expect(stdout.includes("Excuse detected: it blames a service")).toBe(questions === 1);
    },
  );

  test("blocks stops of the agent and of its subagents, once a session, and nothing else", async () => {
    const one = place(GATE);
    const texts = ["it is impossible"];
    expect((await ask(one, at(one, "PreToolUse", texts))).prompts).toEqual([]);
    const sub = { agent_transcript_path: transcript(one, ...texts), agent_id: "a", agent_type: "x" };
    expect(JSON.parse((await ask(one, at(one, "SubagentStop", texts, sub))).stdout)).toEqual({
      decision: "block",
      reason: "Excuse detected: it blames a service",
    });
    const later = await ask(one, at(one, "Stop", ["it cannot be done"]));
    expect([later.stdout, later.prompts]).toEqual(["", []]);
    const other = at(one, "Stop", texts, { session_id: "s2" });
    expect((await ask(one, other)).stdout).toContain('"block"');
  });

  test("does not speak where the model has no objection", async () => {
    answer = '{"block":false,"reasoning":"fine"}';
    const one = place(GATE);
    const { stdout, prompts } = await ask(one, at(one, "Stop", ["it is impossible"]));
    expect([stdout, prompts.length]).toEqual(["", 1]);
  });
});

describe("the nudge of the document", () => {
  const nudge = `export const nudge = llmNudge("Is the agent speculating?", {
  message: "Observe, don't infer.",
  signals: Signals({ patterns: [Signal("should contain", 2), Signal("probably|I think", 1), Signal("let me (read|check|look)", -2)], threshold: 3, window: 10 }),
  skipIf: [RanCommand("uv\\\\s+run\\\\s+lf")],
  agent: false,
});\n`;

  test("warns after a tool, three times a session, without blocking", async () => {
    const one = place(nudge);
    const heard: boolean[] = [];
    const file = join(one.path, "turns.jsonl");
    let lines = "";
    for (let turn = 0; turn < 5; turn++) {
      for (const [type, content] of [
        ["user", "go on"],
        ["assistant", `it should contain a loop, I think, ${turn}`],
      ])
        lines += `${JSON.stringify({ type, message: { role: type, content } })}\n`;
      writeFileSync(file, lines);
      const { stdout } = await ask(one, payload("PostToolUse", { transcript_path: file }));
      expect(stdout).not.toContain('"block"');
      heard.push(stdout.includes("Observe, don't infer."));
    }
    expect(heard).toEqual([true, true, true, false, false]);
  });

  test("a condition of `skip_if` that holds skips it before the model is asked", async () => {
    const one = place(nudge);
    const file = transcript(one, "it should contain a loop, I think");
    const call = { type: "tool_use", id: "t", name: "Bash", input: { command: "uv run lf traces" } };
    const line = { type: "assistant", message: { role: "assistant", content: [call] } };
    const ran = `${JSON.stringify(line)}\n`;
    const said = {
      type: "assistant",
      message: { role: "assistant", content: "it should contain a loop, I think" },
    };
    writeFileSync(file, ran + JSON.stringify(said) + "\n");
    expect((await ask(one, payload("PostToolUse", { transcript_path: file }))).prompts).toEqual([]);
    writeFileSync(file, JSON.stringify(said) + "\n");
    expect((await ask(one, payload("PostToolUse", { transcript_path: file }))).prompts).toHaveLength(1);
  });
});

describe("what the model is shown", () => {
  test("the whole conversation with what tools returned, by default; none where `transcript` is false", async () => {
    const gate = (option: string): string =>
      `export const gate = llmGate("Verified?", { message: "m", agent: false${option} });\n`;
    const one = place(gate(""));
    const file = join(one.path, "s.jsonl");
    const content = [{ type: "tool_use", id: "t", name: "Bash", input: { command: "npm test" } }];
    const result = [{ type: "tool_result", tool_use_id: "t", content: "3 failed" }];
    const lines = [
      { type: "user", message: { role: "user", content: "run the tests" } },
      { type: "assistant", message: { role: "assistant", content } },
      { type: "user", message: { role: "user", content: result } },
      { type: "assistant", message: { role: "assistant", content: "All tests pass." } },
    ];
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const [shown = ""] = (await ask(one, payload("Stop", { transcript_path: file }))).prompts;
    for (const part of ["run the tests", "npm test", "3 failed", "All tests pass."])
      expect(shown).toContain(part);
    const other = place(gate(", transcript: false"));
    const [without = ""] = (await ask(other, payload("Stop", { transcript_path: file }))).prompts;
    expect([without.includes("3 failed"), without.includes("All tests pass.")]).toEqual([false, true]);
  });

  test("at most `max_context` characters of the context: 2000, unless it says another number", async () => {
    const long = ["and so on ".repeat(500)];
    for (const [option, most] of [
      ["", 2_000],
      [", maxContext: 100", 100],
    ] as const) {
      const one = place(
        `export const gate = llmGate("Long?", { message: "m", agent: false, transcript: false${option} });\n`,
      );
      const [shown = ""] = (await ask(one, at(one, "Stop", long))).prompts;
      const { length } = /(?:and so on )+[^"<]*/.exec(shown)?.[0] ?? "";
      expect([length <= most, length > most - 10]).toEqual([true, true]);
    }
  });

  test("tools of its own to read the project where `agent` is true, none where it is false", async () => {
    const one = place(`export const hooks = [true, false].map((agent) =>
  llmGate("Tools? " + agent, { id: "g" + agent, message: "m", agent, events: agent ? "Stop" : "SubagentStop" }));\n`);
    const named = ({ tools }: Readonly<Record<string, unknown>>): boolean =>
      JSON.stringify(tools ?? []).includes("readFile");
    const cwd = { cwd: one.path };
    expect((await ask(one, at(one, "Stop", ["x"], cwd))).bodies.map(named)).toContain(true);
    const other = { ...cwd, session_id: "s2" };
    expect((await ask(one, at(one, "SubagentStop", ["x"], other))).bodies.map(named)).toEqual([false]);
  });

  test("a prompt that was built, as the document renders it", async () => {
    const one = place(`const prompt = Prompt()
  .system("You are a code review assistant. Evaluate the following for quality issues.")
  .context("code", "def foo():\\n    print('hello')")
  .context("empty", "")
  .ask("Does this code follow the style guide?");
export const h = on("Stop", { id: "render" }, () => ({ kind: "deny", reason: String(prompt) }));\n`);
    const { reason } = JSON.parse((await ask(one, at(one, "Stop", ["x"]))).stdout) as {
      readonly reason: string;
    };
    expect(reason).toBe(
      "[render] You are a code review assistant. Evaluate the following for quality issues.\n\n<code>\ndef foo():\n    print('hello')\n</code>\n\nDoes this code follow the style guide?",
    );
  });
});

describe("options of the document", () => {
  test("`when` is asked in place of signals, and `events` says where", async () => {
    const one = place(`export const gate = llmGate("Risky?", {
  message: "no", agent: false, events: "PreToolUse", onlyIf: [Tool("Bash")],
  when: ({ event }) => JSON.stringify(event).includes("prod"),
});\n`);
    const call = (command: string, tool = "Bash"): string =>
      at(one, "PreToolUse", ["x"], { tool_name: tool, tool_input: { command } });
    expect((await ask(one, call("ls"))).prompts).toEqual([]);
    expect((await ask(one, call("deploy prod", "Read"))).prompts).toEqual([]);
    const { stdout, prompts } = await ask(one, call("deploy prod"));
    expect([stdout.includes('"deny"'), prompts.length]).toEqual([true, 1]);
    expect((await ask(one, at(one, "Stop", ["prod"]))).prompts).toEqual([]);
  });
});

describe("a prompt check in a handler", () => {
  const check = `export const check = on("PostToolUse", { id: "quality", onlyIf: [Tool("Edit")] }, (context) =>
  promptCheck(context, {
    template: "Evaluate this test code: {code}", fmt: { code: context.event.params.edits?.[0]?.new_string ?? "def test_x" },
    prefix: "Test quality", suffix: ". Write assertions.",
  }));\n`;
  const edit = (one: Folder): string =>
    at(one, "PostToolUse", ["I wrote a test"], {
      tool_name: "Edit",
      tool_input: { file_path: "/work/a.py", old_string: "a", new_string: "def test_x" },
    });

  test.each([
    ["ok", undefined],
    ["warning", "warns"],
    ["block", "blocks"],
  ])("the action %s", async (action, does) => {
    answer = `{"action":"${action}","reason":"it checks structure"}`;
    const one = place(check);
    const { stdout, prompts } = await ask(one, edit(one));
    expect(stdout.includes("Test quality: it checks structure. Write assertions.")).toBe(does !== undefined);
    expect(stdout.includes('"block"')).toBe(does === "blocks");
    // What the agent said of late is part of the question.
    expect(prompts.join()).toContain("I wrote a test");
    expect(prompts.join()).toContain("def test_x");
  });
});

describe("a question with a verdict of one's own", () => {
  const review = `const verdict = z.object({ riskLevel: z.string(), explanation: z.string(), block: z.boolean() });
export const review = on("PreToolUse", { id: "security_review" }, async (context) => {
  const v = await llmEvaluate(context, "Evaluate this action for security risks.", verdict, {
    signals: Signals({ patterns: [Signal("\\\\.env|credentials|secret", 3)], threshold: 2 }),
  });
  if (v.kind !== "answer" || !v.value.block) return undefined;
  return { kind: "deny", reason: "Security risk (" + v.value.riskLevel + "): " + v.value.explanation };
});\n`;
  test.each<readonly [reply: string, text: string, questions: number, said: string]>([
    [
      '{"riskLevel":"high","explanation":"it prints keys","block":true}',
      "I read .env",
      1,
      "Security risk (high): it prints keys",
    ],
    ['{"riskLevel":"low","explanation":"fine","block":false}', "I read .env", 1, ""],
    ['{"riskLevel":"high","explanation":"it prints keys","block":true}', "I read a.txt", 0, ""],
    ["I cannot say.", "I read .env", 1, '"deny"'],
  ])("%s, after `%s`", async (reply, text, questions, said) => {
    answer = reply;
    const one = place(review);
    const { stdout, prompts } = await ask(one, at(one, "PreToolUse", [text]));
    expect(prompts.length).toBe(questions);
    if (said === "") expect(stdout).toBe("");
    else expect(stdout).toContain(said);
  });
});
