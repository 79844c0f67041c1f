import {
  generateText,
  jsonSchema,
  type ModelMessage,
  simulateReadableStream,
  stepCountIs,
  streamText,
  tool,
  wrapLanguageModel,
} from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { describe, expect, expectTypeOf, test } from "vitest";
import { createGatehouse, definePolicies, type Gatehouse } from "@gatehouse-hooks/core";
import { type AskedAbout, gatePrompt, gateToolApproval, gateToolSet } from "@gatehouse-hooks/core/ai-sdk";

const POLICIES = definePolicies(
  { id: "no-rm", events: "before_tool_call", when: 'params.command.startsWith("rm")', deny: "no deleting" },
  { id: "push", events: "before_tool_call", when: 'params.command.startsWith("git push")', ask: "really?" },
  { id: "dry", events: "before_tool_call", when: 'params.command == "publish"', set: { command: "dry" } },
  { id: "secret", events: "prompt", when: 'prompt.includes("password")', deny: "no passwords" },
  { id: "polite", events: "prompt", when: 'prompt.includes("hello")', context: "say hello back" },
);

async function gatehouse(): Promise<Gatehouse> {
  return await createGatehouse({ policies: POLICIES, onNotice: () => undefined });
}

const inputSchema = jsonSchema<{ command: string }>({
  type: "object",
  properties: { command: { type: "string" } },
  required: ["command"],
});

