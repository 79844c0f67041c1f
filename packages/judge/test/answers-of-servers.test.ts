// What each answer of a server is called, what may be asked again, and how names and addresses of models are read.
import { createJudge, type JudgeOptions, type Question, type ProviderOptions } from "@gatehouse-hooks/judge";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startAnthropicServer } from "../../../test/servers/anthropic-server.js";
import type { ModelRequest, ModelServer, ServerAnswer } from "../../../test/servers/model-server.js";
import { startOpenAiServer } from "../../../test/servers/openai-server.js";

const approve = '{"reason":"r","decision":"approve"}';
const question: Question = {
  body: "{{context}}",
  event: "before_tool_call",
  context: { toolName: "exec" },
  timeoutMs: 5_000,
};

let next: (request: ModelRequest) => ServerAnswer = () => ({ kind: "reply", text: approve });
const servers: ModelServer[] = [];

beforeAll(async () => {
  servers.push(await startOpenAiServer((request) => next(request)));
  servers.push(await startAnthropicServer((request) => next(request)));
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
});

const baseUrl = (): string => servers[0]?.baseUrl ?? "";
const asked = (): readonly ModelRequest[] => servers[0]?.requests ?? [];

/** Asks once, without retries. */
async function ask(answer: ServerAnswer, provider: ProviderOptions = {}, more: Partial<JudgeOptions> = {}) {
  next = () => answer;
  return await createJudge({
    model: "v/m",
    providers: { v: { baseUrl: baseUrl(), ...provider } },
    retries: 0,
    ...more,
  }).judge(question);
}

describe("an HTTP status is told", () => {
  test.each([
    [400, "http-error", "`v` answered 400"],
    [401, "http-error", "`v` answered 401: check the key"],
    [403, "http-error", "`v` answered 403: check the key"],
    [404, "http-error", "`v` answered 404: check the model and the base URL"],
    [301, "http-error", "`v` answered 301: redirects are not followed, check the base URL"],
    [307, "http-error", "`v` answered 307: redirects are not followed, check the base URL"],
    [418, "http-error", "`v` answered 418"],
    [429, "rate-limited", "`v` answered 429"],
    [500, "http-error", "`v` answered 500"],
  ])("%d", async (status, code, message) => {
    expect(await ask({ kind: "raw", status, body: '{"error":{"message":"SECRET"}}' })).toMatchObject({
      kind: "failure",
      code,
      message,
    });
  });

  test.each<readonly [name: string, answer: ServerAnswer, code: string, message: string]>([
    [
      "no JSON",
      { kind: "raw", status: 200, body: "{" },
      "bad-reply",
      "the answer of `v` is not in its protocol",
    ],
    [
      "JSON",
      { kind: "raw", status: 200, body: "{}" },
      "bad-reply",
      "the answer of `v` is not in its protocol",
    ],
    ["no body", { kind: "raw", status: 204 }, "bad-reply", "the answer of `v` is not in its protocol"],
    ["a reset", { kind: "reset", when: "before-headers" }, "network", "no answer from `v` (ECONNRESET)"],
    ["a reset later", { kind: "reset", when: "in-body" }, "network", "no answer from `v` (ECONNRESET)"],
    ["an endless body", { kind: "endless" }, "bad-reply", "the response has more than 524288 bytes"],
    [
      "a model that was stopped",
      { kind: "reply", text: approve, finishReason: "length" },
      "bad-reply",
      "the model stopped early: `length`",
    ],
  ])("not a status but %s", async (_, answer, code, message) => {
    expect(await ask(answer)).toMatchObject({ kind: "failure", code, message });
  });

  test("the longest body", async () => {
    const body = JSON.stringify({
      id: "1",
      object: "chat.completion",
      created: 0,
      model: "m",
      choices: [{ index: 0, message: { role: "assistant", content: approve }, finish_reason: "stop" }],
    });
    const sized = (bytes: number): ServerAnswer => ({ kind: "raw", status: 200, body: body.padEnd(bytes) });
    expect(await ask(sized(524_288))).toMatchObject({
      kind: "approve",
      usage: { inputTokens: 0, outputTokens: 0 },
    });
    expect(await ask(sized(524_289))).toMatchObject({ kind: "failure", code: "bad-reply" });
  });
});

