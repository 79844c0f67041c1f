import type { JsonObject } from "@gatehouse-hooks/json";
import { type CallEnd, UNKNOWN_END } from "../session/call-draft.js";
import { callQueue, type WaitingCall } from "../session/call-queue.js";
import { firstTime, objectIn, objectsIn, stringIn, textOf, timeOf, valueIn } from "../session/fields.js";
import { hooklessHost } from "../session/hookless-host.js";
import { endByText } from "../session/outcome-text.js";
import { filedCall } from "../session/session-event.js";
import type { SessionFormat, SessionReading } from "../session/session-format.js";
import { EXITED_TEXT, RESULT_ERRORS } from "./session-texts.table.js";
import type { HostTool } from "../host-tables.js";

/** Pi's tools. */
const TOOLS: readonly HostTool[] = [
  { name: "bash", kind: "shell", params: { command: ["command"] } },
  { name: "read", kind: "read", params: { path: ["path"] } },
  { name: "write", kind: "write", params: { path: ["path"], content: ["content"] } },
  { name: "edit", kind: "edit", params: { path: ["path"], edits: ["edits"] } },
  { name: "grep", kind: "search", params: { path: ["path"], pattern: ["pattern"] } },
  { name: "find", kind: "search", params: { path: ["path"], pattern: ["pattern"] } },
  { name: "ls", kind: "search", params: { path: ["path"] } },
];

const HOST = hooklessHost("pi", TOOLS);

/** Pi's session files: `~/.pi/agent/sessions/--<folder>--/<time>_<session>.jsonl`. */
export const piSession: SessionFormat = {
  agent: "pi",
  title: "Pi",
  form: "lines",
  is: ([first]) =>
    first !== undefined &&
    stringIn(first, "type") === "session" &&
    typeof first["version"] === "number" &&
    ["id", "timestamp", "cwd"].every((key) => stringIn(first, key) !== ""),
  began: (head) => firstTime(head, "timestamp"),
  read: readSession,
};

function readSession(): SessionReading {
  const queue = callQueue<WaitingCall>();
  let session = "";
  let cwd: string | null = null;
  return {
    record(record, line = 0) {
      const type = stringIn(record, "type");
      if (type === "session") {
        session = stringIn(record, "id");
        cwd = stringIn(record, "cwd") || null;
      } else if (type === "message") {
        const message = objectIn(record, "message");
        const role = stringIn(message, "role");
        if (role === "assistant")
          for (const block of objectsIn(message, "content"))
            if (stringIn(block, "type") === "toolCall")
              queue.open(
                filedCall(HOST, {
                  id: stringIn(block, "id"),
                  ...{ session, cwd },
                  at: timeOf(valueIn(record, "timestamp")),
                  tool: stringIn(block, "name"),
                  params: valueIn(block, "arguments"),
                }),
                line,
              );
        if (role === "toolResult") {
          const call = queue.find(stringIn(message, "toolCallId"));
          if (call !== undefined) queue.settle(call, endOfMessage(message, call.draft.kind === "shell"));
        }
      }
      return queue.take();
    },
    end: () => queue.drain(),
  };
}

/** What an extension has changed leaves no trace: the file has the model's arguments. */
function endOfMessage(message: JsonObject, isShell: boolean): CallEnd {
  const text = textOf(valueIn(message, "content"));
  const isError = valueIn(message, "isError");
  if (isError === false)
    return { outcome: "ran", by: null, ...(isShell ? { exit: 0 } : {}), lost: ["actual"] };
  if (isError !== true) return UNKNOWN_END;
  const exit = isShell ? EXITED_TEXT.exec(text.slice(-200))?.[1] : undefined;
  if (exit !== undefined) return { outcome: "failed", by: null, exit: Number(exit), lost: ["actual"] };
  return endByText(text, RESULT_ERRORS) ?? UNKNOWN_END;
}
