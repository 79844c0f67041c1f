import { isRecord, type JsonObject } from "@gatehouse-hooks/json";
import { type CallDraft, type CallEnd, UNKNOWN_END } from "../session/call-draft.js";
import { numberIn, objectIn, stringIn, timeOf, valueIn } from "../session/fields.js";
import { endByText } from "../session/outcome-text.js";
import { sessionEvent } from "../session/session-event.js";
import { openCodeHost } from "./host.js";
import { INVALID_TOOL, PART_ERRORS, UNAVAILABLE_TEXT } from "./session-texts.table.js";
import { TOOLS } from "./tools.table.js";

/** The session of a part. */
export interface PartSession {
  readonly session: string;
  readonly parent?: string;
  readonly cwd: string | null;
}

/** A call as a part of a message has it, and what became of it. */
export function callOfPart(
  part: JsonObject,
  { session, parent, cwd }: PartSession,
  created: number | null,
): { readonly draft: CallDraft; readonly end: CallEnd } {
  const state = objectIn(part, "state");
  const given = valueIn(state, "input");
  const params = isRecord(given) ? given : {};
  const missing = missingTool(part, params);
  const tool = missing ?? stringIn(part, "tool");
  const id = stringIn(part, "callID");
  const { event, kind, lost } = sessionEvent(
    openCodeHost,
    {
      hook: "tool.execute.before",
      input: { tool, sessionID: session, callID: id },
      output: { args: missing === undefined ? params : {} },
      ...(cwd === null ? {} : { directory: cwd }),
    },
    tool,
  );
  const own = TOOLS.find(({ name }) => name === tool)?.kind ?? "other";
  const draft: CallDraft = {
    agent: "opencode",
    id,
    session,
    ...(parent === undefined ? {} : { parent }),
    at: timeOf(valueIn(objectIn(state, "time"), "start")) ?? created,
    cwd,
    tool,
    // A tool that is not there is not one of a server, whatever its name looks like.
    kind: missing === undefined ? kind : own,
    params,
    lost: missing === undefined && isRecord(given) ? lost : [...lost, "params"],
    event,
  };
  return { draft, end: missing === undefined ? endOfState(state) : endOfMissing(missing) };
}

/** The tool that the model asked for, of a call of one that is not there; its arguments are gone. */
function missingTool(part: JsonObject, params: JsonObject): string | undefined {
  if (stringIn(part, "tool") !== INVALID_TOOL) return undefined;
  return UNAVAILABLE_TEXT.exec(stringIn(params, "error"))?.[1] ?? (stringIn(params, "tool") || undefined);
}

/** A tool of the agent's that is not there has been switched off, or is of another version; one that it never had is an error. */
function endOfMissing(tool: string): CallEnd {
  return TOOLS.some(({ name }) => name === tool) ? UNKNOWN_END : { outcome: "failed", by: null };
}

/** The arguments are those that ran: a plugin's change replaces the model's, and leaves no trace. */
function endOfState(state: JsonObject): CallEnd {
  const metadata = objectIn(state, "metadata");
  const exit = numberIn(metadata, "exit");
  const coded = exit === undefined ? {} : { exit };
  switch (stringIn(state, "status")) {
    case "completed":
      return { outcome: isSuccess(metadata, exit) ? "ran" : "failed", by: null, ...coded, lost: ["params"] };
    case "error":
      return endByText(stringIn(state, "error"), PART_ERRORS) ?? { ...UNKNOWN_END, ...coded };
    default:
      return { ...UNKNOWN_END, ...coded };
  }
}

/** A command that was stopped has `null`. */
function isSuccess(metadata: JsonObject, exit: number | undefined): boolean {
  return exit === undefined ? valueIn(metadata, "exit") !== null : exit === 0;
}
