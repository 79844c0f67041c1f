// Faults on real sockets, through the real SDKs: nothing hangs past its deadline, no socket stays open, and no fault
// is an approval.
import {
  compilePolicies,
  type Decision,
  type OnFailure,
  readEvent,
  step,
  type Verdict,
} from "@gatehouse-hooks/engine";
import {
  createJudge,
  type JudgeFailureCode,
  type Judge,
  judgeHandler,
  type JudgeOptions,
  type Question,
} from "@gatehouse-hooks/judge";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { startAnthropicServer } from "../../../test/servers/anthropic-server.js";
import type { ModelServer, ServerAnswer, ServerScript } from "../../../test/servers/model-server.js";
import { startOpenAiServer } from "../../../test/servers/openai-server.js";

const approve = '{"reason":"r","decision":"approve"}';

const question: Question = {
  body: "{{context}}",
  event: "before_tool_call",
  context: { toolName: "exec" },
  // Where an answer comes, no time is up: a busy machine may take long for it.
  timeoutMs: 60_000,
};

const servers: ModelServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const protocols = [
  ["openai", startOpenAiServer],
  ["anthropic", startAnthropicServer],
] as const;

async function setUp(
  [provider, start]: (typeof protocols)[number],
  script: ServerScript,
  options: Partial<JudgeOptions> = {},
) {
  const server = await start(script);
  servers.push(server);
  const judge = createJudge({
    model: `${provider}/m`,
    providers: { [provider]: { baseUrl: server.baseUrl, apiKey: "k" } },
    random: () => 0,
    ...options,
  });
  // The first use loads the SDK: that is not part of what is measured.
  await createJudge({
    model: `${provider}/m`,
    providers: { [provider]: { baseUrl: "http://127.0.0.1:1", apiKey: "k" } },
    retries: 0,
  }).judge({ ...question, timeoutMs: 20_000 });
  return { server, judge };
}

async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 2_000 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
}

/**
 * No request is open any more. The platform's `fetch` keeps idle connections for the next request, at most one for each
 * place.
 */
async function expectQuiet(server: ModelServer, places = 1): Promise<void> {
  await until(() => server.openRequests() === 0 && server.openSockets() <= places);
  expect(server.openRequests()).toBe(0);
  expect(server.openSockets()).toBeLessThanOrEqual(places);
}

const html = { "content-type": "text/html" };
const afterA503 =
  (answer: ServerAnswer): ServerScript =>
  (_, number) =>
    number === 0 ? { kind: "raw", status: 503 } : answer;