describe("asked again", () => {
  const attemptsFor = async (answer: ServerAnswer, more: Partial<JudgeOptions> = {}) => {
    next = () => answer;
    const before = asked().length;
    const verdict = await createJudge({
      model: "v/m",
      providers: { v: { baseUrl: baseUrl() } },
      retries: 1,
      random: () => 0,
      ...more,
    }).judge({ ...question, timeoutMs: 2_000 });
    expect(verdict).toMatchObject({ kind: "failure" });
    return asked().length - before;
  };
  test.each([408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529])("after %d", async (status) => {
    expect(await attemptsFor({ kind: "raw", status })).toBe(2);
  });
  test.each([400, 401, 404, 409, 410, 422, 428, 430, 499, 501, 505, 519, 525, 528, 530])(
    "not after %d",
    async (status) => {
      expect(await attemptsFor({ kind: "raw", status })).toBe(1);
    },
  );

  // Two seconds are left: a longer wait is not begun.
  const inAnHour = (now: number) => new Date(now + 3_600_000).toUTCString();
  test.each<readonly [name: string, headers: Readonly<Record<string, string>>, attempts: number]>([
    ["retry-after: 0", { "retry-after": "0" }, 2],
    ["retry-after: 2", { "retry-after": "2" }, 1],
    ["retry-after: 60", { "retry-after": " 60 " }, 1],
    ["retry-after-ms: 100", { "retry-after-ms": "100" }, 2],
    ["retry-after-ms: 2100", { "retry-after-ms": "2100" }, 1],
    ["milliseconds before seconds", { "retry-after-ms": "100", "retry-after": "60" }, 2],
    ["nonsense before seconds", { "retry-after-ms": "soon", "retry-after": "60" }, 1],
    ["milliseconds with an end", { "retry-after-ms": "2100x" }, 2],
    ["seconds with a beginning", { "retry-after": "x60" }, 2],
    ["seconds with an end", { "retry-after": "60x" }, 2],
    ["a date that has passed", { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" }, 2],
    ["a date in an hour", { "retry-after": inAnHour(Date.now()) }, 1],
    ["a date that does not begin with a weekday", { "retry-after": "2099-01-01T00:00:00Z" }, 2],
    ["no date", { "retry-after": "Someday" }, 2],
  ])("%s", async (_, headers, attempts) => {
    expect(await attemptsFor({ kind: "raw", status: 429, headers })).toBe(attempts);
  });

  test("the clock that dates are read by is the judge's", async () => {
    const now = () => Date.UTC(2015, 9, 21, 7, 0);
    const headers = { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" };
    expect(await attemptsFor({ kind: "raw", status: 429, headers }, { now })).toBe(1);
  });
});

describe("a request", () => {
  const bodyOf = async (provider: ProviderOptions = {}, more: Partial<JudgeOptions> = {}) => {
    expect(await ask({ kind: "reply", text: approve }, provider, more)).toMatchObject({ kind: "approve" });
    return asked().at(-1);
  };
  test("is not for a stream, with 2,048 tokens at most and the provider's temperature", async () => {
    const request = await bodyOf();
    expect(request?.body).toMatchObject({ model: "m", max_tokens: 2_048 });
    expect(request?.body["stream"] ?? false).toBe(false);
    expect(request?.body).not.toHaveProperty("temperature");
    expect(request?.body).not.toHaveProperty("tools");
    expect(request?.body["response_format"]).toMatchObject({ type: "json_schema" });
  });
  test("carries what the options say", async () => {
    const request = await bodyOf(
      { headers: { "x-team": "a" }, apiKey: "k" },
      { temperature: 0, maxOutputTokens: 7 },
    );
    expect(request?.body).toMatchObject({ max_tokens: 7, temperature: 0 });
    expect(request?.headers).toMatchObject({ "x-team": "a", authorization: "Bearer k" });
  });
  test("has no schema where the server takes none, and the reply is read leniently", async () => {
    const request = await bodyOf({ structuredOutput: false });
    expect(request?.body).not.toHaveProperty("response_format");
    const prose: ServerAnswer = { kind: "reply", text: `Well. ${approve}` };
    expect(await ask(prose, { structuredOutput: false })).toMatchObject({ kind: "approve" });
    expect(await ask(prose, { structuredOutput: false, reply: "strict" })).toMatchObject({ kind: "failure" });
    expect(await ask(prose)).toMatchObject({ kind: "failure" });
    expect(await ask(prose, { reply: "lenient" })).toMatchObject({ kind: "approve" });
  });
});

describe("names and addresses", () => {
  const failureOf = async (options: JudgeOptions) => {
    const verdict = await createJudge({ retries: 0, ...options }).judge(question);
    return verdict.kind === "failure" ? `${verdict.code}: ${verdict.message}` : verdict.kind;
  };
  test.each<readonly [name: string, options: JudgeOptions, failure: string]>([
    ["nothing", {}, "no model is configured: set `model` to `provider/model`"],
    ["no slash", { model: "gpt" }, "expected a model as `provider/model`, found `gpt`"],
    ["no provider", { model: "/m" }, "expected a model as `provider/model`, found `/m`"],
    ["no name", { model: "v/" }, "expected a model as `provider/model`, found `v/`"],
    ["no size", { model: "large" }, "no model of the size `large` is configured: set `sizes`"],
    [
      "an inherited size",
      { model: "medium", sizes: {} },
      "no model of the size `medium` is configured: set `sizes`",
    ],
    [
      "an unknown provider",
      { model: "w/m", providers: { v: {} } },
      "unknown provider `w`: expected one of anthropic, openai, ollama, v, or an entry in `providers`",
    ],
    ["no key", { model: "anthropic/m" }, "no key for `anthropic`: set ANTHROPIC_API_KEY"],
    [
      "a blank key",
      { model: "anthropic/m", env: { ANTHROPIC_API_KEY: " " } },
      "no key for `anthropic`: set ANTHROPIC_API_KEY",
    ],
    [
      "no server",
      { model: "openai-compatible/m" },
      "no server for `openai-compatible`: set `providers` … `baseUrl` or OPENAI_COMPATIBLE_BASE_URL",
    ],
    [
      "no server of another name",
      { model: "v/m", providers: { v: {} }, env: { OPENAI_COMPATIBLE_BASE_URL: "http://127.0.0.1:1" } },
      "no server for `v`: set `providers` … `baseUrl`",
    ],
    [
      "no address",
      { model: "v/m", providers: { v: { baseUrl: "here" } } },
      "the base URL of `v` is not an http or https address",
    ],
    [
      "another protocol",
      { model: "v/m", providers: { v: { baseUrl: "ftp://127.0.0.1/" } } },
      "the base URL of `v` is not an http or https address",
    ],
    [
      "no host of Ollama's",
      { model: "ollama/m", env: { OLLAMA_HOST: "http://:" } },
      "the base URL of `ollama` is not an http or https address",
    ],
  ])("%s", async (_, options, failure) => {
    expect(await failureOf(options)).toBe(`judge-unavailable: ${failure}`);
  });

  test.each<readonly [name: string, options: (url: string) => JudgeOptions]>([
    ["a slash at the end", (url) => ({ model: "v/m", providers: { v: { baseUrl: `${url}/` } } })],
    [
      "an address of the environment",
      (url) => ({ model: "openai-compatible/m", env: { OPENAI_COMPATIBLE_BASE_URL: ` ${url} ` } }),
    ],
    ["Ollama's host and port", (url) => ({ model: "ollama/m", env: { OLLAMA_HOST: url.slice(7, -3) } })],
    ["Ollama's address", (url) => ({ model: "ollama/m", env: { OLLAMA_HOST: url.slice(0, -3) } })],
    ["Ollama's address with a path", (url) => ({ model: "ollama/m", env: { OLLAMA_HOST: url } })],
    [
      "a known provider's entry without a key, and the environment's",
      (url) => ({
        model: "openai/m",
        providers: { openai: { baseUrl: url } },
        env: { OPENAI_API_KEY: " k ", OPENAI_BASE_URL: "http://127.0.0.1:1" },
      }),
    ],
    [
      "a size that is the default's name",
      (url) => ({ model: "small", sizes: { small: "v/m" }, providers: { v: { baseUrl: url } } }),
    ],
  ])("%s", async (_, options) => {
    next = () => ({ kind: "reply", text: approve });
    const before = asked().length;
    expect(await createJudge({ retries: 0, ...options(baseUrl()) }).judge(question)).toMatchObject({
      kind: "approve",
    });
    expect(asked().length - before).toBe(1);
    expect(asked().at(-1)?.path).toBe("/v1/chat/completions");
  });

  test("the model's own name may hold slashes; the kind of a server can be told", async () => {
    next = () => ({ kind: "reply", text: approve });
    await createJudge({ model: "v/org/m:7b", providers: { v: { baseUrl: baseUrl() } } }).judge(question);
    expect(asked().at(-1)?.body["model"]).toBe("org/m:7b");
    const verdict = await createJudge({
      model: "proxy/claude",
      providers: { proxy: { kind: "anthropic", baseUrl: servers[1]?.baseUrl ?? "", apiKey: "k" } },
    }).judge(question);
    expect(verdict).toMatchObject({ kind: "approve" });
    expect(servers[1]?.requests.at(-1)?.headers["x-api-key"]).toBe("k");
  });
});

describe("a custom provider's answer", () => {
  const judged = async (reply: unknown) =>
    await createJudge({ custom: () => reply as never, retries: 0 }).judge(question);
  const none = { kind: "failure", code: "bad-reply", message: "the custom provider answered no text" };
  test.each([[null], [undefined], [5], [{}], [{ text: 5 }], [[]]])("%j is none", async (reply) => {
    expect(await judged(reply)).toMatchObject(none);
  });
  test.each([
    [
      { inputTokens: 1, outputTokens: 2 },
      { inputTokens: 1, outputTokens: 2 },
    ],
    [
      { inputTokens: 0, outputTokens: 0 },
      { inputTokens: 0, outputTokens: 0 },
    ],
    [{ inputTokens: 1 }, undefined],
    [{ inputTokens: -1, outputTokens: 2 }, undefined],
    [{ inputTokens: 1, outputTokens: Number.NaN }, undefined],
    [{ inputTokens: "1", outputTokens: 2 }, undefined],
    [null, undefined],
    ["many", undefined],
  ])("with the usage %j", async (usage, kept) => {
    const verdict = await judged({ text: approve, usage });
    expect(verdict).toMatchObject({ kind: "approve" });
    expect(verdict.usage).toEqual(kept);
  });
  test.each<readonly [thrown: unknown, message: string]>([
    [new Error("no route"), "the custom provider failed: `no route`"],
    ["no route", "the custom provider failed: `no route`"],
  ])("that is thrown", async (thrown, message) => {
    const custom = () => {
      throw thrown;
    };
    expect(await createJudge({ custom, retries: 0 }).judge(question)).toMatchObject({
      kind: "failure",
      code: "network",
      message,
    });
  });
});
