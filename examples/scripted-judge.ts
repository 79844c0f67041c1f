import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A local server that speaks the OpenAI protocol and answers from a fixed script: no model is behind it. */
export interface ScriptedJudge {
  /** For `baseUrl` of an OpenAI-compatible provider. */
  readonly baseUrl: string;
  /** Questions answered so far. */
  readonly asked: () => number;
  readonly close: () => Promise<void>;
}

/** One line of the script; the first one whose texts all stand in the prompt answers. */
export interface Line {
  readonly when: readonly string[];
  readonly decision: "approve" | "warn" | "deny";
  readonly reason: string;
}

/** The longest request body in bytes. */
const MAX_BODY = 1_000_000;

/**
 * Starts a judge that answers by a script, on a free port of the loopback interface.
 *
 * @param thinkingMs how long each answer takes, as a model's would
 */
export async function startScriptedJudge(
  script: readonly Line[],
  thinkingMs: number,
): Promise<ScriptedJudge> {
  return await startScriptedServer((body) => {
    const { decision, reason } = script.find((line) => line.when.every((text) => body.includes(text))) ?? {
      decision: "deny",
      reason: "the script has no line for this question",
    };
    return { decision, reason };
  }, thinkingMs);
}

/**
 * Starts the server on a free port of the loopback interface.
 *
 * @param answer what is said to a request of this text
 * @param thinkingMs how long each answer takes, as a model's would
 */
export async function startScriptedServer(
  answer: (body: string) => object,
  thinkingMs: number,
): Promise<ScriptedJudge> {
  let asked = 0;
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      asked++;
      const content = JSON.stringify(answer(body));
      const reply = {
        id: `scripted-${asked}`,
        object: "chat.completion",
        created: 0,
        model: "scripted",
        choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
        usage: { prompt_tokens: Math.ceil(body.length / 4), completion_tokens: 20, total_tokens: 0 },
      };
      setTimeout(() => {
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
      }, thinkingMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked: () => asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) {
    if (body.length < MAX_BODY) body += String(chunk);
  }
  return body;
}
