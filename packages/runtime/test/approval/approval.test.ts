import { compilePolicies } from "@gatehouse-hooks/engine";
import {
  type ApprovalAnswer,
  type ApprovalOptions,
  type ApprovalRequest,
  approvedCommands,
  createRuntime,
  type HandlerFunction,
  headless,
  type PlannedRun,
  QUESTION_TIMEOUT_MS,
} from "@gatehouse-hooks/runtime";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { assertLaw } from "../../../../test/assert-law.js";

/** Decides one event by one command that needs approval; says what ran. */
async function decided(
  approve: ApprovalOptions["approve"],
  {
    event = "before_tool_call",
    handler = {},
    options = {},
  }: { event?: string; handler?: object; options?: Partial<ApprovalOptions> } = {},
): Promise<{ readonly effect: string; readonly reason: string; readonly ran: readonly string[] }> {
  const ran: string[] = [];
  const command = approvedCommands(
    (need) => {
      ran.push(need.handler.command);
      return Promise.resolve({ kind: "ask", reason: "it ran" });
    },
    { approve, ...options },
  );
  const { set } = compilePolicies([
    {
      id: "hook",
      events: [event],
      handler: { kind: "command", command: "make deploy", timeoutMs: 5_000, prompt: true, ...handler },
    },
  ]);
  const runtime = createRuntime({ policies: set, handlers: { command } });
  const { effect, trace } = await runtime.decide({ event, toolName: "exec", params: {}, message: "hi" });
  await runtime.close();
  return { effect, reason: trace[0]?.reason ?? "", ran };
}

const yes = (request: ApprovalRequest): Promise<ApprovalAnswer> =>
  Promise.resolve({ kind: "approved", hash: request.hash });
const no = (): Promise<ApprovalAnswer> => Promise.resolve({ kind: "declined", why: "declined" });

test("approved, the command runs and its verdict counts", async () => {
  expect(await decided(yes)).toEqual({ effect: "ask", reason: "it ran", ran: ["make deploy"] });
});

test("declined, it does not run: an action is denied, anything else goes on", async () => {
  expect(await decided(no)).toEqual({
    effect: "deny",
    reason: "the command of `hook` did not run: the user declined to run it",
    ran: [],
  });
  expect(await decided(no, { event: "session_end" })).toMatchObject({ effect: "abstain", ran: [] });
  expect(await decided(no, { options: { gates: () => false } })).toMatchObject({
    effect: "abstain",
    ran: [],
  });
});

test("what could not deny by failing does not deny by not running, and the trace says that it was skipped", async () => {
  for (const approve of [no, headless]) {
    for (const [event, onFailure, effect] of [
      ["before_tool_call", "warn", "abstain"],
      ["before_tool_call", "ignore", "abstain"],
      ["before_tool_call", "deny", "deny"],
      ["after_tool_call", "warn", "abstain"],
    ] as const) {
      const command = approvedCommands(() => Promise.reject(new Error("it ran")), { approve });
      const handler = { kind: "command", command: "x", timeoutMs: 5_000, prompt: true } as const;
      const { set } = compilePolicies([{ id: "hook", events: [event], onFailure, handler }]);
      const runtime = createRuntime({ policies: set, handlers: { command } });
      const decision = await runtime.decide({ event, toolName: "exec", params: {} });
      await runtime.close();
      expect(decision).toMatchObject({
        effect,
        trace: [{ verdict: "failure", failure: { code: "skipped", onFailure } }],
      });
      expect(decision.warnings).toHaveLength(onFailure === "warn" ? 1 : 0);
    }
  }
});

test("headless means no; so do silence, an error and nonsense", async () => {
  expect((await decided(headless)).reason).toContain("there is no person to ask");
  const silent = await decided(() => new Promise(() => undefined), { options: { timeoutMs: 20 } });
  expect(silent).toMatchObject({ effect: "deny", ran: [] });
  expect(silent.reason).toContain("no answer");
  expect(await decided(() => Promise.reject(new Error("no terminal")))).toMatchObject({
    effect: "deny",
    ran: [],
  });
  await assertLaw(
    fc.asyncProperty(fc.anything(), async (answer) => {
      expect(await decided(() => Promise.resolve(answer as ApprovalAnswer))).toMatchObject({
        effect: "deny",
        ran: [],
      });
    }),
    { quick: 200 },
  );
});

test("an approval of another command is none", async () => {
  const requests: ApprovalRequest[] = [];
  const keep = (request: ApprovalRequest): Promise<ApprovalAnswer> => {
    requests.push(request);
    return no();
  };
  const handlers = [
    {},
    { command: "make deploy " },
    { args: [] },
    { args: ["x"] },
    { workingDir: "/" },
    { env: { TARGET: "prod" } },
  ];
  for (const handler of handlers) await decided(keep, { handler });
  await decided(keep, { event: "message_sending" });
  expect(new Set(requests.map((request) => request.hash)).size).toBe(handlers.length + 1);
  const [first] = requests;
  const stale = (): Promise<ApprovalAnswer> => Promise.resolve({ kind: "approved", hash: first?.hash ?? "" });
  expect((await decided(stale)).ran).toEqual(["make deploy"]);
  expect((await decided(stale, { handler: { command: "make deploy-all" } })).ran).toEqual([]);
});

