// Providers over real sockets, through the real SDKs.
import { createJudge, type Question } from "@gatehouse-hooks/judge";
import { afterEach, describe, expect, test, vi } from "vitest";

import { startAnthropicServer } from "../../../test/servers/anthropic-server.js";
import type { ModelServer, ServerScript } from "../../../test/servers/model-server.js";
import { startOpenAiServer } from "../../../test/servers/openai-server.js";

const servers: ModelServer[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(start: (script: ServerScript) => Promise<ModelServer>, script: ServerScript) {
  const server = await start(script);
  servers.push(server);
  return server;
}

const question: Question = {
  body: "Deny force pushes to main: {{params.command}}",
  event: "before_tool_call",
  context: {
    event: "before_tool_call",
    toolName: "exec",
    params: { command: "git push --force origin main" },
  },
  timeoutMs: 5_000,
};

const deny = '{"reason":"force push to main","decision":"deny"}';

const protocols = [
  ["openai", startOpenAiServer, "gpt-4o"],
  ["openai-compatible", startOpenAiServer, "local/judge"],
  ["ollama", startOpenAiServer, "qwen3"],
  ["anthropic", startAnthropicServer, "claude-sonnet-4-20250514"],
  ["anthropic", startAnthropicServer, "claude-sonnet-4-5"],
] as const;

describe.each(protocols)("%s, model %3$s", (provider, start, model) => {
  const judgeOf = (server: ModelServer) =>
    createJudge({
      model: `${provider}/${model}`,
      providers: { [provider]: { baseUrl: server.baseUrl, apiKey: "test-key" } },
    });

  test("asks for the schema and gives the verdict, with what it cost", async () => {
    const server = await serve(start, () => ({ kind: "reply", text: deny }));
    const verdict = await judgeOf(server).judge(question);
    expect(verdict).toMatchObject({
      kind: "deny",
      reason: "force push to main",
      source: "judge",
      usage: { inputTokens: 100, outputTokens: 20 },
    });
    expect(server.requests).toHaveLength(1);
    const [request] = server.requests;
    expect(request?.body["model"]).toBe(model);
    expect(JSON.stringify(request?.body)).toContain('"enum":["approve","warn","ask","deny"]');
    expect(request?.prompt).toContain('"git push --force origin main"');
    expect(request?.system).toContain("exactly one JSON object");
    expect(request?.headers[provider === "anthropic" ? "x-api-key" : "authorization"]).toContain("test-key");
  });

  test("a reply that ignores the schema is read by the strict reader", async () => {
    const server = await serve(start, (_, number) => ({
      kind: "reply",
      text: number === 0 ? `Fine with me. {"decision":"approve","reason":"r"}` : "```json\n" + deny + "\n```",
    }));
    const judge = judgeOf(server);
    expect(await judge.judge(question)).toMatchObject({ kind: "failure", code: "bad-reply" });
    expect(await judge.judge(question)).toMatchObject({ kind: "deny" });
  });

  test("a reply that was cut off is no reply", async () => {
    const server = await serve(start, () => ({
      kind: "reply",
      text: 'x {"decision":"approve","reason":"r"}',
      finishReason: "length",
    }));
    expect(await judgeOf(server).judge(question)).toMatchObject({ kind: "failure", code: "bad-reply" });
  });
});

describe("a provider without structured output", () => {
  test("is asked for text, and read leniently", async () => {
    const server = await serve(startOpenAiServer, () => ({ kind: "reply", text: `I object. ${deny}` }));
    const judge = createJudge({
      model: "vllm/judge",
      providers: { vllm: { baseUrl: server.baseUrl, structuredOutput: false } },
    });
    expect(await judge.judge(question)).toMatchObject({ kind: "deny" });
    expect(server.requests[0]?.body["response_format"]).toBeUndefined();
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });
});

describe("nobody to ask", () => {
  test.each([
    ["no model", {}, /no model is configured/],
    ["no slash", { model: "gpt-4o" }, /expected a model as `provider\/model`/],
    ["no key", { model: "openai/gpt-4o", env: { OPENAI_API_KEY: "" } }, /set OPENAI_API_KEY/],
    ["no server", { model: "openai-compatible/m" }, /OPENAI_COMPATIBLE_BASE_URL/],
    ["unknown provider", { model: "nobody/m" }, /unknown provider `nobody`/],
    ["an inherited name", { model: "constructor/m" }, /unknown provider `constructor`/],
    [
      "a bad address",
      { model: "v/m", providers: { v: { baseUrl: "file:///etc/passwd" } } },
      /not an http or https/,
    ],
    ["no such size", { model: "small" }, /set `sizes`/],
  ])("%s: a failure, said once", async (_, options, message) => {
    const notices: string[] = [];
    const judge = createJudge({ ...options, onNotice: (notice) => notices.push(notice.message) });
    for (let i = 0; i < 3; i++) {
      const verdict = await judge.judge(question);
      expect(verdict).toMatchObject({
        kind: "failure",
        code: "judge-unavailable",
        message: expect.stringMatching(message) as string,
      });
    }
    expect(notices).toHaveLength(1);
  });
});

describe("the environment", () => {
  test("gives addresses and keys; a provider of another name does not get them", async () => {
    const server = await serve(startOpenAiServer, () => ({ kind: "reply", text: deny }));
    const env = {
      OPENAI_COMPATIBLE_API_KEY: "other-key",
      OPENAI_API_KEY: "env-key",
      OPENAI_BASE_URL: server.baseUrl,
      OLLAMA_HOST: server.baseUrl.slice(7, -3),
    };
    const judge = createJudge({
      model: "openai/gpt-4o",
      env,
      providers: { other: { baseUrl: server.baseUrl } },
    });
    for (const model of ["openai/gpt-4o", "ollama/m", "other/m"]) {
      expect(await judge.judge({ ...question, model })).toMatchObject({ kind: "deny" });
    }
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer env-key",
      undefined,
      undefined,
    ]);
  });

  test.each([
    ["anthropic", startAnthropicServer],
    ["openai", startOpenAiServer],
  ] as const)(
    "the process's own is never read: a server of the kind %s without a key gets none",
    async (kind, start) => {
      vi.stubEnv("ANTHROPIC_API_KEY", "process-key");
      vi.stubEnv("OPENAI_API_KEY", "process-key");
      const server = await serve(start, () => ({ kind: "reply", text: deny }));
      const judge = createJudge({
        model: "proxy/m",
        providers: { proxy: { kind, baseUrl: server.baseUrl } },
      });
      expect(await judge.judge(question)).toMatchObject({ kind: "deny" });
      expect(JSON.stringify(server.requests[0]?.headers)).not.toContain("process-key");
    },
  );

  test("sizes name models", async () => {
    const server = await serve(startOpenAiServer, () => ({ kind: "reply", text: deny }));
    const judge = createJudge({
      model: "small",
      sizes: { small: "v/little", large: "v/big" },
      providers: { v: { baseUrl: server.baseUrl } },
    });
    await judge.judge(question);
    await judge.judge({ ...question, model: "large" });
    expect(server.requests.map(({ body }) => body["model"])).toEqual(["little", "big"]);
  });
});
