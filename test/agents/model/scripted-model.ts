import { isRecord } from "@gatehouse-hooks/json";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { anthropic } from "./anthropic.js";
import { chat } from "./chat.js";
import { gemini } from "./gemini.js";
import { itemsOf, stringOf, strings } from "./json-access.js";
import type { Body, Protocol, Reply } from "./protocol.js";
import { responses } from "./responses.js";
import type { ToolResult, Turn } from "./script.js";

const PROTOCOLS: readonly Protocol[] = [anthropic, responses, chat, gemini];

/** Said when the script has ended, and to requests for titles and summaries. */
const LAST_WORD = "Done.";
/** What a conversation becomes when it is compacted. */
const SUMMARY = "What was done before this was done.";

/** A model that plays a script. */
export interface ScriptedModel {
  readonly url: string;
  /** The turns of the script that were asked for, in order; a repeated request repeats its turn. */
  readonly turns: readonly number[];
  /** What the agent reported about calls: the results in the last request of the conversation. */
  results(): readonly ToolResult[];
  /** Every string in the last request of the conversation, in order: what the model can have read. */
  heard(): readonly string[];
  /** The same of each request that `aside` has answered. */
  readonly asides: readonly (readonly string[])[];
  /** The same of each request of a subagent. */
  readonly subtasks: readonly (readonly string[])[];
  /** The same of each request of the conversation that was compacted. */
  readonly compacted: readonly (readonly string[])[];
  /** Whether any request contained this string. */
  saw(text: string): boolean;
  close(): Promise<void>;
}

export interface ScriptOptions {
  readonly turns: readonly Turn[];
  /** In every id that the model gives out. A session that is resumed has seen the ids of the run before it. */
  readonly run: string;
  /** Answers requests that are not of the agent, such as a judge's, by what they say; undefined: it is one of the agent's. */
  readonly aside?: (said: readonly string[]) => string | undefined;
  /** The script of conversations that begin with a mark: those of a subagent. */
  readonly subtask?: { readonly mark: string; readonly turns: readonly Turn[] };
  /** How the agent asks for a summary of a conversation that is long, and the script from then on. */
  readonly compaction?: { readonly asks: RegExp; readonly turns: readonly Turn[] };
}

/**
 * Starts a model on loopback that speaks four protocols on one port.
 *
 * Which turn it plays follows from the conversation alone, by how often the model has spoken in it since the first
 * request, not from a counter: an agent that repeats a request gets the same turn again.
 */
export async function startScriptedModel({
  turns,
  run,
  aside,
  subtask,
  compaction,
}: ScriptOptions): Promise<ScriptedModel> {
  const asked: number[] = [];
  const bodies: Body[] = [];
  const asides: (readonly string[])[] = [];
  const subtasks: (readonly string[])[] = [];
  const compacted: (readonly string[])[] = [];
  const begun = new Set<number>();
  let offset: number | undefined;
  let compactedOffset: number | undefined;
  let results: readonly ToolResult[] = [];
  let heard: readonly string[] = [];

  const reply = async (path: string, body: Body): Promise<Reply | undefined> => {
    const protocol = PROTOCOLS.find((one) => one.serves(path));
    if (protocol === undefined) return besides(path);
    const said = strings(body);
    const answered = aside?.(said);
    if (answered !== undefined) {
      asides.push(said);
      return protocol.speak({ turn: { text: answered }, id: `${run}_aside`, body, path });
    }
    bodies.push(body);
    const conversation = protocol.read(body);
    const summarizes = compaction !== undefined && said.some((text) => compaction.asks.test(text));
    if (conversation.tools.length === 0 && !summarizes) {
      return protocol.speak({ turn: { text: LAST_WORD }, id: `${run}_side`, body, path });
    }
    if (subtask !== undefined && beginning(body).some((text) => text.includes(subtask.mark))) {
      subtasks.push(said);
      const number = conversation.assistantTurns;
      const turn = subtask.turns[number] ?? { text: LAST_WORD };
      return protocol.speak({ turn, id: `${run}_sub_${number}`, body, path });
    }
    if (compaction !== undefined && said.some((text) => text.includes(SUMMARY))) {
      compacted.push(said);
      compactedOffset ??= conversation.assistantTurns;
      const number = Math.max(0, conversation.assistantTurns - compactedOffset);
      const turn = compaction.turns[number] ?? { text: LAST_WORD };
      return protocol.speak({ turn, id: `${run}_after_${number}`, body, path });
    }
    if (summarizes) return protocol.speak({ turn: { text: SUMMARY }, id: `${run}_summary`, body, path });
    offset ??= conversation.assistantTurns;
    const number = Math.max(0, conversation.assistantTurns - offset);
    results = conversation.results;
    heard = said;
    asked.push(number);
    const turn = turns[number] ?? { text: LAST_WORD };
    if (!begun.has(number)) {
      begun.add(number);
      await turn.before?.();
    }
    const calls = [...(turn.calls ?? []), ...(turn.follows?.(said) ?? [])];
    return protocol.speak({ turn: { ...turn, calls }, id: `${run}_${number}`, body, path });
  };

  const server = createServer((request, response) => {
    void answer(request, response, reply);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    turns: asked,
    results: () => results,
    heard: () => heard,
    asides,
    subtasks,
    compacted,
    saw: (text) => bodies.some((body) => strings(body).some((one) => one.includes(text))),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What is said before the model has spoken. */
function beginning(body: Body): readonly string[] {
  const messages = ["messages", "input", "contents"].flatMap((key) => itemsOf(body, key));
  const spoken = messages.findIndex(
    (one) =>
      ["assistant", "model"].includes(stringOf(one, "role")) ||
      /call$|^reasoning$/.test(stringOf(one, "type")),
  );
  return strings(spoken === -1 ? messages : messages.slice(0, spoken));
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  reply: (path: string, body: Body) => Promise<Reply | undefined>,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const path = (request.url ?? "/").replace(/\?.*$/, "");
  const found = await reply(path, readBody(Buffer.concat(chunks).toString("utf8")));
  if (found === undefined) {
    response.writeHead(404, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { type: "not_found_error", message: `no route \`${path}\`` } }));
  } else if (found.kind === "json") {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(found.value));
  } else {
    response.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache",
      connection: "close",
    });
    response.end(found.text);
  }
}

function readBody(text: string): Body {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** What agents ask a provider besides turns. */
function besides(path: string): Reply | undefined {
  if (path.endsWith("/count_tokens")) return { kind: "json", value: { input_tokens: 10 } };
  if (path.endsWith(":countTokens")) return { kind: "json", value: { totalTokens: 10 } };
  if (path === "/") return { kind: "json", value: {} };
  if (!path.endsWith("/models")) return undefined;
  const model = { id: "scripted", object: "model", created: 1, owned_by: "test" };
  return { kind: "json", value: { object: "list", data: [model], models: [] } };
}
