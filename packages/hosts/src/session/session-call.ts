import type { JsonObject } from "@gatehouse-hooks/json";
import type { ToolKind } from "../host-tables.js";

/** What really became of a call. `unknown`: the agent's file does not tell. */
export type SessionOutcome = "ran" | "failed" | "denied" | "rewritten" | "unknown";

/** What a file may not tell of a call. `event`: the agent's tables refuse it, and a policy sees the tool's name only. */
export type LostField = "outcome" | "by" | "person" | "params" | "actual" | "exit" | "event";

/** One tool call of a session. */
export interface SessionCall {
  /** The reader that found it: `claude-code`, `codex`, … */
  readonly agent: string;
  /**
   * As the agent's file has it; the copies that a fork makes have the same. Not unique over sessions where a provider counts its
   * calls (`call_0`): compare `sessionCallKey`. Empty: the file has none.
   */
  readonly id: string;
  /** The line, row or document of its file that has it, as it was given to the reader. */
  readonly line: number;
  readonly session: string;
  /** The session or call that started the sub-agent which made it; absent: the person's own session. */
  readonly parent?: string;
  /** The sub-agent's id. */
  readonly subagent?: string;
  /** Milliseconds since 1970; null: the file does not say. */
  readonly at: number | null;
  /** The folder of the session at that time; null: the file does not say. */
  readonly cwd: string | null;
  /** In the agent's own spelling; tools of MCP servers as its hooks name them. What hooks are told is in `event`. */
  readonly tool: string;
  /** What the call is about. Finer than the tool's row where the arguments tell: a patch that only adds files is a `write`. */
  readonly kind: ToolKind;
  /** What the model asked for, as far as the file has it. A string where the tool takes free text. */
  readonly params: JsonObject | string;
  readonly outcome: SessionOutcome;
  /** Who denied or rewrote it: a hook, or the agent itself (its rules, a person's no); null: neither, or not known. */
  readonly by: "hook" | "native" | null;
  /** Where a person was asked. */
  readonly person?: "allowed" | "refused";
  /** What ran, of a rewritten call. */
  readonly actual?: JsonObject | string;
  /** Exit code of a command. */
  readonly exit?: number;
  /**
   * The calls that a script made (Codex' code mode), in the order of the script. Hooks are asked about these and not about the
   * script: see `hookedCalls`. A command that neither the script nor the file spells out is not among them.
   */
  readonly inner?: readonly SessionCall[];
  /** What cannot be known of this call. `actual`: a rewrite would leave no trace. Empty: all is known. */
  readonly lost: readonly LostField[];
  /**
   * The canonical event that a hook would have got before the call, made with the host's own tables, so that policies decide on it
   * as they would live.
   */
  readonly event: JsonObject;
}

/** The calls that hooks were asked about: the call, or those inside of its script. */
export function hookedCalls(call: SessionCall): readonly SessionCall[] {
  return call.inner ?? [call];
}

/** Sixteen letters and digits in a row: nobody has counted up to that. */
const RANDOM = /[0-9A-Za-z]{16}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/;

/**
 * What a call and its copies in other files have in common, and other calls have not. An id that is long enough to be random says
 * it alone; a short one only together with the session and the time, and then copies under another session are not found.
 */
export function sessionCallKey({
  agent,
  id,
  session,
  at,
}: Pick<SessionCall, "agent" | "id" | "session" | "at">): string {
  return JSON.stringify(RANDOM.test(id) ? [agent, id] : [agent, id, session, at]);
}
