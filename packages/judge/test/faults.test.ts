// Faults on real sockets, through the real SDKs: nothing hangs past its deadline, no socket stays open, and no fault
// is an approval.
import { createJudge, type FailureCode, type JudgeOptions, type Question } from "@gatehouse/judge";
import { afterEach, describe, expect, test } from "vitest";

import { startAnthropicServer } from "./anthropic-server.js";
import type { ModelServer, ServerAnswer, ServerScript } from "./model-server.js";
import { startOpenAiServer } from "./openai-server.js";

const approve = '{"reason":"r","decision":"approve"}';

const question: Question = {
  body: "{{context}}",
  event: "before_tool_call",
  context: { toolName: "exec" },
  timeoutMs: 600,
};

/** What a slow shared machine may need beyond a deadline, in milliseconds. */
const slack = 250;

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
  for (let i = 0; i < 200 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
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
const faults: readonly (readonly [name: string, answer: ServerAnswer, code: FailureCode, asked: number])[] = [
  ["no headers", { kind: "hang" }, "timeout", 1],
  ["a slow drip", { kind: "drip", text: approve, everyMs: 50 }, "timeout", 1],
  ["an endless body", { kind: "endless" }, "bad-reply", 1],
  ["a reset before the headers", { kind: "reset", when: "before-headers" }, "network", 2],
  ["a reset in the body", { kind: "reset", when: "in-body" }, "network", 2],
  ["429", { kind: "raw", status: 429 }, "rate-limited", 2],
  [
    "429, come back in an hour",
    { kind: "raw", status: 429, headers: { "retry-after": "3600" } },
    "rate-limited",
    1,
  ],
  ["500", { kind: "raw", status: 500, body: '{"error":{"message":"x"}}' }, "http-error", 2],
  ["500 with an approval", { kind: "raw", status: 500, body: approve }, "http-error", 2],
  ["503 as HTML", { kind: "raw", status: 503, headers: html, body: "<html>" }, "http-error", 2],
  ["529", { kind: "raw", status: 529 }, "http-error", 2],
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
  ["two verdicts", { kind: "reply", text: `x ${approve}${approve}` }, "bad-reply", 1],
];

describe.each(protocols)("%s", (...protocol) => {
  test.each(faults)("%s", async (_, answer, code, asked) => {
    const { server, judge } = await setUp(protocol, () => answer);
    const started = performance.now();
    const verdict = await judge.judge(question);
    expect(performance.now() - started).toBeLessThan(question.timeoutMs + slack);
    expect(verdict).toMatchObject({ kind: "failure", code, source: "judge" });
    expect(server.requests).toHaveLength(asked);
    await expectQuiet(server);
  });

  test("after a fault comes a good answer: the retry gets it", async () => {
    const { server, judge } = await setUp(protocol, (_, number) =>
      number < 2 ? { kind: "raw", status: 503 } : { kind: "reply", text: approve },
    );
    const verdict = await judge.judge({ ...question, timeoutMs: 10_000 });
    expect(verdict).toMatchObject({ kind: "approve", reason: "r" });
    expect(server.requests).toHaveLength(3);
  });

  test("never more than two retries", async () => {
    const { server, judge } = await setUp(protocol, () => ({ kind: "raw", status: 503 }));
    expect(await judge.judge({ ...question, timeoutMs: 10_000 })).toMatchObject({ code: "http-error" });
    expect(server.requests).toHaveLength(3);
  });

  test("`retry-after` is waited for", async () => {
    const { server, judge } = await setUp(protocol, (_, number) =>
      number === 0
        ? { kind: "raw", status: 429, headers: { "retry-after": "1" } }
        : { kind: "reply", text: approve },
    );
    const started = performance.now();
    expect(await judge.judge({ ...question, timeoutMs: 5_000 })).toMatchObject({ kind: "approve" });
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
    expect(await judge.judge({ ...question, timeoutMs: 2_000 })).toMatchObject({ kind: "approve" });
  });

  test("an abort ends the call at once and closes the socket", async () => {
    const { server, judge } = await setUp(protocol, () => ({ kind: "hang" }));
    const controller = new AbortController();
    const verdict = judge.judge({ ...question, timeoutMs: 30_000 }, { signal: controller.signal });
    await until(() => server.requests.length === 1);
    const started = performance.now();
    controller.abort();
    expect(await verdict).toMatchObject({ kind: "failure", code: "aborted" });
    expect(performance.now() - started).toBeLessThan(slack);
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
      { retries: 0, breaker: { halfOpenAfterMs: 300 } },
    );
    for (let i = 0; i < 5; i++) expect(await judge.judge(question)).toMatchObject({ code: "http-error" });
    expect(await judge.judge(question)).toMatchObject({ kind: "failure", code: "judge-unavailable" });
    expect(server.requests).toHaveLength(5);
    await new Promise((resolve) => setTimeout(resolve, 350));
    expect(await judge.judge(question)).toMatchObject({ code: "http-error" });
    expect(await judge.judge(question)).toMatchObject({ code: "judge-unavailable" });
    expect(server.requests).toHaveLength(6);
    healthy = true;
    await new Promise((resolve) => setTimeout(resolve, 350));
    expect(await judge.judge(question)).toMatchObject({ kind: "approve" });
    expect(await judge.judge(question)).toMatchObject({ kind: "approve" });
  });
});

test("nobody listens: a failure, after retries", async () => {
  const server = await startOpenAiServer(() => ({ kind: "hang" }));
  await server.close();
  const judge = createJudge({ model: "v/m", providers: { v: { baseUrl: server.baseUrl } }, random: () => 0 });
  const verdict = await judge.judge({ ...question, timeoutMs: 5_000 });
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
