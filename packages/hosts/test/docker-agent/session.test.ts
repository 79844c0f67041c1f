import { parse } from "@gatehouse-hooks/condition";
import {
  compilePolicies,
  decide,
  type Event,
  type Handler,
  type PolicyDefinition,
} from "@gatehouse-hooks/engine";
import {
  type ApprovalQuestion,
  dockerAgentSession,
  type DockerAgentSession,
  type DockerAgentSessionOptions,
  type PersonAnswer,
  type SessionPolicies,
  type HostToolCall,
  VOCABULARY,
} from "@gatehouse-hooks/hosts";
import { describe, expect, test } from "vitest";

type Static = Extract<Handler, { kind: "static" }>;

/** A hook of an event whose answer is known, for commands that hold a word. */
function hook(event: string, answer: Partial<Static>, word = ""): PolicyDefinition {
  const text = `tool_input.cmd.includes("${word}")`;
  return {
    id: `${event}: ${JSON.stringify(answer)}${word}`,
    tier: "project",
    events: [event],
    handler: { kind: "static", verdict: "approve", reason: "because", ...answer },
    ...(word === "" ? {} : { condition: { text, ast: parse(text).ast } }),
  };
}

const CALL: HostToolCall = { id: "1", name: "shell", input: { cmd: "ls", dir: "/" } };

interface Seen {
  readonly session: DockerAgentSession;
  readonly events: Event[];
  readonly asked: ApprovalQuestion[];
}

/** A session over static policies, and what it asked. */
function open(
  policies: readonly PolicyDefinition[],
  answer: PersonAnswer | null = { kind: "approve" },
  more: Partial<DockerAgentSessionOptions> = {},
): Seen {
  const events: Event[] = [];
  const asked: ApprovalQuestion[] = [];
  let set = compilePolicies([], { vocabulary: VOCABULARY }).set;
  const session = dockerAgentSession({
    decide: (event) => {
      events.push(event);
      return decide(set, event);
    },
    reload: ({ policies: rules }) => {
      const compiled = compilePolicies([...policies, ...rules], { vocabulary: VOCABULARY });
      expect(compiled.issues.filter(({ severity }) => severity === "error")).toEqual([]);
      set = compiled.set;
    },
    askPerson:
      answer === null
        ? null
        : (question) => {
            asked.push(question);
            return answer;
          },
    ...more,
  });
  return { session, events, asked };
}

const names = ({ events }: Seen): readonly string[] => events.map(({ event }) => event);
const rewrite = hook("pre_tool_use", { updatedInput: { cmd: "rm -rf /" } }, "ls");

describe("the approval chain", () => {
  test("asks transform, guard, rules and hooks, the hooks before the prompt, the user; then reports", async () => {
    const seen = open([]);
    expect(await seen.session.toolCall(CALL)).toEqual({
      kind: "run",
      call: CALL,
      approval: { approval_decision: "allow", approval_source: "user_approved" },
    });
    expect(names(seen)).toEqual([
      "tool_input_transform",
      "tool_guard",
      "pre_tool_use",
      "permission_request",
      "on_user_input",
      "on_tool_approval_decision",
    ]);
    expect(seen.events.at(-1)).toEqual({
      event: "on_tool_approval_decision",
      tool_name: "shell",
      tool_use_id: "1",
      tool_input: CALL.input,
      approval_decision: "allow",
      approval_source: "user_approved",
    });
  });

  test.each([
    ["tool_input_transform", 1],
    ["tool_guard", 2],
    ["pre_tool_use", 3],
    ["permission_request", 4],
  ])("ends with the deny of %s", async (event, asked) => {
    const seen = open([hook(event, { verdict: "deny", reason: "no" })]);
    expect(await seen.session.toolCall(CALL)).toEqual({
      kind: "refused",
      call: CALL,
      message: `Tool call blocked by ${event} hook: no`,
      approval: { approval_decision: "deny", approval_source: `${event}_hook_deny` },
    });
    expect(names(seen)).toHaveLength(asked + 1);
    expect(seen.asked).toEqual([]);
  });

  test("an allow before the prompt runs the tool; that of a guard means nothing", async () => {
    for (const event of ["pre_tool_use", "permission_request"]) {
      const seen = open([hook(event, { verdict: "allow" })]);
      expect((await seen.session.toolCall(CALL)).approval.approval_source).toBe(`${event}_hook_allow`);
      expect(seen.asked).toEqual([]);
    }
    const guarded = open([hook("tool_guard", { verdict: "allow" })]);
    await guarded.session.toolCall(CALL);
    expect(guarded.asked).toHaveLength(1);
  });

  test("a guard's ask is for the user, whoever approves", async () => {
    const seen = open([
      hook("tool_guard", { verdict: "ask" }),
      hook("pre_tool_use", { verdict: "allow" }),
      hook("permission_request", { verdict: "allow" }),
    ]);
    await seen.session.toolCall(CALL);
    expect(seen.asked).toHaveLength(1);
    expect(names(seen)).not.toContain("permission_request");
  });

  test("what transforms write is the call from then on, and the other arguments stay", async () => {
    const seen = open([hook("tool_input_transform", { updatedInput: { cmd: "ls -h" } })]);
    const outcome = await seen.session.toolCall(CALL);
    expect(outcome.call.input).toEqual({ cmd: "ls -h", dir: "/" });
    const inputs = seen.events.slice(1).map((event) => event["tool_input"]);
    expect(inputs.filter((input) => input !== undefined)).toEqual(Array(4).fill(outcome.call.input));
  });
});