/** Each with the failure, and with the requests that were made. */
const faults: readonly (readonly [
  name: string,
  answer: ServerAnswer | ServerScript,
  code: JudgeFailureCode,
  asked: number,
])[] = [
  ["no headers", { kind: "hang" }, "timeout", 1],
  ["a slow drip", { kind: "drip", text: approve, everyMs: 50 }, "timeout", 1],
  ["an approval, too late", { kind: "reply", text: approve, afterMs: 3_400 }, "timeout", 1],
  ["503, then no headers", afterA503({ kind: "hang" }), "timeout", 2],
  ["503, then a slow drip", afterA503({ kind: "drip", text: approve, everyMs: 50 }), "timeout", 2],
  [
    "429, come back in a second, then in five",
    (_, number) => ({ kind: "raw", status: 429, headers: { "retry-after": number === 0 ? "1" : "5" } }),
    "rate-limited",
    2,
  ],
  [
    "429, come back in a second, then no headers",
    (_, number) =>
      number === 0 ? { kind: "raw", status: 429, headers: { "retry-after": "1" } } : { kind: "hang" },
    "timeout",
    2,
  ],
  ["an endless body", { kind: "endless" }, "bad-reply", 1],
  ["a reset before the headers", { kind: "reset", when: "before-headers" }, "network", 3],
  ["a reset in the body", { kind: "reset", when: "in-body" }, "network", 3],
  ["429", { kind: "raw", status: 429 }, "rate-limited", 3],
  [
    "429, come back in an hour",
    { kind: "raw", status: 429, headers: { "retry-after": "3600" } },
    "rate-limited",
    1,
  ],
  ["500", { kind: "raw", status: 500, body: '{"error":{"message":"x"}}' }, "http-error", 3],
  ["500 with an approval", { kind: "raw", status: 500, body: approve }, "http-error", 3],
  ["503 as HTML", { kind: "raw", status: 503, headers: html, body: "<html>" }, "http-error", 3],
  ["529", { kind: "raw", status: 529 }, "http-error", 3],
  ["400", { kind: "raw", status: 400 }, "http-error", 1],
  ["401", { kind: "raw", status: 401 }, "http-error", 1],
  ["404", { kind: "raw", status: 404 }, "http-error", 1],
  ["a redirect", { kind: "raw", status: 307, headers: { location: "/v1/elsewhere" } }, "http-error", 1],
  [
    "200 and HTML",
    { kind: "raw", status: 200, headers: html, body: "<html>502 Bad Gateway</html>" },
    "bad-reply",
    1,
  ],
  ["200 and garbage", { kind: "raw", status: 200, body: "\u0000\u0001{{{" }, "bad-reply", 1],
  ["200 and nothing", { kind: "raw", status: 200, body: "" }, "bad-reply", 1],
  ["200 and another protocol", { kind: "raw", status: 200, body: approve }, "bad-reply", 1],
  ["204", { kind: "raw", status: 204 }, "bad-reply", 1],
  [
    "a reply of a megabyte",
    { kind: "reply", text: `{"reason":"${"x".repeat(1e6)}","decision":"approve"}` },
    "bad-reply",
    1,
  ],
  ["prose", { kind: "reply", text: "I approve." }, "bad-reply", 1],
  ["an empty reply", { kind: "reply", text: "" }, "bad-reply", 1],
  ["server-sent events that nobody asked for", { kind: "stream", text: approve }, "bad-reply", 1],
  [
    "server-sent events that say they are JSON",
    { kind: "stream", text: approve, contentType: "application/json" },
    "bad-reply",
    1,
  ],
  ["server-sent events without an end", { kind: "stream", text: approve, open: true }, "timeout", 1],
  [
    "a call of a tool that was not offered",
    { kind: "tool-call", text: approve, finishReason: "tool_calls" },
    "bad-reply",
    1,
  ],
  [
    "such a call, and the model has stopped",
    { kind: "tool-call", text: approve, finishReason: "stop" },
    "bad-reply",
    1,
  ],
  ["a schema ignored: other fields", { kind: "reply", text: '{"ok":true,"why":"r"}' }, "bad-reply", 1],
  [
    "a schema ignored: another word",
    { kind: "reply", text: '{"reason":"r","decision":"approved"}' },
    "bad-reply",
    1,
  ],
  ["a schema ignored: a list", { kind: "reply", text: `[${approve}]` }, "bad-reply", 1],
  ["a schema ignored: prose around it", { kind: "reply", text: `Sure: ${approve}` }, "bad-reply", 1],
  ["an approval that was cut off", { kind: "reply", text: approve, finishReason: "length" }, "bad-reply", 1],
  ["a refusal of the provider's", { kind: "reply", text: approve, finishReason: "refusal" }, "bad-reply", 1],
  ["two verdicts", { kind: "reply", text: `x ${approve}${approve}` }, "bad-reply", 1],
];

/** Milliseconds that a policy with a fault has. A fault that hangs does so for ever: an answer shows the limit. */
const policyMs = 3_000;
const effects: readonly (readonly [onFailure: OnFailure, effect: Decision["effect"], warnings: number])[] = [
  ["deny", "deny", 0],
  ["ask", "ask", 0],
  ["warn", "abstain", 1],
  ["ignore", "abstain", 0],
];

/** Decides about a tool call under one policy that asks the judge. */
async function decideWith(
  judge: Judge,
  onFailure: OnFailure,
): Promise<{ decision: Decision; verdict: Verdict }> {
  const { set } = compilePolicies([
    {
      id: "p",
      events: ["before_tool_call"],
      onFailure,
      handler: { kind: "judge", prompt: "{{context}}", timeoutMs: policyMs, cache: "none" },
    },
  ]);
  const read = readEvent({ event: "before_tool_call", toolName: "exec" });
  if (read.kind === "refused") throw new Error(read.issue.message);
  const pending = step(set, read.event, new Map());
  const need = pending.kind === "pending" ? pending.needs[0] : undefined;
  if (need === undefined) throw new Error("nobody is asked");
  const verdict = await judgeHandler(judge)(need, { signal: new AbortController().signal });
  const decided = step(set, read.event, new Map([[need.id, verdict]]));
  if (decided.kind === "pending") throw new Error("asked again");
  return { decision: decided.decision, verdict };
}

