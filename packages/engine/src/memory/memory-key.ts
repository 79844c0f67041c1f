import { lookup, type Value } from "@gatehouse-hooks/json";
import type { Event } from "../event.js";
import type { CellScope } from "../facts/cell.js";
import { kindsOf, type PolicySet } from "../policy-set.js";
import { sessionOf } from "../session-of.js";

/** Subagents of subagents, and so on: the memory of one that is deeper is not known. */
export const MOST_DEEP_SESSIONS = 16;

/**
 * Under what a driver keeps the cells of a scope (SPEC, "Memory"): the same text for the same owner, in every process and version.
 *
 * @param session the event's session, where the driver knows it from elsewhere
 * @returns `null` where the event does not say whose they are: nothing is known of them, and nothing kept
 */
export function memoryKey(
  scope: CellScope,
  set: PolicySet,
  event: Event,
  session: string | null = sessionName(set, event),
): string | null {
  if (scope === "user") return "user";
  if (scope === "project") {
    const folder = textIn(event, "workspace") || textIn(event, "cwd");
    return folder === "" ? null : `project:${folder}`;
  }
  if (session === null) return null;
  const name = nameOf(event, session);
  return scope === "session" ? `session:${name}` : `agent:${JSON.stringify([name, agentOf(event)])}`;
}

/**
 * The key of the session that has started the event's one, whose memory it shares: a subagent that is a session of its own says so.
 *
 * @param session as for `memoryKey`
 * @returns `null` where the event does not name one
 */
export function parentMemoryKey(
  set: PolicySet,
  event: Event,
  session: string | null = sessionName(set, event),
): string | null {
  const agent = lookup(event, "agent");
  const parent = textIn(agent, "parent");
  if (session === null || lookup(agent, "id") !== session || parent === "" || parent === session) return null;
  return `session:${nameOf(event, parent)}`;
}

/**
 * How an event begins its session, by a canonical field or the agent's own payload: `anew` under an old name, as one that `continues` and has a
 * past; `null`: it does neither.
 */
export function sessionBeginning(event: Event): "anew" | "continues" | null {
  if (event.event !== "session_start") return null;
  const sources = [lookup(event, "source"), lookup(lookup(event, "raw"), "source")];
  if (sources.includes("resume") || sources.includes("compact")) return "continues";
  return sources.includes("clear") ? "anew" : null;
}

function sessionName(set: PolicySet, event: Event): string | null {
  const session = sessionOf(event, kindsOf(set));
  return session.kind === "named" ? session.name : null;
}

/** Agents may give their sessions the same name. */
function nameOf(event: Event, session: string): string {
  return JSON.stringify([textIn(event, "host"), session]);
}

/** The agent in a session, by a canonical field or the agent's own payload; empty for the session's own one. */
function agentOf(event: Event): string {
  const ids = [lookup(lookup(event, "agent"), "id"), lookup(lookup(event, "raw"), "agent_id")];
  return ids.find((id) => typeof id === "string") ?? textIn(event, "agentId");
}

function textIn(value: Value, name: string): string {
  const text = lookup(value, name);
  return typeof text === "string" ? text : "";
}
