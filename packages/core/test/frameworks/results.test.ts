// What a tool has answered is decided, too: in every framework, before its model reads it.
import { describe, expect, test } from "vitest";
import { createGatehouse, definePolicies, gate, type Gatehouse } from "@gatehouse-hooks/core";
import { gateToolSet } from "@gatehouse-hooks/core/ai-sdk";
import { gateGraphTools } from "@gatehouse-hooks/core/langchain";
import { DISGUISES } from "./disguises.js";
import { FRAMEWORKS, told } from "./gated-frameworks.js";

const REDACTING = { text: "version: 1\nextends: [pack/redact-output]\n" };
const RESULTS = definePolicies(
  { id: "quiet", events: "after_tool_call", when: 'result.includes("loud")', deny: "not for models" },
  { id: "odd", events: "after_tool_call", when: 'result.includes("odd")', ask: "really?" },
  { id: "other", events: "after_tool_call", when: 'result.includes("draft")', set: { result: "the final" } },
  { id: "failed", events: "after_tool_call", when: 'error.includes("broken")', set: { error: "it failed" } },
  // The results of servers are objects.
  {
    id: "block",
    events: "after_tool_call",
    when: 'result.content.any(c, c.text.includes("loud"))',
    deny: "not for models",
  },
  {
    id: "block-odd",
    events: "after_tool_call",
    when: 'result.content.any(c, c.text.includes("odd"))',
    ask: "really?",
  },
  {
    id: "block-other",
    events: "after_tool_call",
    when: 'result.content.any(c, c.text.includes("draft"))',
    set: { result: "the final" },
  },
);
const kinds = { bash: "shell" } as const;

test("there are secrets in 49 disguises", () => {
  expect(DISGUISES.length).toBe(49);
  expect(new Set(DISGUISES.map(({ text }) => text)).size).toBe(49);
});

describe.each(Object.entries(FRAMEWORKS))("%s", (_, make) => {
  test("no secret of a result, or of an error, is read by the model, in any disguise", async () => {
    let text = "";
    const prints = await make(async () => text, REDACTING, { kinds });
    const fails = await make(
      async () => {
        throw new Error(text);
      },
      REDACTING,
      { kinds },
    );
    for (const disguise of DISGUISES) {
      ({ text } = disguise);
      for (const call of [prints, fails]) {
        const said = await told(call, "ls");
        expect(said, disguise.name).toContain("[REDACTED]");
        expect(said, disguise.name).not.toContain(disguise.secret);
        expect(said, disguise.name).not.toContain(JSON.stringify(disguise.secret).slice(1, -1));
      }
    }
  });

  test("a result is withheld with the reason, replaced, and left as it is", async () => {
    const call = await make(async ({ command }) => command, RESULTS, { kinds });
    expect(await told(call, "calm")).toMatch(/calm/);
    const withheld = await told(call, "loud");
    expect(withheld).toMatch(/withheld by `(?:quiet|block)`: not for models/);
    expect(withheld).not.toContain("loud");
    const asked = await told(call, "odd");
    expect(asked).toMatch(/withheld by `(?:odd|block-odd)`/);
    expect(await told(call, "draft")).toMatch(/the final/);
    expect(await told(call, "draft")).not.toContain("draft");
  });

  test("without a policy for results a call is decided once, and its result is the very object", async () => {
    const events: string[] = [];
    const inner = await createGatehouse({
      policies: definePolicies({ id: "a", events: "before_tool_call", warn: "w" }),
    });
    const spied: Gatehouse = {
      ...inner,
      policies: inner.policies,
      decideUnknown: (event: unknown) => (events.push("asked"), inner.decideUnknown(event)),
    };
    const call = await make(async () => "fine", spied, { kinds });
    expect(await told(call, "ls")).toContain("fine");
    expect(events.length).toBeLessThanOrEqual(1);
  });
});

test("what cannot be looked through is withheld, and what only looks so is not", async () => {
  const ring: { self?: object } = {};
  ring.self = ring;
  for (const result of [ring, 1n, () => 1]) {
    const [bash] = await gate(
      [{ name: "bash", execute: async (_input: object): Promise<unknown> => result }],
      REDACTING,
      {
        kinds,
      },
    );
    await expect(bash?.execute({})).rejects.toThrow(/withheld: it is not data/);
  }
  const [none] = await gate(
    [{ name: "bash", execute: async (_input: object): Promise<unknown> => undefined }],
    REDACTING,
    {
      kinds,
    },
  );
  expect(await none?.execute({})).toBe(undefined);
});

test("a builtin that fails withholds the result: what was not looked through is not read", async () => {
  const broken = await createGatehouse({
    policies: REDACTING,
    handlers: { builtin: { redact_secrets: () => Promise.reject(new Error("broken")) } },
    onNotice: () => undefined,
  });
  const [bash] = await gate(
    [{ name: "bash", execute: async (_input: object) => "DB_PASSWORD=hunter2" }],
    broken,
    {
      kinds,
    },
  );
  await expect(bash?.execute({})).rejects.toThrow(/withheld by `redact-output\/secrets`/);
});

test("each preliminary result of a tool of the AI SDK is decided before it is yielded", async () => {
  const gatehouse = await createGatehouse({ policies: REDACTING });
  async function* execute(): AsyncGenerator<string> {
    yield "one DB_PASSWORD=hunter2";
    yield "two";
    throw new Error("TOKEN=hunter2");
  }
  const { bash } = gateToolSet({ bash: { execute } }, gatehouse, { kinds });
  const seen: unknown[] = [];
  const run = async (): Promise<void> => {
    const outputs = (bash.execute as (input: object) => AsyncIterable<unknown>)({});
    for await (const one of outputs) seen.push(one);
  };
  await expect(run()).rejects.toThrow("TOKEN=[REDACTED]");
  expect(seen).toEqual(["one DB_PASSWORD=[REDACTED]", "two"]);
});

test("messages and commands of a graph keep their class, their number and their fields", async () => {
  class ToolMessage {
    readonly tool_call_id = "1";
    readonly lc_kwargs: object;
    readonly content: unknown;
    constructor(fields: { readonly content: unknown }) {
      this.lc_kwargs = fields;
      this.content = fields.content;
    }
  }
  class Command {
    readonly update: object;
    readonly goto = "next";
    constructor(update: object) {
      this.update = update;
    }
  }
  const gatehouse = await createGatehouse({ policies: REDACTING });
  const secret = (): ToolMessage => new ToolMessage({ content: "DB_PASSWORD=hunter2" });
  const outputs = [secret(), new Command({ messages: [secret(), secret()], other: 1 })];
  const tools = [{ name: "bash", invoke: async (_input: object): Promise<unknown> => outputs.shift() }];
  const [bash] = gateGraphTools(tools, gatehouse, { kinds });
  const message: unknown = await bash?.invoke({});
  expect(message).toBeInstanceOf(ToolMessage);
  expect(message).toMatchObject({
    content: "DB_PASSWORD=[REDACTED]",
    lc_kwargs: { content: "DB_PASSWORD=[REDACTED]" },
    tool_call_id: "1",
  });
  const command: unknown = await bash?.invoke({});
  expect(command).toBeInstanceOf(Command);
  expect(command).toMatchObject({
    goto: "next",
    update: { other: 1, messages: [{ content: "DB_PASSWORD=[REDACTED]" }, {}] },
  });
  expect(JSON.stringify(command)).not.toContain("hunter2");
});
