import { isRecord, type JsonObject } from "@gatehouse-hooks/json";
import { type CallDraft, type CallEnd, endedCall, UNKNOWN_END } from "../session/call-draft.js";
import { stringIn, valueIn } from "../session/fields.js";
import { endByText } from "../session/outcome-text.js";
import type { SessionCall } from "../session/session-call.js";
import { type CodexTool, codexDraft, type CodexTurn, commandOf, shellText } from "./session-call.js";
import { endOfItem, rewriteOf } from "./session-result.js";
import { OUTPUT_TEXTS, SCRIPT_COMPLETED, SCRIPT_ERROR, SCRIPT_FAILED } from "./session-texts.table.js";

/** A script that waits for its output, and what is known of it. */
export interface CodeScript {
  readonly draft: CallDraft;
  readonly turn: CodexTurn;
  readonly line: number;
  /** The calls that its text spells out. */
  readonly calls: readonly CodexTool[];
  /** What was carried out in the meantime. */
  readonly items: readonly JsonObject[];
}

/** A call inside of a script, and what became of it. */
interface InnerCall {
  readonly called: CodexTool;
  readonly end: CallEnd;
}

/** The tool of an item of what was carried out, as a script calls it; undefined: it is not one of a tool. */
export function toolOfCarriedOut(item: JsonObject): CodexTool | undefined {
  switch (stringIn(item, "type")) {
    case "CommandExecution": {
      const words = valueIn(item, "command");
      return { tool: "exec_command", params: { cmd: Array.isArray(words) ? shellText(words) : "" } };
    }
    case "FileChange":
      return { tool: "apply_patch", params: "" };
    case "McpToolCall": {
      const given = valueIn(item, "arguments");
      return {
        tool: `mcp__${stringIn(item, "server")}__${stringIn(item, "tool")}`,
        params: isRecord(given) ? given : {},
      };
    }
    case "CollabAgentToolCall":
      return { tool: stringIn(item, "tool"), params: { message: stringIn(item, "prompt") } };
    default:
      return undefined;
  }
}

/** Whether an item is of this very call. */
export function isOfCall(called: CodexTool, item: JsonObject): boolean {
  const run = toolOfCarriedOut(item);
  return run !== undefined && run.tool === called.tool && rewriteOf(called, item) === undefined;
}

/**
 * What became of a script, by what was carried out while it ran and by its output: each call that its text spells out with the item
 * that fits; a call that its error is about; then, in order, items with the calls of the same tool that are left, which a hook has
 * rewritten. The rest is known by its item only, or was perhaps never reached.
 *
 * @param output null: not there yet
 */
export function endOfScript(script: CodeScript, output: string | null): CallEnd {
  const error = output?.startsWith(SCRIPT_FAILED) === true ? errorOf(output) : null;
  const left = new Set(script.items);
  const pairs = script.calls.map((called) => {
    const item = Array.from(left).find((one) => isOfCall(called, one));
    if (item !== undefined) left.delete(item);
    return { called, item };
  });
  const failing =
    error === null ? -1 : pairs.findIndex(({ called, item }) => item === undefined && isAbout(error, called));
  const known = pairs.map(({ called, item }, at): InnerCall => {
    if (item !== undefined) return { called, end: endOfItem(called, item) };
    if (at === failing) return { called, end: errorEnd(error ?? "") };
    const other = Array.from(left).find((one) => toolOfCarriedOut(one)?.tool === called.tool);
    if (other === undefined) return { called, end: UNKNOWN_END };
    left.delete(other);
    return { called, end: endOfItem(called, other) };
  });
  const others = Array.from(left).flatMap((item): readonly InnerCall[] => {
    const called = toolOfCarriedOut(item);
    return called === undefined ? [] : [{ called, end: withoutAsking(called, endOfItem(called, item)) }];
  });
  const inner = innerCalls(script, [...known, ...others]);
  return { ...outcomeOf(inner, output, error), inner };
}

/** Of a call that only its item tells of: what the model asked for is what ran, unless a hook changed it. */
function withoutAsking({ params }: CodexTool, end: CallEnd): CallEnd {
  return { ...end, lost: [...(end.lost ?? []), ...(params === "" ? ["params" as const] : []), "actual"] };
}

function errorOf(output: string): string {
  const at = output.indexOf(SCRIPT_ERROR);
  return at === -1 ? "" : output.slice(at + SCRIPT_ERROR.length);
}

/** A script that throws has not come further than this. */
function errorEnd(error: string): CallEnd {
  return endByText(error, OUTPUT_TEXTS) ?? { outcome: "failed", by: null };
}

/** Whether the error of a script can be that of a call: where the error names a command or tool, it is the call's. */
function isAbout(error: string, called: CodexTool): boolean {
  if (error.includes("blocked by PreToolUse hook: ")) {
    const named = commandOf(called) ?? (typeof called.params === "string" ? called.params : called.tool);
    return error.endsWith(`: ${named}`);
  }
  const command = commandOf(called);
  if (error.startsWith("exec_command failed")) return command !== undefined;
  return error.startsWith("apply_patch") ? called.tool === "apply_patch" : true;
}

function innerCalls({ draft, turn, line }: CodeScript, calls: readonly InnerCall[]): readonly SessionCall[] {
  return calls.map(({ called, end }, at) =>
    endedCall(codexDraft(called, turn, { id: `${draft.id}/${at + 1}`, at: draft.at }), end, line),
  );
}

/** A script with one call became what became of the call. */
function outcomeOf(inner: readonly SessionCall[], output: string | null, error: string | null): CallEnd {
  const [only, ...more] = inner;
  if (only !== undefined && more.length === 0) {
    const { outcome, by, person, actual, exit, lost } = only;
    return {
      outcome,
      by,
      ...(person === undefined ? {} : { person }),
      ...(actual === undefined ? {} : { actual }),
      ...(exit === undefined ? {} : { exit }),
      lost,
    };
  }
  if (only === undefined) {
    if (error !== null) return errorEnd(error);
    return output?.startsWith(SCRIPT_COMPLETED) === true ? { outcome: "ran", by: null } : UNKNOWN_END;
  }
  if (inner.every(({ outcome, by }) => outcome === only.outcome && by === only.by))
    return { outcome: only.outcome, by: only.by };
  if (error !== null || inner.some(({ outcome }) => outcome === "failed" || outcome === "denied"))
    return { outcome: "failed", by: null };
  return inner.some(({ outcome }) => outcome === "unknown")
    ? UNKNOWN_END
    : { outcome: "rewritten", by: "hook" };
}
