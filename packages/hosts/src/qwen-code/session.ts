import type { JsonObject } from "@gatehouse-hooks/json";
import { callQueue, type WaitingCall } from "../session/call-queue.js";
import { firstTime, objectIn, objectsIn, stringIn, timeOf, valueIn } from "../session/fields.js";
import { filedCall } from "../session/session-event.js";
import type { SessionFormat, SessionPlace, SessionReading } from "../session/session-format.js";
import { qwenCodeHost } from "./host.js";
import { endOfToolResult, telemetryOf } from "./session-result.js";

/** The file of a sub-agent: the session is a folder, and its own file is elsewhere. */
const SUBAGENT = /(?:^|\/)subagents\/([^/]+)\/([^/]+)\.jsonl$/;
/** Calls of sub-agents whose end is remembered. */
const MAX_TOLD = 50_000;

/** Qwen Code's session files: `~/.qwen/projects/<folder>/chats/<session>.jsonl`, those of sub-agents in `subagents`. */
export const qwenCodeSession: SessionFormat = {
  agent: "qwen-code",
  title: "Qwen Code",
  form: "lines",
  is: (head) => head.some((record) => isRecordOfQwen(record)),
  began: (head) => firstTime(head, "timestamp"),
  beside(path) {
    const [, session, name] = SUBAGENT.exec(path) ?? [];
    return session === undefined || name === undefined
      ? []
      : [
          { path: `${name}.meta.json`, form: "document" },
          { path: `../../chats/${session}.jsonl`, form: "lines" },
        ];
  },
  read: readChat,
};

function isRecordOfQwen(record: JsonObject): boolean {
  if (stringIn(record, "sessionId") === "" || stringIn(record, "uuid") === "") return false;
  return (
    Array.isArray(valueIn(objectIn(record, "message"), "parts")) || Object.hasOwn(record, "systemPayload")
  );
}

function readChat({ beside = [] }: SessionPlace = {}): SessionReading {
  const queue = callQueue<WaitingCall>();
  const { told, starter } = toldBy(beside);
  return {
    record(record, line = 0) {
      const parts = objectsIn(objectIn(record, "message"), "parts");
      const type = stringIn(record, "type");
      if (type === "assistant")
        for (const part of parts)
          if (Object.hasOwn(part, "functionCall"))
            queue.open(callOf(record, objectIn(part, "functionCall"), starter), line);
      if (type === "tool_result")
        for (const part of parts) {
          const response = objectIn(part, "functionResponse");
          const id = stringIn(response, "id");
          const call = queue.find(id);
          if (call === undefined) continue;
          const result = objectIn(record, "toolCallResult");
          const its = [id, ""].includes(stringIn(result, "callId")) ? result : {};
          const isShell = call.draft.kind === "shell";
          queue.settle(call, endOfToolResult(objectIn(response, "response"), its, told.get(id), isShell));
        }
      return queue.take();
    },
    end: () => queue.drain(),
  };
}

/** What the file of the parent session and the description of a sub-agent tell. */
function toldBy(beside: Iterable<JsonObject>): {
  readonly told: ReadonlyMap<string, JsonObject>;
  readonly starter: string | undefined;
} {
  const told = new Map<string, JsonObject>();
  let starter: string | undefined;
  for (const record of beside) {
    starter ??= stringIn(record, "toolUseId") || undefined;
    const event = telemetryOf(record);
    if (event === undefined || told.size >= MAX_TOLD) continue;
    const { status, execution_status, error_type } = event;
    told.set(stringIn(event, "call_id"), {
      ...(typeof status === "string" ? { status } : {}),
      ...(typeof execution_status === "string" ? { execution_status } : {}),
      ...(typeof error_type === "string" ? { error_type } : {}),
    });
  }
  return { told, starter };
}

function callOf(record: JsonObject, call: JsonObject, starter: string | undefined): WaitingCall {
  const id = stringIn(call, "id");
  const session = stringIn(record, "sessionId");
  const subagent = stringIn(record, "agentId");
  const timestamp = stringIn(record, "timestamp");
  const args = valueIn(call, "args");
  const filed = {
    ...{ id, session },
    ...(valueIn(record, "isSidechain") === true && { parent: starter ?? session }),
    ...(subagent !== "" && { subagent }),
    at: timeOf(timestamp),
    cwd: stringIn(record, "cwd") || null,
    tool: stringIn(call, "name"),
    params: args === undefined ? {} : args,
  };
  const more = { permission_mode: "default", tool_use_id: id, ...(timestamp !== "" && { timestamp }) };
  return filedCall(qwenCodeHost, filed, more);
}