describe("after a rewrite of pre_tool_use", () => {
  test("guards look again, and the user sees the call that would run", async () => {
    const seen = open([rewrite, hook("tool_guard", { verdict: "ask" }, "rm")]);
    await seen.session.toolCall(CALL);
    expect(names(seen).filter((name) => name === "tool_guard")).toHaveLength(2);
    expect(seen.asked[0]?.call.input).toEqual({ cmd: "rm -rf /", dir: "/" });
  });

  test("a guard that denies the new arguments is heard", async () => {
    const { session } = open([rewrite, hook("tool_guard", { verdict: "deny", reason: "no rm" }, "rm")]);
    expect(await session.toolCall(CALL)).toMatchObject({
      kind: "refused",
      message: "Tool call blocked by tool_guard hook: no rm",
    });
  });

  test("an ask is for the user, not for the hooks before the prompt", async () => {
    const ask = hook("pre_tool_use", { verdict: "ask" });
    const approves = hook("permission_request", { verdict: "allow" });
    const seen = open([rewrite, ask, approves]);
    await seen.session.toolCall(CALL);
    expect(seen.asked).toHaveLength(1);
    const unchanged = open([ask, approves]);
    await unchanged.session.toolCall(CALL);
    expect(unchanged.asked).toEqual([]);
  });

  test.each(["balanced", undefined] as const)(
    "traits of other arguments approve nothing (mode %s)",
    async (mode) => {
      const traitsOf = ({ input }: HostToolCall) =>
        input["cmd"] === "ls"
          ? ({ label: "safe", readOnly: true } as const)
          : ({ label: "destructive", destructive: true } as const);
      const plain = open([], { kind: "reject", reason: "" }, { traitsOf, mode });
      expect((await plain.session.toolCall(CALL)).kind).toBe("run");
      const seen = open([rewrite], { kind: "reject", reason: "" }, { traitsOf, mode });
      expect((await seen.session.toolCall(CALL)).kind).toBe("refused");
      expect(seen.asked[0]?.metadata).toEqual({ safety_label: "destructive", blast_radius: "high" });
    },
  );
});

describe("what the user has granted", () => {
  const preempting = {
    ...hook("pre_tool_use", { verdict: "ask" }),
    id: "pre_tool_use[0].preempt_yolo.hooks[0]: x",
  };
  const granted = async (
    policies: readonly PolicyDefinition[],
    allow: readonly string[],
    input: HostToolCall["input"] = CALL.input,
  ): Promise<boolean> => {
    const seen = open(policies, { kind: "reject", reason: "" }, { permissions: { allow } });
    const outcome = await seen.session.toolCall({ ...CALL, input });
    if (outcome.kind === "run") expect(outcome.approval.approval_source).toBe("session_permissions_allow");
    expect(seen.asked).toHaveLength(outcome.kind === "run" ? 0 : 1);
    return outcome.kind === "run";
  };

  test.each([
    [["shell"], "rm -rf build", true],
    [["shell:cmd=rm -rf build"], "rm -rf build", true],
    [["shell:cmd=rm -rf build"], "rm -rf build x", false],
    [["shell:cmd=rm*"], "rm build", true],
    [["shell:cmd=rm*"], "rmdir build", false],
    [["shell:cmd=rm*"], "rm $(cat list)", false],
    [["shell"], "rm build; ls", false],
    [["shell"], " ", false],
    [["shell:cmd=r[m]*"], "rm build", false],
    [["shell:cmd=rm*:cmd=*build"], "rm build", false],
    [["SHELL:cmd=RM*"], "rm build", true],
  ])("%j answers a preempting hook's question about %j: %j", async (allow, cmd, answers) => {
    expect(await granted([preempting], allow, { cmd })).toBe(answers);
  });

  test.each<readonly [name: string, others: readonly PolicyDefinition[]]>([
    ["a hook that does not preempt", [hook("pre_tool_use", { verdict: "ask" })]],
    ["another hook beside it", [preempting, hook("pre_tool_use", { verdict: "ask", reason: "also" })]],
    ["a guard", [preempting, hook("tool_guard", { verdict: "ask" })]],
    ["a hook, about what another one has written", [preempting, rewrite]],
  ])("does not answer %s", async (_, policies) => {
    expect(await granted(policies, ["shell"])).toBe(false);
  });

  test("a command under two names is not named plainly", async () => {
    expect(await granted([preempting], ["shell:cmd=ls*"], { cmd: "ls", command: "rm -rf /" })).toBe(false);
  });

  test("no hook before the prompt answers a preempting one", async () => {
    const policies = [preempting, hook("permission_request", { verdict: "allow" })];
    expect(await granted(policies, [])).toBe(false);
  });
});