interface Outcome {
  readonly server: ModelServer;
  readonly decision: Decision;
  readonly verdict: Verdict;
}

describe.each(protocols)("%s: a fault", (...protocol) => {
  const outcomes = new Map<string, Outcome>();
  const started: ModelServer[] = [];

  // All of them at once: most of them wait.
  beforeAll(async () => {
    await Promise.all(
      faults.map(async ([name, answer], at) => {
        const { server, judge } = await setUp(protocol, typeof answer === "function" ? answer : () => answer);
        servers.splice(servers.indexOf(server), 1);
        started.push(server);
        const { decision, verdict } = await decideWith(judge, effects[at % effects.length]?.[0] ?? "deny");
        outcomes.set(name, { server, decision, verdict });
      }),
    );
  });

  afterAll(async () => {
    await Promise.all(started.map((server) => server.close()));
  });

  const outcomeOf = (name: string): Outcome => {
    const outcome = outcomes.get(name);
    if (outcome === undefined) throw new Error(`nothing came of ${name}`);
    return outcome;
  };

  test.each(faults)("%s", async (name, _, code, asked) => {
    const { server, verdict } = outcomeOf(name);
    expect(verdict).toMatchObject({ kind: "failure", code, source: "judge" });
    expect(server.requests).toHaveLength(asked);
    await expectQuiet(server);
  });

  test("has the effect that the policy configures", () => {
    for (const [at, [name]] of faults.entries()) {
      const [, effect, warnings] = effects[at % effects.length] ?? effects[0] ?? [];
      const { decision } = outcomeOf(name);
      expect([name, decision.effect, decision.warnings.length]).toEqual([name, effect, warnings]);
    }
  });
});