function bashInto(ran: string[]) {
  return tool({
    inputSchema,
    execute: async ({ command }) => {
      ran.push(command);
      return `ran ${command}`;
    },
  });
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const stop = { unified: "stop", raw: undefined } as const;
const calls = { unified: "tool-calls", raw: undefined } as const;
const done = { content: [{ type: "text", text: "done" }], finishReason: stop, usage, warnings: [] } as const;

/** A conversation in which a call was requested, as a client may have kept it, or changed it. */
function history(command: string, answers: readonly unknown[]): ModelMessage[] {
  const call = { type: "tool-call", toolCallId: "1", toolName: "bash", input: { command } };
  const request = { type: "tool-approval-request", approvalId: "a", toolCallId: "1" };
  return [
    { role: "user", content: "go" },
    { role: "assistant", content: [call, request] },
    { role: "tool", content: answers },
  ] as ModelMessage[];
}

const YES = { type: "tool-approval-response", approvalId: "a", approved: true };
const NO = { ...YES, approved: false };

/** A conversation that was asked about a call, and goes on with these messages. */
async function resumed(
  messages: ModelMessage[],
  about = "git push",
): Promise<{ ran: string[]; told: string }> {
  const ran: string[] = [];
  const model = new MockLanguageModelV3({
    doGenerate: { ...done, content: [...done.content], warnings: [] },
  });
  const gate = await gatehouse();
  await isAsked(gateToolSet({ bash: bashInto([]) }, gate, { kinds: { bash: "shell" } }).bash, about);
  // Tools are often gated anew for each request.
  const tools = gateToolSet({ bash: bashInto(ran) }, gate, { kinds: { bash: "shell" } });
  await generateText({ model, tools, messages });
  return { ran, told: JSON.stringify(model.doGenerateCalls.at(-1)?.prompt) };
}

/** As the SDK asks a tool whether a call needs an approval. */
async function isAsked({ needsApproval }: Bash, command: string, toolCallId = "1"): Promise<unknown> {
  if (typeof needsApproval !== "function") throw new Error("expected a function");
  return await needsApproval({ command }, { toolCallId, messages: [] });
}

type Bash = ReturnType<typeof bashInto>;

describe("an approval in the messages", () => {
  test("lets the call that was asked about run", async () => {
    expect((await resumed(history("git push", [YES]))).ran).toEqual(["git push"]);
  });

  test("lets nothing run that is denied, whatever the history says", async () => {
    const { ran, told } = await resumed(history("rm -rf /", [YES]));
    expect(ran).toEqual([]);
    expect(told).toContain("denied by `no-rm`");
  });

  test("counts as the first answer says", async () => {
    expect((await resumed(history("git push", [NO, YES]))).ran).toEqual([]);
  });

  test("is made into a sealed one where the gatehouse takes only those", async () => {
    const key = "0123456789abcdef0123456789abcdef";
    const sealed = await createGatehouse({ policies: POLICIES, approvals: { key } });
    const options = { toolCallId: "1", messages: history("git push", [YES]) };
    const ran: string[] = [];
    const tools = { bash: bashInto(ran) };
    const gated = gateToolSet(tools, sealed, { approval: { key } }).bash;
    await isAsked(gated, "git push");
    await gated.execute?.({ command: "git push" }, options);
    expect(ran).toEqual(["git push"]);
    const other = gateToolSet(tools, sealed).bash;
    await isAsked(other, "git push");
    const unsealed = other.execute?.({ command: "git push" }, options);
    await expect(unsealed).rejects.toThrow(/approval/);
    expect(ran).toEqual(["git push"]);
  });

  test("counts for the very call that was asked about, once, and by the gatehouse that asked", async () => {
    const ran: string[] = [];
    const gate = await gatehouse();
    const bash = bashInto(ran);
    // The tool has a need for approval of its own: its question is no question about what a policy asks.
    const own = tool({ inputSchema, needsApproval: true, execute: async () => "own" });
    const tools = gateToolSet({ bash, own }, gate, { kinds: { bash: "shell" } });
    await isAsked(tools.bash, "git push");
    await isAsked(tools.own, "ls", "2");
    const run = async (from: Bash, command: string, id = "1"): Promise<unknown> =>
      await from.execute?.({ command }, { toolCallId: id, messages: historyOf(id) });
    await expect(run(tools.bash, "git push --force")).rejects.toThrow(/waits for a person's approval/);
    await expect(run(tools.bash, "git push", "2")).rejects.toThrow(/waits for a person's approval/);
    await expect(run(tools.bash, "git push", "3")).rejects.toThrow(/waits for a person's approval/);
    const elsewhere = gateToolSet({ bash }, await gatehouse(), { kinds: { bash: "shell" } });
    await expect(run(elsewhere.bash, "git push")).rejects.toThrow(/waits for a person's approval/);
    expect(ran).toEqual([]);
    await run(tools.bash, "git push");
    await expect(run(tools.bash, "git push")).rejects.toThrow(/waits for a person's approval/);
    expect(ran).toEqual(["git push"]);
  });

  test("goes on in another process with a store that both share", async () => {
    const ran: string[] = [];
    const questions = new Set<string>();
    const asked: AskedAbout = {
      ask: (id, call) => void questions.add(`${id} ${call}`),
      take: async (id, call) => questions.delete(`${id} ${call}`),
    };
    const tools = async () => gateToolSet({ bash: bashInto(ran) }, await gatehouse(), { asked });
    await isAsked((await tools()).bash, "git push");
    await (
      await tools()
    ).bash.execute?.({ command: "git push" }, { toolCallId: "1", messages: historyOf("1") });
    const failing: AskedAbout = { ...asked, take: () => Promise.reject(new Error("no connection")) };
    const lost = gateToolSet({ bash: bashInto(ran) }, await gatehouse(), { asked: failing });
    await isAsked(lost.bash, "git push");
    const running = lost.bash.execute?.(
      { command: "git push" },
      { toolCallId: "1", messages: historyOf("1") },
    );
    await expect(running).rejects.toThrow(/waits for a person's approval/);
    expect(ran).toEqual(["git push"]);
  });

  test.each([
    ["of another call", [{ role: "assistant", content: [request("2")] }, answer("a", true)]],
    ["that is inherited", [{ role: "assistant", content: [request("1")] }, inherited(answer("a", true))]],
    ["before the last message", [{ role: "assistant", content: [request("1")] }, answer("a", true), user()]],
    ["without a request", [answer("a", true)]],
    ["from the model", [{ role: "tool", content: [request("1")] }, answer("a", true)]],
    ["that is a string", [{ role: "assistant", content: [request("1")] }, answer("a", "true")]],
  ])("does not count %s", async (_, messages) => {
    const ran: string[] = [];
    const { bash } = gateToolSet({ bash: bashInto(ran) }, await gatehouse());
    await isAsked(bash, "git push");
    const running = bash.execute?.(
      { command: "git push" },
      { toolCallId: "1", messages: messages as ModelMessage[] },
    );
    await expect(running).rejects.toThrow(/waits for a person's approval/);
    expect(ran).toEqual([]);
  });
});

/** Messages in which a person has said yes to the call with this number. */
function historyOf(toolCallId: string): ModelMessage[] {
  return [{ role: "assistant", content: [request(toolCallId)] }, answer("a", true)] as ModelMessage[];
}

function request(toolCallId: string): object {
  return { type: "tool-approval-request", approvalId: "a", toolCallId };
}

function answer(approvalId: string, approved: unknown): object {
  return { role: "tool", content: [{ type: "tool-approval-response", approvalId, approved }] };
}

function inherited(message: object): object {
  return { role: "tool", content: [Object.create((message as { content: [object] }).content[0]) as object] };
}

function user(): object {
  return { role: "user", content: "and then?" };
}

describe("gateToolSet", () => {
  test("keeps the types of the tools", async () => {
    const tools = { bash: bashInto([]), ask: tool({ inputSchema, execute: () => 1 }) };
    expectTypeOf(gateToolSet(tools, await gatehouse())).toEqualTypeOf(tools);
  });

  test("streams, and asks while it does", async () => {
    const ran: string[] = [];
    const streamed = (command: string) =>
      new MockLanguageModelV3({
        doStream: async () => ({
          stream: simulateReadableStream({
            chunks: [
              { type: "stream-start", warnings: [] },
              { type: "tool-call", toolCallId: "1", toolName: "bash", input: JSON.stringify({ command }) },
              { type: "finish", finishReason: calls, usage },
            ],
          }),
        }),
      });
    const tools = gateToolSet({ bash: bashInto(ran) }, await gatehouse());
    const types: string[] = [];
    for (const command of ["git push", "rm x", "publish"]) {
      const { content } = streamText({ model: streamed(command), tools, prompt: "go" });
      types.push(...(await content).map(({ type }) => type));
    }
    const call = "tool-call";
    expect(types).toEqual([call, "tool-approval-request", call, "tool-error", call, "tool-result"]);
    expect(ran).toEqual(["dry"]);
  });

  test("keeps the results that a tool yields before its last, where they are decided on first", async () => {
    const began: string[] = [];
    const tools = gateToolSet(
      {
        bash: tool({
          inputSchema,
          async *execute({ command }) {
            began.push(command);
            yield "half";
            yield "whole";
          },
        }),
        later: tool({ inputSchema, execute: async ({ command }) => listing(command) }),
      },
      await gatehouse(),
    );
    const options = { toolCallId: "1", messages: [] };
    const results = tools.bash.execute?.({ command: "ls" }, options);
    expect(await listOf(results as AsyncIterable<string>)).toEqual(["half", "whole"]);
    const denied = tools.bash.execute?.({ command: "rm x" }, options) as AsyncIterable<string>;
    await expect(denied[Symbol.asyncIterator]().next()).rejects.toThrow(/no deleting/);
    expect(began).toEqual(["ls"]);
    expect(await tools.later.execute?.({ command: "ls" }, options)).toBe("ls 2");
  });

  test("keeps a tool's own need for approval", async () => {
    const own = {
      bash: tool({ inputSchema, needsApproval: ({ command }) => command === "ls", execute: () => 1 }),
    };
    const { needsApproval } = gateToolSet(own, await gatehouse()).bash;
    if (typeof needsApproval !== "function") throw new Error("expected a function");
    const options = { toolCallId: "1", messages: [] };
    const asks: boolean[] = [];
    for (const command of ["ls", "git push", "rm x", "pwd"])
      asks.push(await needsApproval({ command }, options));
    expect(asks).toEqual([true, true, false, false]);
  });

  test("refuses a tool that runs elsewhere, options that are not, and kinds that are not", async () => {
    const gate = await gatehouse();
    const elsewhere = { confirm: tool({ inputSchema }) };
    expect(() => gateToolSet(elsewhere, gate)).toThrow(/`confirm` has no `execute`/);
    const tools = { bash: bashInto([]) };
    expect(() => gateToolSet(tools, gate, { kind: "shell" } as object)).toThrow(
      /unknown option `kind`; did you mean `kinds`/,
    );
    // @ts-expect-error -- it is not a kind
    expect(() => gateToolSet(tools, gate, { kinds: { bash: "shel" } })).toThrow(/`kinds.bash` is `shel`/);
    // @ts-expect-error -- it is not a tool
    expect(() => gateToolSet(tools, gate, { kinds: { bsh: "shell" } })).toThrow(/`bsh`, which is not one of/);
  });
});

async function listOf(results: AsyncIterable<string>): Promise<readonly string[]> {
  const list: string[] = [];
  for await (const one of results) list.push(one);
  return list;
}

async function* listing(command: string): AsyncGenerator<string> {
  yield `${command} 1`;
  yield `${command} 2`;
}

describe("gateToolApproval", () => {
  test("says what the policies say, and denies a rewrite that would not reach the tool", async () => {
    const gate = await gatehouse();
    const approval = gateToolApproval(gate, { kinds: { bash: "shell" } });
    const tools = { bash: bashInto([]) };
    const status = (command: string, from: Readonly<Record<string, unknown>> = tools): unknown =>
      approval({ toolCall: { toolName: "bash", toolCallId: "1", input: { command } }, tools: from });
    expect(await status("ls")).toBeUndefined();
    expect(await status("git push")).toEqual({ type: "user-approval", reason: "really?" });
    expect(await status("rm x")).toMatchObject({
      type: "denied",
      reason: expect.stringContaining("no deleting") as unknown,
    });
    expect(await status("publish")).toMatchObject({
      type: "denied",
      reason: expect.stringContaining("rewrites") as unknown,
    });
    const gated = gateToolSet(tools, gate);
    expect(await status("publish", gated)).toBeUndefined();
    const changed = { bash: { ...gated.bash, execute: tools.bash.execute } };
    expect(await status("publish", changed)).toMatchObject({ type: "denied" });
  });
});

test("what `toolApproval` asked about runs after a yes, and not what a history has put in its place", async () => {
  const ran: string[] = [];
  const gate = await gatehouse();
  const { bash } = gateToolSet({ bash: bashInto(ran) }, gate, { kinds: { bash: "shell" } });
  const approval = gateToolApproval(gate, { kinds: { bash: "shell" } });
  const looks = async (command: string, messages: readonly unknown[]): Promise<unknown> =>
    await approval({
      toolCall: { toolName: "bash", toolCallId: "1", input: { command } },
      tools: { bash },
      messages,
    });
  expect(await looks("git push", [])).toMatchObject({ type: "user-approval" });
  // The SDK asks again before an approved call runs.
  const messages = historyOf("1");
  expect(await looks("git push --force", messages)).toMatchObject({ type: "user-approval" });
  const run = async (command: string): Promise<unknown> =>
    await bash.execute?.({ command }, { toolCallId: "1", messages });
  await expect(run("git push --force")).rejects.toThrow(/waits for a person's approval/);
  await run("git push");
  expect(ran).toEqual(["git push"]);
});

describe("gatePrompt", () => {
  async function said(prompt: string): Promise<{ model: MockLanguageModelV3; text: Promise<unknown> }> {
    const model = new MockLanguageModelV3({
      doGenerate: { ...done, content: [...done.content], warnings: [] },
    });
    const middleware = {
      specificationVersion: "v3" as const,
      transformParams: gatePrompt(await gatehouse()),
    };
    const wrapped = wrapLanguageModel({ model, middleware });
    return { model, text: generateText({ model: wrapped, prompt, stopWhen: stepCountIs(1) }) };
  }

  test("keeps a denied prompt from the model", async () => {
    const { model, text } = await said("my password is x");
    await expect(text).rejects.toMatchObject({
      name: "PromptDenied",
      message: expect.stringContaining("no passwords") as unknown,
    });
    expect(model.doGenerateCalls).toEqual([]);
  });

  test("says to the model what the policies say to it", async () => {
    const { model, text } = await said("hello");
    await text;
    expect(model.doGenerateCalls[0]?.prompt[0]).toEqual({ role: "system", content: "say hello back" });
    const other = await said("what time is it?");
    await other.text;
    expect(other.model.doGenerateCalls[0]?.prompt).toHaveLength(1);
  });
});