test("a mode that nobody knows is the caller's mistake", () => {
  expect(() => open([], null, { mode: "yolo" as "strict" })).toThrow("there is no mode `yolo`");
  expect(open([], null, { mode: "safer" }).session.mode).toBe("balanced");
});

describe("the user", () => {
  test("is not there in a batch job: what only a user could approve is denied", async () => {
    const seen = open([], null);
    expect(await seen.session.toolCall(CALL)).toMatchObject({
      kind: "refused",
      message: expect.stringContaining("non-interactive") as string,
      approval: { approval_source: "non_interactive_deny" },
    });
    expect(names(seen)).not.toContain("on_user_input");
  });

  test.each<readonly [answer: PersonAnswer, source: string, later: number]>([
    [{ kind: "approve" }, "user_approved", 2],
    [{ kind: "approve-tool", tool: "shell" }, "user_approved_tool", 1],
    [{ kind: "approve-session" }, "user_approved_session", 1],
    [{ kind: "approve-autonomous" }, "user_approved_session", 1],
    [{ kind: "approve-balanced" }, "user_approved_balanced", 2],
    [{ kind: "approve-safer" }, "user_approved_balanced", 2],
  ])("says %j", async (answer, source, prompts) => {
    const seen = open([], answer);
    expect((await seen.session.toolCall(CALL)).approval.approval_source).toBe(source);
    expect((await seen.session.toolCall(CALL)).kind).toBe("run");
    expect(seen.asked).toHaveLength(prompts);
  });

  test("rejects, with a reason or without, and with an answer that is not known", async () => {
    const message = async (answer: unknown): Promise<unknown> => {
      const outcome = await open([], answer as PersonAnswer).session.toolCall(CALL);
      return outcome.kind === "refused" && outcome.message;
    };
    expect(await message({ kind: "reject", reason: "" })).toBe("the user rejected the tool call");
    expect(await message({ kind: "reject", reason: "too late" })).toBe(
      "the user rejected the tool call: too late",
    );
    for (const kind of ["yes", "constructor", "toString"]) {
      expect(await message({ kind })).toBe("the user rejected the tool call");
    }
  });

  test("withdraws the call while it is decided, or asked about: nothing is remembered", async () => {
    for (const at of [
      "tool_input_transform",
      "tool_guard",
      "pre_tool_use",
      "permission_request",
      "on_user_input",
      "prompt",
    ]) {
      const abort = new AbortController();
      const fired: string[] = [];
      const seen = open([], null, {
        decide: ({ event }) => {
          fired.push(event);
          if (event === at) abort.abort();
          return decide(compilePolicies([], { vocabulary: VOCABULARY }).set, { event });
        },
        askPerson: () => {
          expect(at).toBe("prompt");
          abort.abort();
          return { kind: "approve-session" };
        },
      });
      expect(await seen.session.toolCall(CALL, { signal: abort.signal }), at).toMatchObject({
        kind: "refused",
        message: "canceled",
        approval: { approval_decision: "canceled", approval_source: "context_canceled" },
      });
      expect(seen.session.mode, at).toBeUndefined();
      expect(fired.slice(-2), at).toEqual([
        at === "prompt" ? "on_user_input" : at,
        "on_tool_approval_decision",
      ]);
    }
  });
});

