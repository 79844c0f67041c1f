import type { Need, Verdict } from "@gatehouse-hooks/engine";
import {
  createJudge,
  type Judge,
  judgeHandler,
  type JudgeOptions,
  type Question,
  scriptedJudge,
} from "@gatehouse-hooks/judge";
import { describe, expect, test } from "vitest";

const signal = new AbortController().signal;

const need: Need = {
  id: "1",
  policy: "p",
  tier: "project",
  gates: true,
  handler: { kind: "judge", prompt: "body {{context}}", timeoutMs: 1_234, cache: "none", model: "a/b" },
  event: {
    event: "before_tool_call",
    toolName: "exec",
    sessionKey: "s1",
    params: { command: "ls", cwd: "/", list: [1, 2] },
  },
};

async function questionFor(changes: {
  readonly handler?: object;
  readonly event?: Need["event"];
}): Promise<Question> {
  const questions: Question[] = [];
  const recorder: Judge = {
    judge: (question) => {
      questions.push(question);
      return Promise.resolve<Verdict>({ kind: "approve", reason: "r" });
    },
  };
  await judgeHandler(recorder)(
    {
      ...need,
      event: changes.event ?? need.event,
      handler: { ...need.handler, ...changes.handler },
    },
    { signal },
  );
  const [question] = questions;
  if (question === undefined) throw new Error("not asked");
  return question;
}

describe("a need as a question", () => {
  test("the whole event without `uses`", async () => {
    expect(await questionFor({})).toEqual({
      body: "body {{context}}",
      event: "before_tool_call",
      gates: true,
      context: need.event,
      model: "a/b",
      timeoutMs: 1_234,
      session: "s1",
    });
  });

  test.each<[readonly string[], unknown]>([
    [[], {}],
    [["toolName"], { toolName: "exec" }],
    [["params.command"], { params: { command: "ls" } }],
    [["params.command", "toolName", "params.cwd"], { params: { command: "ls", cwd: "/" }, toolName: "exec" }],
    [["params", "params.command"], { params: { command: "ls", cwd: "/", list: [1, 2] } }],
    [["params.command", "params"], { params: { command: "ls", cwd: "/", list: [1, 2] } }],
    [["missing", "params.missing", "toolName.length", "constructor", "params.toString"], {}],
  ])("the projection onto %j", async (uses, context) => {
    expect((await questionFor({ handler: { uses } })).context).toEqual(context);
  });

  test("an own `__proto__` is projected as data", async () => {
    const event = JSON.parse('{"event":"e","__proto__":{"a":1}}') as Need["event"];
    const { context } = await questionFor({ event, handler: { uses: ["__proto__.a"] } });
    expect(JSON.stringify(context)).toBe('{"__proto__":{"a":1}}');
  });

  test.each(["sessionKey", "session_id", "conversation_id"])(
    "the session may be called %s (S14)",
    async (key) => {
      expect(await questionFor({ event: { event: "e", [key]: "s2" } })).toHaveProperty("session", "s2");
    },
  );

  test("a session key that is no text does not count", async () => {
    expect(await questionFor({ event: { event: "e", sessionKey: 5 } })).not.toHaveProperty("session");
  });

  test("another kind of handler is the caller's mistake", async () => {
    const handle = judgeHandler(scriptedJudge([]));
    const other: Need = { ...need, handler: { kind: "function", name: "f", timeoutMs: 1 } };
    await expect(handle(other, { signal })).rejects.toThrow(TypeError);
  });
});

describe("what is asked at once", () => {
  /** The most requests at once while seven questions are asked. */
  async function peakOf(options: JudgeOptions, ask: (judge: Judge) => Promise<Verdict>): Promise<number> {
    let active = 0;
    let peak = 0;
    const judge = createJudge({
      ...options,
      custom: async () => {
        peak = Math.max(peak, ++active);
        await new Promise((resolve) => setImmediate(resolve));
        active--;
        return '{"reason":"r","decision":"approve"}';
      },
    });
    const verdicts = await Promise.all(Array.from({ length: 7 }, () => ask(judge)));
    expect(verdicts.map(({ kind }) => kind)).toEqual(verdicts.map(() => "approve"));
    return peak;
  }
  const driven = (judge: Judge): Promise<Verdict> => judgeHandler(judge)(need, { signal });
  const direct = (judge: Judge): Promise<Verdict> =>
    judge.judge({ body: "b", event: "e", context: {}, timeoutMs: 5_000 });

  test.each<[string, JudgeOptions, (judge: Judge) => Promise<Verdict>, number]>([
    ["a driver decides, which has a queue", {}, driven, 7],
    ["`maxConcurrent` limits a driver, too", { maxConcurrent: 2 }, driven, 2],
    ["`maxWaiting` alone comes with three places", { maxWaiting: 10 }, driven, 3],
    ["three for who asks the judge itself", {}, direct, 3],
    ["`maxConcurrent` for who asks the judge itself", { maxConcurrent: 2 }, direct, 2],
  ])("%s", async (_, options, ask, peak) => {
    expect(await peakOf(options, ask)).toBe(peak);
  });
});

describe("the scripted judge", () => {
  const judge = scriptedJudge([
    { body: "push", context: "--force", verdict: { kind: "deny", reason: "force push" } },
    { body: "push", verdict: { kind: "approve", reason: "plain push" } },
    { context: "weather", verdict: { kind: "failure", code: "timeout", message: "slow" } },
  ]);
  const ask = (body: string, command: string, aborted = false) =>
    judge.judge(
      { body, event: "e", context: { command }, timeoutMs: 1 },
      aborted ? { signal: AbortSignal.abort() } : undefined,
    );

  test("the first rule that matches answers; none is a failure", async () => {
    expect(await ask("about push", "git push --force")).toEqual({
      kind: "deny",
      reason: "force push",
      source: "judge",
      ms: 0,
    });
    expect(await ask("about push", "git push")).toMatchObject({ kind: "approve" });
    expect(await ask("other", "weather")).toMatchObject({ kind: "failure", code: "timeout" });
    expect(await ask("other", "x")).toMatchObject({ kind: "failure", code: "judge-unavailable" });
    expect(await ask("about push", "x", true)).toMatchObject({ kind: "failure", code: "aborted" });
  });
});
