// What the command of a native policy writes is either understood or a failure: real processes, whatever their bytes.
import { compilePolicies, type Decision } from "@gatehouse-hooks/engine";
import { interpretHook, load, VOCABULARY } from "@gatehouse-hooks/hosts";
import { commandHandler } from "@gatehouse-hooks/commands";
import { createRuntime } from "@gatehouse-hooks/runtime";
import { describe, expect, test } from "vitest";

const EVENTS = {
  before_tool_call: { toolName: "exec", params: { command: "ls" } },
  pre_tool_use: { tool_name: "shell", tool_input: { cmd: "ls" } },
  permission_request: { tool_name: "shell", tool_input: { cmd: "ls" } },
  message_sending: { message: "hi" },
  user_prompt_submit: { prompt: "hi" },
} as const;
type Name = keyof typeof EVENTS;
const NAMES = Object.keys(EVENTS) as Name[];

/** The decision of one native policy whose command is this text. */
async function decide(name: string, run: string, fields: object = {}): Promise<Decision> {
  const file = { version: 1, policies: [{ id: "guard", events: name, command: { run } }] };
  const { policies, issues } = load(JSON.stringify(file), {
    path: "guard.json",
    ownEvents: ["before_deploy"],
  });
  expect(issues).toEqual([]);
  const runtime = createRuntime({
    policies: compilePolicies(policies, { vocabulary: VOCABULARY }).set,
    handlers: {
      command: commandHandler({ interpret: interpretHook(), env: { PATH: process.env["PATH"] }, cwd: "/" }),
    },
  });
  const decision = await runtime.decide({ event: name, ...fields });
  await runtime.close();
  return decision;
}

const printf = (text: string): string => `printf '${text.replaceAll("'", "'\\''")}'`;
const specific = (fields: object): string => printf(JSON.stringify({ hook_specific_output: fields }));

describe("output of a native command that is not understood is a failure (S6)", () => {
  test.each([
    ["other text", "echo fine"],
    ["a list", printf('[{"decision":"block"}]')],
    ["an empty list", printf("[]")],
    ["text before the JSON", printf('checking\\n{"decision":"block"}')],
    ["text after the JSON", printf("{} bye")],
    ["two objects", printf('{}{"decision":"block"}')],
    ["a NUL in front", printf('\\000{"decision":"block"}')],
    ["a byte 0xFF in front", printf('\\377{"decision":"block"}')],
    ["UTF-16", printf('\\377\\376{\\000"\\000}\\000')],
    ["another word", printf('{"verdict":"deny"}')],
    ["a flag", printf('{"block":true}')],
    ["a decision at the top", printf('{"permission_decision":"ask"}')],
    ["a misspelt key", printf('{"decison":"block"}')],
    ["a misspelt inner key", specific({ permission_decison: "deny" })],
    ["an unknown word", printf('{"decision":"blok"}')],
    ["an unknown inner word", specific({ permission_decision: "dney" })],
    ["a wrong type", printf('{"continue":"false"}')],
    ["a string", printf('"deny"')],
    ["null", printf("null")],
    ["a number", printf("1")],
    ["broken JSON", printf('{"decision":"block"')],
    ["a key twice", printf('{"decision":"block","decision":""}')],
  ])("%s", async (_, run) => {
    for (const name of NAMES) {
      const decision = await decide(name, run, EVENTS[name]);
      expect(decision.effect, name).toBe("deny");
      expect(decision.trace[0]?.failure?.onFailure).toBe("deny");
    }
  });

  test("nothing, and an object that says nothing, are no objection", async () => {
    for (const run of ["true", "echo", printf("{}"), printf(" {}\\n"), printf('{"continue":true}')]) {
      for (const name of NAMES) expect((await decide(name, run, EVENTS[name])).effect).toBe("abstain");
    }
  });

  test("where nothing is gated a failure is a warning", async () => {
    const decision = await decide("after_tool_call", "echo fine", { toolName: "exec" });
    expect(decision.effect).toBe("abstain");
    expect(decision.warnings).toHaveLength(1);
  });
});

describe("a native command asks, allows and denies on every event that gates (S6)", () => {
  test.each(NAMES)("%s", async (name) => {
    for (const word of ["ask", "allow", "deny"]) {
      const decision = await decide(name, specific({ permission_decision: word }), EVENTS[name]);
      expect(decision.effect).toBe(word);
    }
    expect((await decide(name, printf('{"decision":"block"}'), EVENTS[name])).effect).toBe("deny");
    expect((await decide(name, "exit 2", EVENTS[name])).effect).toBe("deny");
  });

  test("an event in no table gates", async () => {
    expect((await decide("before_deploy", specific({ permission_decision: "ask" }))).effect).toBe("ask");
    expect((await decide("before_deploy", "echo fine")).effect).toBe("deny");
  });

  test("a rewrite reaches the parameters of the event", async () => {
    const decision = await decide(
      "before_tool_call",
      specific({ updated_input: { command: "ls -h" } }),
      EVENTS.before_tool_call,
    );
    expect(decision).toMatchObject({ effect: "abstain", updatedInput: { command: "ls -h" } });
  });

  test("a key that the event has no use for is a warning", async () => {
    const decision = await decide(
      "message_sending",
      specific({ additional_context: "x" }),
      EVENTS.message_sending,
    );
    expect(decision.warnings).toMatchObject([
      { reason: "`additional_context` means nothing for message_sending" },
    ]);
  });
});