describe("the rules of the session", () => {
  test("are in force before the first decision, and with the answers that change them", async () => {
    const given: SessionPolicies[] = [];
    const order: string[] = [];
    const seen = open(
      [],
      { kind: "approve-tool", tool: "shell" },
      {
        permissions: { deny: ["write_file"] },
        decide: ({ event }) => {
          order.push(event);
          return decide(compilePolicies([], { vocabulary: VOCABULARY }).set, { event });
        },
        reload: async (rules) => {
          await new Promise((resolve) => setImmediate(resolve));
          given.push(rules);
          order.push("reload");
        },
      },
    );
    await Promise.all([seen.session.fire("session_start"), seen.session.fire("turn_start")]);
    expect(order).toEqual(["reload", "session_start", "turn_start"]);
    await seen.session.toolCall(CALL);
    expect(order.slice(-2)).toEqual(["reload", "on_tool_approval_decision"]);
    expect(
      given.map(({ policies }) => policies.map(({ id }) => id).filter((id) => id.includes(":"))),
    ).toEqual([
      ["session_permissions_deny: write_file"],
      ["session_permissions_deny: write_file", "session_permissions_allow: shell"],
    ]);
    expect(seen.session.permissions).toEqual({ deny: ["write_file"], allow: ["shell"] });
  });

  test("deny what the files allow", async () => {
    const seen = open([hook("pre_tool_use", { verdict: "allow" })], null, {
      permissions: { deny: ["shell:cmd=ls*"] },
    });
    expect(await seen.session.toolCall(CALL)).toMatchObject({
      kind: "refused",
      message: "Tool call denied by session permissions: shell:cmd=ls*",
      approval: { approval_source: "session_permissions_deny" },
    });
  });

  test("that cannot be put in force leave nothing decided, and are tried again", async () => {
    let attempts = 0;
    const seen = open([], null, {
      reload: () => {
        if (attempts++ === 0) throw new Error("no set");
      },
    });
    await expect(seen.session.toolCall(CALL)).rejects.toThrow("no set");
    expect(seen.events).toEqual([]);
    expect((await seen.session.toolCall(CALL)).kind).toBe("refused");
    expect(attempts).toBe(2);
  });
});

describe("other events", () => {
  test("carry the fields of the session, and their own name", async () => {
    const seen = open([], null, { fields: { session_id: "s", agent_name: "root", event: "x" } });
    await seen.session.fire("subagent_stop", { agent_name: "helper", event: "y" });
    expect(seen.events).toEqual([{ event: "subagent_stop", session_id: "s", agent_name: "helper" }]);
  });

  test("are asked to the end after an abort where they report one", async () => {
    const signals: boolean[] = [];
    const seen = open([], null, {
      decide: ({ event }, { signal }) => {
        signals.push(signal !== undefined);
        return decide(compilePolicies([], { vocabulary: VOCABULARY }).set, { event });
      },
    });
    for (const event of ["turn_start", "turn_end", "session_end"]) {
      await seen.session.fire(event, {}, { signal: AbortSignal.abort() });
    }
    expect(signals).toEqual([true, false, false]);
  });

  test("show what their hooks want shown", async () => {
    const shown: string[] = [];
    const seen = open([hook("turn_start", { systemMessages: ["hello"] })], null, {
      onMessage: (message) => shown.push(message),
    });
    await seen.session.fire("turn_start");
    await seen.session.fire("stop");
    expect(shown).toEqual(["hello"]);
  });
});

describe("a tool's answer", () => {
  test("is rewritten first, and then seen by the hooks after the tool, which may stop the run", async () => {
    const seen = open([
      hook("tool_response_transform", { updatedInput: { tool_response: "[REDACTED]" } }),
      hook("post_tool_use", { context: ["Mind the gap."] }),
    ]);
    const answer = { response: "secret", error: false };
    expect(await seen.session.toolAnswer(CALL, answer)).toEqual({
      response: "[REDACTED]",
      context: "Mind the gap.",
      continues: true,
    });
    expect(seen.events.map((event) => [event["tool_response"], event["tool_error"]])).toEqual([
      ["secret", false],
      ["[REDACTED]", false],
    ]);
    const stopping = open([hook("post_tool_use", { verdict: "deny" })]);
    expect(await stopping.session.toolAnswer(CALL, answer)).toMatchObject({
      response: "secret",
      continues: false,
    });
  });
});

describe("a call that a hook before the prompt has written", () => {
  const dry = { verdict: "allow", updatedInput: { tool_input: { cmd: "dry", dir: "/" } } } as const;

  test("is the one that runs", async () => {
    const { session, asked } = open([hook("permission_request", dry)]);
    expect(await session.toolCall(CALL)).toMatchObject({ kind: "run", call: { input: { cmd: "dry" } } });
    expect(asked).toEqual([]);
  });

  test("is looked at as a new one: what denies or asks about it does so", async () => {
    const denied = open([hook("permission_request", dry), hook("pre_tool_use", { verdict: "deny" }, "dry")]);
    expect(await denied.session.toolCall(CALL)).toMatchObject({ kind: "refused" });
    const asks = open([hook("permission_request", dry), hook("pre_tool_use", { verdict: "ask" }, "dry")]);
    await asks.session.toolCall(CALL);
    expect(asks.asked).toMatchObject([{ call: { input: { cmd: "dry" } } }]);
  });
});
