import { isRecord, type JsonObject, type JsonValue, parseJson, isList } from "@gatehouse-hooks/json";
import { type CallEnd, UNKNOWN_END } from "../session/call-draft.js";
import { callQueue, type WaitingCall } from "../session/call-queue.js";
import { objectsIn, stringIn, textOf, timeOf, valueIn } from "../session/fields.js";
import { hooklessHost } from "../session/hookless-host.js";
import { filedCall } from "../session/session-event.js";
import type { SessionFormat, SessionPlace, SessionReading } from "../session/session-format.js";
import { clineCall, stringsIn } from "./cline-call.js";
import type { HostTool } from "../host-tables.js";

/** Cline's tools. What takes lists (`run_commands`, `read_files`) is read in `cline-call.ts`. */
const TOOLS: readonly HostTool[] = [
  { name: "run_commands", kind: "shell" },
  { name: "read_files", kind: "read" },
  { name: "editor", kind: "edit", params: { path: ["path"], content: ["new_text"] } },
  { name: "apply_patch", kind: "edit", params: { content: ["input"] } },
  { name: "search_codebase", kind: "search" },
  { name: "fetch_web_content", kind: "fetch" },
  { name: "ask_question", kind: "other" },
  { name: "spawn_agent", kind: "agent", params: { prompt: ["task", "prompt"] } },
];

/** The error of a command, as Cline 3.0.65 writes it. */
const EXITED_ERROR: RegExp = /^Command exited with code (-?\d{1,10})$/;
/** The error of a call that could not be carried out. */
const REJECTED_TEXT = "was rejected before execution: AI_";

const HOST = hooklessHost("cline", TOOLS, clineCall);
const MESSAGES = /(?:^|\/)([^/]+)\.messages\.json$/;

/** Cline's session files: `~/.cline/data/sessions/<session>/<session>.messages.json`; the folder is in the file beside it. */
export const clineSession: SessionFormat = {
  agent: "cline",
  title: "Cline",
  form: "document",
  is: ([first]) =>
    first !== undefined &&
    typeof first["version"] === "number" &&
    stringIn(first, "sessionId") !== "" &&
    Array.isArray(valueIn(first, "messages")),
  began: ([first]) => {
    const [message] = first === undefined ? [] : objectsIn(first, "messages");
    return message === undefined ? null : timeOf(valueIn(message, "ts"));
  },
  beside(path) {
    const [, name] = MESSAGES.exec(path) ?? [];
    return name === undefined ? [] : [{ path: `${name}.json`, form: "document" }];
  },
  read: readMessages,
};

function readMessages({ beside = [] }: SessionPlace = {}): SessionReading {
  const queue = callQueue<WaitingCall>();
  const cwd = Array.from(beside, (record) => stringIn(record, "cwd")).find((one) => one !== "") ?? null;
  return {
    record(document, line = 0) {
      const session = stringIn(document, "sessionId");
      return objectsIn(document, "messages").flatMap((message) => {
        for (const block of objectsIn(message, "content")) {
          if (stringIn(block, "type") === "tool_use")
            queue.open(
              filedCall(HOST, {
                id: stringIn(block, "id"),
                ...{ session, cwd },
                at: timeOf(valueIn(message, "ts")),
                tool: stringIn(block, "name"),
                params: valueIn(block, "input"),
              }),
              line,
            );
          if (stringIn(block, "type") !== "tool_result") continue;
          const call = queue.find(stringIn(block, "tool_use_id"));
          if (call !== undefined) queue.settle(call, endOfBlock(block, call.draft));
        }
        return queue.take();
      });
    },
    // A call that a hook cancels ends the session, and its result is never written.
    end: () => queue.drain(),
  };
}

/** What became of a call: one result for each command or file, with what was carried out in `query`. */
function endOfBlock(block: JsonObject, { kind, params }: WaitingCall["draft"]): CallEnd {
  const results = resultsIn(valueIn(block, "content"));
  if (results.length === 0) return UNKNOWN_END;
  const [only] = results;
  if (only !== undefined && stringIn(only, "error").includes(REJECTED_TEXT))
    return { outcome: "failed", by: null };
  const done = results.map((result) => valueIn(result, "success"));
  if (!done.every((one) => typeof one === "boolean")) return UNKNOWN_END;
  const outcome = done.every((one) => one) ? "ran" : "failed";
  if (kind !== "shell" || typeof params === "string") return { outcome, by: null };
  const codes = results.map((result) => exitOf(result));
  const exit = codes.find((code) => code !== 0);
  // One code is of one command: of several, the first that is not 0. A command that was stopped has none.
  const coded = codes.includes(null) ? {} : { exit: exit ?? 0 };
  const queries = results.map((result) => stringIn(result, "query"));
  const commands = stringsIn(params, "commands", "command");
  const isSame = queries.length === commands.length && queries.every((query, at) => query === commands[at]);
  return isSame
    ? { outcome, by: null, ...coded }
    : { outcome: "rewritten", by: "hook", actual: { ...params, commands: queries }, ...coded };
}

function exitOf(result: JsonObject): number | null {
  if (valueIn(result, "success") === true) return 0;
  const code = EXITED_ERROR.exec(stringIn(result, "error"))?.[1];
  return code === undefined ? null : Number(code);
}

/** The results of a block: a list, or a JSON text of one. */
function resultsIn(content: JsonValue | undefined): readonly JsonObject[] {
  if (isList(content)) {
    const list = content.filter((one): one is JsonObject => isRecord(one));
    if (list.some((one) => Object.hasOwn(one, "success"))) return list;
  }
  const read = parseJson(textOf(content), { loneSurrogates: "keep" }).value;
  if (isList(read)) return read.filter((one): one is JsonObject => isRecord(one));
  return isRecord(read) ? [read] : [];
}
