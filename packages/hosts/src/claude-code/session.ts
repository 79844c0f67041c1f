import type { JsonObject } from "@gatehouse-hooks/json";
import type { CallEnd } from "../session/call-draft.js";
import { callQueue, type WaitingCall } from "../session/call-queue.js";
import { firstTime, objectIn, objectsIn, stringIn, textOf, timeOf, valueIn } from "../session/fields.js";
import { isSameJson } from "../session/is-same-json.js";
import { filedCall } from "../session/session-event.js";
import type {
  SessionFormat,
  SessionPlace,
  SessionPrompt,
  SessionReading,
} from "../session/session-format.js";
import { claudeCodeHost } from "./host.js";
import { endOfResult, updatedInput } from "./session-result.js";

/** A call and the message that made it. */
interface ClaudeCall extends WaitingCall {
  readonly message: string;
}

/** Records about the session that have no `uuid`. */
const META: ReadonlySet<string> = new Set([
  "summary",
  "queue-operation",
  "last-prompt",
  "atis-latch",
  "tools-used",
  "mode",
  "permission-mode",
  "cost-state",
  "file-history-snapshot",
  "file-history-delta",
  "api-request",
  "api-request-blob",
  "api-request-shape",
]);
const SUBAGENT = /(?:^|\/)subagents\/(agent-[^/]+)\.jsonl$/;

/** Claude Code's transcripts: `~/.claude/projects/<folder>/<session>.jsonl`, and those of sub-agents below. */
export const claudeCodeSession: SessionFormat = {
  agent: "claude-code",
  title: "Claude Code",
  form: "lines",
  without: ['{"type":"api-request'],
  is: (head) =>
    head.some((record) => isMessage(record)) ||
    (head.every((record) => isMeta(record)) && head.some((record) => META.has(stringIn(record, "type")))),
  began: (head) => firstTime(head, "timestamp"),
  beside(path) {
    const [, name] = SUBAGENT.exec(path) ?? [];
    return name === undefined ? [] : [{ path: `${name}.meta.json`, form: "document" }];
  },
  read: readSession,
  promptOf,
};

/** How records begin that Claude Code writes in a person's name: what a command of its own printed, what was pasted for the model. */
const NOT_SAID =
  /^\s*<(?:local-command-|command-name>|command-message>|bash-|task-notification|system-reminder)/;

function promptOf(record: JsonObject): SessionPrompt | null {
  const isOwn = ["isMeta", "isCompactSummary", "isSidechain", "isVisibleInTranscriptOnly"].some(
    (key) => valueIn(record, key) === true,
  );
  if (stringIn(record, "type") !== "user" || isOwn) return null;
  const content = valueIn(objectIn(record, "message"), "content");
  const blocks = objectsIn(objectIn(record, "message"), "content");
  const prompt = textOf(content);
  if (prompt.trim() === "" || NOT_SAID.test(prompt)) return null;
  if (blocks.some((block) => stringIn(block, "type") === "tool_result")) return null;
  const cwd = stringIn(record, "cwd");
  const prepared = claudeCodeHost.prepare({
    hook_event_name: "UserPromptSubmit",
    session_id: stringIn(record, "sessionId"),
    ...(cwd === "" ? {} : { cwd }),
    prompt,
  });
  return prepared.kind === "event"
    ? { at: timeOf(valueIn(record, "timestamp")), event: prepared.event }
    : null;
}

function isMessage(record: JsonObject): boolean {
  const { sessionId, uuid, parentUuid, version, type } = record;
  if (typeof sessionId !== "string" || typeof uuid !== "string" || typeof type !== "string") return false;
  if (typeof version !== "string" || (typeof parentUuid !== "string" && parentUuid !== null)) return false;
  // Qwen Code has the same frame around Gemini's messages.
  return !Object.hasOwn(objectIn(record, "message"), "parts") && !Object.hasOwn(record, "provenance");
}