test("a person who answers too late approves nothing", async () => {
  let late: ((answer: ApprovalAnswer) => void) | undefined;
  let hash = "";
  const slow = (request: ApprovalRequest): Promise<ApprovalAnswer> => {
    ({ hash } = request);
    return new Promise((resolve) => (late = resolve));
  };
  const outcome = await decided(slow, { options: { timeoutMs: 100 } });
  expect(outcome).toMatchObject({ effect: "deny", ran: [] });
  late?.({ kind: "approved", hash });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(outcome.ran).toEqual([]);
});

describe("a hook's time stands still while a person thinks (M9)", () => {
  const thinking =
    (ms: number): ApprovalOptions["approve"] =>
    async (request) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return { kind: "approved", hash: request.hash };
    };

  // No clock of the machine decides which time is up first.
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("who answers after the policy's own time is heard", async () => {
    const outcome = decided(thinking(250), { handler: { timeoutMs: 100 } });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await outcome).toEqual({ effect: "ask", reason: "it ran", ran: ["make deploy"] });
  });

  test("the command has its whole time once it is approved, and no more", async () => {
    const timed = async (ms: number): Promise<string> => {
      const command = approvedCommands(
        async () => {
          await new Promise((resolve) => setTimeout(resolve, ms));
          return { kind: "ask", reason: "it ran" };
        },
        { approve: thinking(150) },
      );
      const { set } = compilePolicies([
        {
          id: "hook",
          events: ["before_tool_call"],
          handler: { kind: "command", command: "x", timeoutMs: 200, prompt: true },
        },
      ]);
      const runtime = createRuntime({ policies: set, handlers: { command } });
      const decision = runtime.decide({ event: "before_tool_call", toolName: "exec", params: {} });
      await vi.advanceTimersByTimeAsync(5_000);
      const { effect } = await decision;
      await runtime.close();
      return effect;
    };
    expect([await timed(100), await timed(2_000)]).toEqual(["ask", "deny"]);
  });

  test("a handler that pauses its time and never goes on ends at the limit of the pause", async () => {
    const { set } = compilePolicies([
      {
        id: "hook",
        events: ["before_tool_call"],
        handler: { kind: "command", command: "x", timeoutMs: 60_000 },
      },
    ]);
    const command: HandlerFunction<"command"> = (_need, { pauseTimeout }) => {
      pauseTimeout?.(50);
      return new Promise(() => undefined);
    };
    const runtime = createRuntime({ policies: set, handlers: { command } });
    const decision = runtime.decide({ event: "before_tool_call", toolName: "exec", params: {} });
    await vi.advanceTimersByTimeAsync(1_000);
    const { effect, trace } = await decision;
    expect([effect, trace[0]?.failure?.code]).toEqual(["deny", "timeout"]);
    await runtime.close();
  });

  test("the limit of the question is stated", () => {
    expect(QUESTION_TIMEOUT_MS).toBe(300_000);
  });
});

test("an approval is of the values that the run has, not only of the policy's text (M3)", async () => {
  const hashes: string[] = [];
  const requests: ApprovalRequest[] = [];
  const keep = (request: ApprovalRequest): Promise<ApprovalAnswer> => {
    hashes.push(request.hash);
    requests.push(request);
    return no();
  };
  const plan: PlannedRun = {
    workingDir: "/p",
    variables: { MIMIR_x: "ls", GONE: undefined },
    finalCommand: "echo 'ls'",
  };
  for (const run of [
    plan,
    { ...plan, variables: { MIMIR_x: "rm" } },
    { ...plan, workingDir: "/q" },
    { ...plan, finalCommand: "echo 'rm'" },
    { ...plan, variables: { MIMIR_x: "ls", TOKEN: "a" } },
  ]) {
    await decided(keep, { options: { run: () => run } });
  }
  expect(new Set(hashes).size).toBe(5);
  expect(requests[0]).toMatchObject({
    command: "make deploy",
    finalCommand: "echo 'ls'",
    workingDir: "/p",
    variables: { MIMIR_x: "ls" },
  });
  const [first = ""] = hashes;
  const stale = (): Promise<ApprovalAnswer> => Promise.resolve({ kind: "approved", hash: first });
  expect((await decided(stale, { options: { run: () => plan } })).ran).toEqual(["make deploy"]);
  const other = { ...plan, variables: { MIMIR_x: "rm -rf ~" } };
  expect((await decided(stale, { options: { run: () => other } })).ran).toEqual([]);
});

test("commands that need no approval are not asked about, and answers can be recorded", async () => {
  const answers: string[] = [];
  const onAnswer: ApprovalOptions["onAnswer"] = (_request, answer) => answers.push(answer.kind);
  expect(await decided(no, { handler: { prompt: false }, options: { onAnswer } })).toMatchObject({
    ran: ["make deploy"],
  });
  await decided(no, { options: { onAnswer } });
  await decided(yes, { options: { onAnswer } });
  expect(answers).toEqual(["declined", "approved"]);
});
