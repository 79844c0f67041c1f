import { isRecord, type JsonObject } from "@gatehouse-hooks/json";
import { type CallEnd, UNKNOWN_END } from "../session/call-draft.js";
import { callQueue, type WaitingCall } from "../session/call-queue.js";
import { firstTime, numberIn, objectIn, stringIn, timeOf, valueIn } from "../session/fields.js";
import { endByText, type OutcomeText } from "../session/outcome-text.js";
import { sessionEvent } from "../session/session-event.js";
import type { SessionFormat, SessionReading } from "../session/session-format.js";
import { copilotHost } from "./host.js";

const SEEN = "1.0.102";

/** The messages of errors with the code `denied`. */
const DENIED_MESSAGES: readonly OutcomeText[] = [
  { where: "start", text: "Denied by preToolUse hook:", outcome: "denied", by: "hook", seen: SEEN },
  {
    where: "start",
    text: "Permission to run this tool was denied due to the following rules",
    outcome: "denied",
    by: "native",
    seen: SEEN,
  },
];

/** Copilot CLI's session files: `~/.copilot/session-state/<session>/events.jsonl`, with what sub-agents do. */
export const copilotSession: SessionFormat = {
  agent: "copilot",
  title: "Copilot CLI",
  form: "lines",
  is: ([first]) =>
    first !== undefined &&
    stringIn(first, "type") === "session.start" &&
    stringIn(objectIn(first, "data"), "producer") === "copilot-agent",
  began: (head) => firstTime(head, "timestamp"),
  read: readEvents,
};

function readEvents(): SessionReading {
  const queue = callQueue<WaitingCall>();
  let session = "";
  let cwd: string | null = null;
  return {
    record(record, line = 0) {
      const data = objectIn(record, "data");
      switch (stringIn(record, "type")) {
        case "session.start":
        case "session.resume":
          session = session || stringIn(data, "sessionId");
          cwd = stringIn(objectIn(data, "context"), "cwd") || cwd;
          break;
        case "tool.execution_start":
          queue.open(callOf(record, data, { session, cwd }), line);
          break;
        case "tool.execution_complete": {
          const call = queue.find(stringIn(data, "toolCallId"));
          if (call !== undefined) queue.settle(call, endOfExecution(data));
          break;
        }
      }
      return queue.take();
    },
    end: () => queue.drain(),
  };
}

/** What became of a call. Of one that ran, the file has the model's arguments, whether or not a hook has changed them. */
function endOfExecution(data: JsonObject): CallEnd {
  const exit = numberIn(objectIn(data, "shellExecution"), "exitCode");
  const coded = exit === undefined ? {} : { exit };
  if (valueIn(data, "success") === true)
    return { outcome: (exit ?? 0) === 0 ? "ran" : "failed", by: null, ...coded, lost: ["actual"] };
  if (valueIn(data, "success") !== false) return UNKNOWN_END;
  const error = objectIn(data, "error");
  if (stringIn(error, "code") === "denied")
    return (
      endByText(stringIn(error, "message"), DENIED_MESSAGES) ?? { outcome: "denied", by: null, lost: ["by"] }
    );
  return stringIn(error, "code") === "failure" || exit !== undefined
    ? { outcome: "failed", by: null, ...coded, lost: ["actual"] }
    : UNKNOWN_END;
}

function callOf(
  record: JsonObject,
  data: JsonObject,
  { session, cwd }: { readonly session: string; readonly cwd: string | null },
): WaitingCall {
  const tool = stringIn(data, "toolName");
  const given = valueIn(data, "arguments");
  const params = isRecord(given) || typeof given === "string" ? given : {};
  const subagent = stringIn(record, "agentId");
  const parent = stringIn(data, "parentToolCallId");
  const at = timeOf(valueIn(record, "timestamp"));
  const { event, kind, lost } = sessionEvent(
    copilotHost,
    {
      sessionId: session,
      timestamp: at ?? 0,
      ...(cwd === null ? {} : { cwd }),
      toolName: tool,
      toolArgs: isRecord(given) ? given : {},
    },
    tool,
  );
  return {
    draft: {
      agent: "copilot",
      id: stringIn(data, "toolCallId"),
      session,
      ...(parent === "" ? {} : { parent }),
      ...(subagent === "" ? {} : { subagent }),
      at,
      cwd,
      tool,
      kind,
      params,
      lost: isRecord(given) ? lost : typeof given === "string" ? [...lost, "event"] : [...lost, "params"],
      event,
    },
  };
}
