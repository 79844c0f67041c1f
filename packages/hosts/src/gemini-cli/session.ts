import { isRecord, type JsonObject } from "@gatehouse-hooks/json";
import { callQueue, type WaitingCall } from "../session/call-queue.js";
import { firstTime, objectIn, objectsIn, stringIn, textOf, timeOf, valueIn } from "../session/fields.js";
import { sessionEvent } from "../session/session-event.js";
import type { SessionFormat, SessionPlace, SessionReading } from "../session/session-format.js";
import { geminiCliHost } from "./host.js";
import { endOfToolCall } from "./session-result.js";
import { MCP_NAME, WORKSPACE } from "./session-texts.table.js";

/** The folder of a sub-agent's file is the parent session. */
const PARENT = /(?:^|\/)chats\/([^/]+)\/[^/]+\.jsonl$/;

/** Who makes the calls of a file. */
interface GeminiSession {
  readonly session: string;
  readonly parent?: string;
  readonly cwd: string | null;
}

/** Gemini CLI's session files: `~/.gemini/tmp/<project>/chats/session-<time>-<id>.jsonl`, those of sub-agents in a folder beside. */
export const geminiCliSession: SessionFormat = {
  agent: "gemini-cli",
  title: "Gemini CLI",
  form: "lines",
  is: ([first]) =>
    first !== undefined &&
    ["sessionId", "projectHash", "startTime", "kind"].every((key) => stringIn(first, key) !== ""),
  began: (head) => firstTime(head, "startTime"),
  read: readChat,
};

function readChat({ path = "" }: SessionPlace = {}): SessionReading {
  const queue = callQueue<WaitingCall>();
  /** The last message with calls: it is written again until they have ended. */
  let last: { readonly id: string; readonly record: JsonObject; readonly line: number } | null = null;
  let its: GeminiSession = { session: "", cwd: null };
  const flush = (): void => {
    if (last === null) return;
    for (const call of objectsIn(last.record, "toolCalls")) {
      const waiting = callOf(last.record, call, its);
      const params = waiting.draft.params;
      if (queue.open(waiting, last.line))
        queue.settle(
          waiting,
          endOfToolCall(call, typeof params === "string" ? {} : params, waiting.draft.kind === "shell"),
        );
    }
    last = null;
  };
  return {
    record(record, line = 0) {
      if (Object.hasOwn(record, "projectHash")) its = sessionOf(record, its, path);
      // A change repeats earlier messages in another form, and the first one says where the session is.
      else if (Object.hasOwn(record, "$set")) its = { ...its, cwd: its.cwd ?? workspaceIn(record) };
      else if (stringIn(record, "type") === "gemini") {
        const id = stringIn(record, "id");
        if (last !== null && last.id !== id) flush();
        if (Object.hasOwn(record, "toolCalls")) last = { id, record, line };
      }
      return queue.take();
    },
    end() {
      flush();
      return queue.drain();
    },
  };
}

function sessionOf(header: JsonObject, before: GeminiSession, path: string): GeminiSession {
  const [directory] = listIn(header, "directories");
  const [, folder] = PARENT.exec(path) ?? [];
  const isSub = stringIn(header, "kind") === "subagent";
  return {
    session: stringIn(header, "sessionId") || before.session,
    ...(isSub && folder !== undefined ? { parent: folder } : {}),
    cwd: typeof directory === "string" ? directory : before.cwd,
  };
}

function listIn(object: JsonObject, key: string): readonly unknown[] {
  const value = valueIn(object, key);
  return Array.isArray(value) ? value : [];
}

function workspaceIn(change: JsonObject): string | null {
  const [first] = objectsIn(objectIn(change, "$set"), "messages");
  return first === undefined ? null : (WORKSPACE.exec(textOf(valueIn(first, "content")))?.[1] ?? null);
}

function callOf(message: JsonObject, call: JsonObject, { session, parent, cwd }: GeminiSession): WaitingCall {
  const tool = stringIn(call, "name");
  const given = valueIn(call, "args");
  const params = isRecord(given) ? given : {};
  const [, mcpTool, server] = MCP_NAME.exec(stringIn(call, "displayName")) ?? [];
  const timestamp = stringIn(message, "timestamp");
  const { event, kind, lost } = sessionEvent(
    geminiCliHost,
    {
      hook_event_name: "BeforeTool",
      session_id: session,
      ...(cwd === null ? {} : { cwd }),
      ...(timestamp === "" ? {} : { timestamp }),
      tool_name: tool,
      tool_input: params,
      ...(server === undefined || mcpTool === undefined
        ? {}
        : { mcp_context: { server_name: server, tool_name: mcpTool } }),
    },
    tool,
  );
  return {
    draft: {
      agent: "gemini-cli",
      id: stringIn(call, "id"),
      session,
      ...(parent === undefined ? {} : { parent }),
      at: timeOf(timestamp),
      cwd,
      tool,
      kind,
      params,
      lost: isRecord(given) ? lost : [...lost, "params"],
      event,
    },
  };
}
