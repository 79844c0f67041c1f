import type { HookInput, Options } from "@anthropic-ai/claude-agent-sdk";
import { describe, expect, expectTypeOf, test } from "vitest";
import { createGatehouse, definePolicies, definePolicy, type Gatehouse } from "@gatehouse-hooks/core";
import { AGENT_HOOK_EVENTS, canUseTool, hooks } from "@gatehouse-hooks/core/claude-agent-sdk";

// Run against the SDK's own program in test/frameworks/claude-agent-sdk; these are its types, and payloads as it sends them.

const POLICIES = definePolicies(
  { id: "no-rm", events: "before_tool_call", when: 'params.command.startsWith("rm")', deny: "no deleting" },
  { id: "push", events: "before_tool_call", when: 'params.command.startsWith("git push")', ask: "really?" },
  {
    id: "dry",
    events: "before_tool_call",
    when: 'params.command == "npm publish"',
    set: { command: "npm pack" },
  },
  { id: "fine", events: "before_tool_call", when: 'params.command == "ls"', allow: "only looks" },
  { id: "quiet", events: "prompt", when: 'prompt.includes("secret")', deny: "no secrets" },
);

const BASE = {
  session_id: "5f2a7c1e-0000-4000-8000-000000000001",
  transcript_path: "/home/user/.claude/projects/-srv-project/5f2a7c1e.jsonl",
  cwd: "/srv/project",
  permission_mode: "default",
};

const bash = (command: unknown): HookInput => ({
  ...BASE,
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command, description: "test" },
  tool_use_id: "toolu_01",
});

const prompt = (text: string): HookInput => ({ ...BASE, hook_event_name: "UserPromptSubmit", prompt: text });

async function gatehouse(
  policies: Parameters<typeof createGatehouse>[0]["policies"] = POLICIES,
): Promise<Gatehouse> {
  return await createGatehouse({ policies, onNotice: () => undefined });
}

const never = new AbortController().signal;

/** What the SDK makes of a payload. */
async function answerOf(made: ReturnType<typeof hooks>, input: HookInput): Promise<unknown> {
  const matcher = made[input.hook_event_name]?.[0];
  return await matcher?.hooks[0]?.(input, undefined, { signal: never });
}

test("both are options of a query", () => {
  expectTypeOf<ReturnType<typeof hooks>>().toExtend<NonNullable<Options["hooks"]>>();
  expectTypeOf<ReturnType<typeof canUseTool>>().toExtend<NonNullable<Options["canUseTool"]>>();
});

test("a misspelt option is refused, with what was meant", async () => {
  const one = await gatehouse();
  expect(() => hooks(one, { deadlinems: 1 } as never)).toThrow(/deadlineMs/);
  expect(() => canUseTool(one, { aks: () => true } as never)).toThrow(/ask/);
});

describe("hooks", () => {
  test("are there for each canonical event, and wait longer than the deadline", async () => {
    const made = hooks(await gatehouse(), { deadlineMs: 1_500 });
    expect(Object.keys(made)).toEqual(AGENT_HOOK_EVENTS);
    expect(made.PreToolUse?.[0]?.timeout).toBeGreaterThan(1.5);
    expect(Object.keys(hooks(await gatehouse(), { events: ["PreCompact"] }))).toEqual(["PreCompact"]);
  });

  test("say a decision in the SDK's words", async () => {
    const made = hooks(await gatehouse());
    const specific = async (command: string) =>
      ((await answerOf(made, bash(command))) as { hookSpecificOutput?: object }).hookSpecificOutput;
    expect(await specific("rm -rf x")).toMatchObject({ permissionDecision: "deny" });
    expect(await specific("git push")).toMatchObject({ permissionDecision: "ask" });
    expect(await specific("ls")).toMatchObject({ permissionDecision: "allow" });
    expect(await specific("npm publish")).toEqual({
      hookEventName: "PreToolUse",
      updatedInput: { command: "npm pack", description: "test" },
    });
    expect(await answerOf(made, bash("pwd"))).toEqual({});
    expect(await answerOf(made, prompt("a secret"))).toMatchObject({ decision: "block" });
    expect(await answerOf(made, prompt("hello"))).toEqual({});
  });

  test.each([
    [
      "a policy that throws",
      [
        definePolicy({
          id: "x",
          events: "before_tool_call",
          decide: () => {
            throw new Error("x");
          },
        }),
      ],
      bash("ls"),
    ],
    [
      "a policy that does not compile",
      { text: "version: 1\npolicies:\n  - { id: b, events: before_tool_call, when: 'params.(', deny: x }" },
      bash("ls"),
    ],
    ["a payload without a tool", POLICIES, { ...bash("ls"), tool_name: 7 } as never],
    ["a payload whose arguments are a list", POLICIES, { ...bash("ls"), tool_input: ["ls"] } as never],
    ["half of a character", POLICIES, bash("\ud800")],
  ])("%s denies, and nothing is thrown", async (_, policies, input) => {
    const made = hooks(await gatehouse(policies));
    expect(await answerOf(made, input)).toMatchObject({
      hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" },
    });
  });

  test("a decision that never comes, and one that fails, are denies", async () => {
    const stuck = {
      ...(await gatehouse()),
      decideUnknown: async () => await new Promise<never>(() => undefined),
    };
    const fails = { ...(await gatehouse()), decideUnknown: () => Promise.reject(new Error("no disk")) };
    for (const one of [stuck, fails]) {
      const made = hooks(one, { deadlineMs: 1 });
      expect(await answerOf(made, bash("ls"))).toMatchObject({
        hookSpecificOutput: { permissionDecision: "deny" },
      });
      expect(await answerOf(made, prompt("hello"))).toMatchObject({ decision: "block" });
    }
  });
});