/** New kinds of such records come with every version: they are told by whose they are. */
function isMeta(record: JsonObject): boolean {
  return (
    stringIn(record, "type") !== "" &&
    ["sessionId", "leafUuid", "messageId"].some((key) => stringIn(record, key) !== "")
  );
}

function readSession({ beside = [] }: SessionPlace = {}): SessionReading {
  const queue = callQueue<ClaudeCall>();
  const rewritten = new WeakMap<ClaudeCall, JsonObject>();
  /** Refusals that may be interruptions. */
  const asked = new Set<ClaudeCall>();
  const starter = Array.from(beside, (record) => stringIn(record, "toolUseId")).find((id) => id !== "");
  const settle = (call: ClaudeCall, end: CallEnd): void => {
    const actual = rewritten.get(call);
    asked.delete(call);
    queue.settle(call, actual === undefined ? end : rewrittenEnd(end, actual));
  };
  const settleAsked = (interrupted: string): void => {
    for (const call of asked)
      settle(call, interrupted !== "" && call.message === interrupted ? STOPPED : REFUSED);
  };
  const result = (record: JsonObject, block: JsonObject): void => {
    const call = queue.find(stringIn(block, "tool_use_id"));
    if (call === undefined || asked.has(call)) return;
    const { asked: isAsked, ...end } = endOfResult(record, block, call.draft.kind === "shell");
    if (isAsked === undefined) return settle(call, end);
    asked.add(call);
    queue.expect(call, () => end);
  };
  const rewrite = (attachment: JsonObject): void => {
    const call = queue.find(stringIn(attachment, "toolUseID"));
    const input = call === undefined ? undefined : updatedInput(attachment);
    if (call === undefined || input === undefined || isSameJson(input, call.draft.params)) return;
    rewritten.set(call, input);
  };
  return {
    record(record, line = 0) {
      const type = stringIn(record, "type");
      const blocks = objectsIn(objectIn(record, "message"), "content");
      if (type === "assistant") {
        settleAsked("");
        for (const block of blocks)
          if (stringIn(block, "type") === "tool_use") queue.open(callOfBlock(record, block, starter), line);
      } else if (type === "user") {
        const results = blocks.filter((block) => stringIn(block, "type") === "tool_result");
        for (const block of results) result(record, block);
        if (results.length === 0) settleAsked(stringIn(record, "interruptedMessageId"));
      } else if (type === "attachment") rewrite(objectIn(record, "attachment"));
      return queue.take();
    },
    end() {
      settleAsked("");
      return queue.drain();
    },
  };
}

const REFUSED: CallEnd = { outcome: "denied", by: "native", person: "refused" };
/** The file does not say that it was allowed to begin, but for this. */
const STOPPED: CallEnd = { outcome: "failed", by: null, person: "allowed" };

/** Only what was carried out was carried out in another way. */
function rewrittenEnd(end: CallEnd, actual: JsonObject): CallEnd {
  return end.outcome === "ran" || end.outcome === "failed"
    ? { ...end, outcome: "rewritten", by: "hook", actual }
    : end;
}

function callOfBlock(record: JsonObject, block: JsonObject, starter: string | undefined): ClaudeCall {
  const id = stringIn(block, "id");
  const session = stringIn(record, "sessionId");
  const subagent = stringIn(record, "agentId");
  const filed = {
    ...{ id, session },
    ...(valueIn(record, "isSidechain") === true && { parent: starter ?? session }),
    ...(subagent !== "" && { subagent }),
    at: timeOf(valueIn(record, "timestamp")),
    cwd: stringIn(record, "cwd") || null,
    tool: stringIn(block, "name"),
    params: valueIn(block, "input"),
  };
  const more = { tool_use_id: id, ...(subagent !== "" && { agent_id: subagent }) };
  return {
    ...filedCall(claudeCodeHost, filed, more),
    message: stringIn(objectIn(record, "message"), "id"),
  };
}