describe.each(protocols)("%s", (...protocol) => {
  test("after a fault comes a good answer: the retry gets it", async () => {
    const { server, judge } = await setUp(protocol, (_, number) =>
      number < 2 ? { kind: "raw", status: 503 } : { kind: "reply", text: approve },
    );
    const verdict = await judge.judge(question);
    expect(verdict).toMatchObject({ kind: "approve", reason: "r" });
    expect(server.requests).toHaveLength(3);
  });

  test("never more than two retries", async () => {
    const { server, judge } = await setUp(protocol, () => ({ kind: "raw", status: 503 }));
    expect(await judge.judge(question)).toMatchObject({ code: "http-error" });
    expect(server.requests).toHaveLength(3);
  });

  test("`retry-after` is waited for", async () => {
    const { server, judge } = await setUp(protocol, (_, number) =>
      number === 0
        ? { kind: "raw", status: 429, headers: { "retry-after": "1" } }
        : { kind: "reply", text: approve },
    );
    const started = performance.now();
    expect(await judge.judge(question)).toMatchObject({ kind: "approve" });
    // At least: a busy machine can only wait longer.
    expect(performance.now() - started).toBeGreaterThan(990);
    expect(server.requests).toHaveLength(2);
  });

  test.each([
    "-1",
    "soon",
    "1e9",
    "99999999999999999999",
    "Wed, 21 Oct 2015 07:28:00 GMT",
    "2099-01-01T00:00:00Z",
  ])("`retry-after: %s` is the usual wait", async (after) => {
    const { judge } = await setUp(protocol, (_, number) =>
      number === 0
        ? { kind: "raw", status: 429, headers: { "retry-after": after } }
        : { kind: "reply", text: approve },
    );
    expect(await judge.judge(question)).toMatchObject({ kind: "approve" });
  });

  test("an abort ends the call at once and closes the socket", async () => {
    const { server, judge } = await setUp(protocol, () => ({ kind: "hang" }));
    const controller = new AbortController();
    // Longer than a test may take: it is the abort that ends the call.
    const verdict = judge.judge({ ...question, timeoutMs: 1_000_000 }, { signal: controller.signal });
    await until(() => server.requests.length === 1);
    controller.abort();
    expect(await verdict).toMatchObject({ kind: "failure", code: "aborted" });
    await expectQuiet(server);
  });

  test("many timeouts at once leave no request and no more connections than places", async () => {
    const { server, judge } = await setUp(protocol, () => ({ kind: "hang" }), {
      breaker: { openAfter: 1_000 },
    });
    const verdicts = await Promise.all(
      Array.from({ length: 30 }, () => judge.judge({ ...question, timeoutMs: 300 })),
    );
    for (const verdict of verdicts) expect(verdict).toMatchObject({ kind: "failure", code: "timeout" });
    // Bounded by the places, not by the questions.
    await expectQuiet(server, 6);
    expect(server.peak()).toBeLessThanOrEqual(3);
  });

  test("an abort before the start sends nothing", async () => {
    const { server, judge } = await setUp(protocol, () => ({ kind: "reply", text: approve }));
    expect(await judge.judge(question, { signal: AbortSignal.abort() })).toMatchObject({ code: "aborted" });
    expect(server.requests).toHaveLength(0);
  });

  test("a redirect carries neither key nor event to another server", async () => {
    const other = await protocol[1](() => ({ kind: "reply", text: approve }));
    servers.push(other);
    const { judge } = await setUp(protocol, () => ({
      kind: "raw",
      status: 307,
      headers: { location: `${other.baseUrl}/${protocol[0] === "openai" ? "chat/completions" : "messages"}` },
    }));
    expect(await judge.judge(question)).toMatchObject({ kind: "failure", code: "http-error" });
    expect(other.requests).toHaveLength(0);
  });

  test("the circuit opens after five faults in a row, and one request tries again later", async () => {
    let healthy = false;
    const { server, judge } = await setUp(
      protocol,
      () => (healthy ? { kind: "reply", text: approve } : { kind: "raw", status: 500 }),
      { retries: 0, breaker: { halfOpenAfterMs: 3_000 } },
    );
    for (let i = 0; i < 5; i++) expect(await judge.judge(question)).toMatchObject({ code: "http-error" });
    expect(await judge.judge(question)).toMatchObject({ kind: "failure", code: "judge-unavailable" });
    expect(server.requests).toHaveLength(5);
    await new Promise((resolve) => setTimeout(resolve, 3_100));
    expect(await judge.judge(question)).toMatchObject({ code: "http-error" });
    expect(await judge.judge(question)).toMatchObject({ code: "judge-unavailable" });
    expect(server.requests).toHaveLength(6);
    healthy = true;
    await new Promise((resolve) => setTimeout(resolve, 3_100));
    expect(await judge.judge(question)).toMatchObject({ kind: "approve" });
    expect(await judge.judge(question)).toMatchObject({ kind: "approve" });
  });
});

test("nobody listens: a failure, after retries", async () => {
  const server = await startOpenAiServer(() => ({ kind: "hang" }));
  await server.close();
  const judge = createJudge({ model: "v/m", providers: { v: { baseUrl: server.baseUrl } }, random: () => 0 });
  const verdict = await judge.judge(question);
  expect(verdict).toMatchObject({
    kind: "failure",
    code: "network",
    message: expect.stringContaining("ECONNREFUSED") as string,
  });
});

test("one provider's open circuit leaves the others alone", async () => {
  const bad = await startOpenAiServer(() => ({ kind: "raw", status: 500 }));
  const good = await startOpenAiServer(() => ({ kind: "reply", text: approve }));
  servers.push(bad, good);
  const judge = createJudge({
    providers: { bad: { baseUrl: bad.baseUrl }, good: { baseUrl: good.baseUrl } },
    retries: 0,
  });
  for (let i = 0; i < 6; i++) await judge.judge({ ...question, model: "bad/m" });
  expect(await judge.judge({ ...question, model: "bad/m" })).toMatchObject({ code: "judge-unavailable" });
  expect(await judge.judge({ ...question, model: "good/m" })).toMatchObject({ kind: "approve" });
});