describe("canUseTool", () => {
  const context = { signal: never, toolUseID: "toolu_01", requestId: "1" } as const;
  const answer = async (command: string, options: Parameters<typeof canUseTool>[1] = {}) =>
    await canUseTool(await gatehouse(), options)("Bash", { command, description: "test" }, context);

  test("a deny, an allow and a rewrite need no person", async () => {
    expect(await answer("rm x")).toMatchObject({
      behavior: "deny",
      message: expect.stringMatching(/no deleting/) as string,
    });
    expect(await answer("ls")).toMatchObject({ behavior: "allow", updatedInput: { command: "ls" } });
    const yes = { ask: () => true };
    expect(await answer("npm publish", yes)).toMatchObject({
      behavior: "allow",
      updatedInput: { command: "npm pack" },
    });
  });

  test("an ask is a person's; only true is a yes", async () => {
    expect(await answer("git push", { ask: () => true })).toMatchObject({ behavior: "allow" });
    const noes = [
      undefined,
      () => false,
      () => "yes" as never,
      () => {
        throw new Error("no terminal");
      },
    ];
    for (const ask of noes)
      expect(await answer("git push", ask === undefined ? {} : { ask })).toMatchObject({ behavior: "deny" });
  });

  test("what no policy speaks of is a person's too, or that of a prompt of one's own", async () => {
    expect(await answer("pwd")).toMatchObject({ behavior: "deny" });
    expect(await answer("pwd", { ask: () => true })).toMatchObject({ behavior: "allow" });
    const otherwise = async (_: string, updatedInput: Record<string, unknown>) => ({
      behavior: "allow" as const,
      updatedInput,
    });
    expect(await answer("pwd", { otherwise })).toMatchObject({
      behavior: "allow",
      updatedInput: { command: "pwd" },
    });
    expect(await answer("rm x", { otherwise })).toMatchObject({ behavior: "deny" });
    expect(await answer("git push", { otherwise })).toMatchObject({ behavior: "deny" });
    expect(await answer("npm publish", { otherwise })).toMatchObject({
      updatedInput: { command: "npm pack" },
    });
  });

  test("names an agent's tools of MCP as hooks do", async () => {
    const policies = definePolicy({
      id: "mcp",
      events: "before_tool_call",
      when: 'tool.kind == "mcp" && params.server == "files" && params.tool == "write"',
      deny: "not this one",
    });
    const decide = canUseTool(await gatehouse(policies), { ask: () => true });
    expect(await decide("mcp__files__write", {}, context as never)).toMatchObject({ behavior: "deny" });
    expect(await decide("mcp__files__read", {}, context as never)).toMatchObject({ behavior: "allow" });
  });
});

const REMEMBERS = `version: 1
memory:
  pushes: { count: { events: before_tool_call, when: 'params.command == "git push"' }, upTo: 9 }
policies:
  - { id: three, events: before_tool_call, when: memory.pushes >= 3, deny: three are enough }
  - { id: push, events: before_tool_call, when: 'params.command == "git push"', EFFECT: really? }
`;

describe("a prompt beside hooks", () => {
  /** How often a call of `git push` happens, of five that the SDK asks for. */
  async function happens(
    effect: "ask" | "warn",
    {
      says = () => true,
      prompts = true,
    }: { readonly says?: (at: number) => boolean; readonly prompts?: boolean } = {},
  ): Promise<readonly boolean[]> {
    const one = await gatehouse({ text: REMEMBERS.replace("EFFECT", effect), path: "rules.yaml" });
    const made = hooks(one);
    const each: boolean[] = [];
    const prompt = canUseTool(one, { ask: () => says(each.length) });
    for (let at = 0; at < 5; at++) {
      const tool_use_id = `toolu_${at}`;
      const before = { ...bash("git push"), tool_use_id } as HookInput;
      const { hookSpecificOutput } = (await answerOf(made, before)) as {
        readonly hookSpecificOutput?: { readonly permissionDecision?: string };
      };
      const context = { signal: never, toolUseID: tool_use_id, requestId: "1" } as const;
      const input = { command: "git push", description: "test" };
      const isDenied = hookSpecificOutput?.permissionDecision === "deny";
      const runs = !isDenied && (!prompts || (await prompt("Bash", input, context))?.behavior === "allow");
      each.push(runs);
      if (runs)
        await answerOf(made, { ...before, hook_event_name: "PostToolUse", tool_response: "ok" } as HookInput);
    }
    return each;
  }

  const THREE = [true, true, true, false, false];
  test.each(["ask", "warn"] as const)("counts a call once, where a policy says %s", async (effect) => {
    expect(await happens(effect)).toEqual(THREE);
  });

  test("counts no call that a person has refused", async () => {
    expect(await happens("ask", { says: (at) => at > 1 })).toEqual([false, false, true, true, true]);
  });

  test.each(["ask", "warn"] as const)("counts a call that the SDK does not ask about: %s", async (effect) => {
    expect(await happens(effect, { prompts: false })).toEqual(THREE);
  });
});
