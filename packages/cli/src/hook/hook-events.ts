import type { Event } from "@gatehouse-hooks/engine";
import { type HostEvent, WIRED_HOSTS } from "@gatehouse-hooks/hosts/wired";

/** Whose names of events hooks may list beside the canonical ones: where two agents mean different things, the first one counts. */
const NAMING = ["claude-code", "codex", "qwen-code", "gemini-cli", "copilot", "cursor", "opencode"] as const;

/**
 * The events that a policy has to list so that a hook runs at those that it lists: an agent's payload becomes a canonical event, and
 * hooks are written for the agent's own, `PreToolUse`.
 */
export function canonicalEvents(listed: readonly string[]): readonly string[] {
  return [...new Set(listed.map((name) => canonicalOf(name) ?? name))];
}

/**
 * Whether a hook listens to the event. One canonical event may be several of an agent's: a hook for `PostToolUse` does not run at
 * `PostToolUseFailure`.
 */
export function isListed(event: Event, listed: readonly string[]): boolean {
  if (listed.includes(event.event)) return true;
  const raw = Object.hasOwn(event, "raw") ? event["raw"] : undefined;
  const own =
    typeof raw === "object" && raw !== null && "hook_event_name" in raw ? raw["hook_event_name"] : undefined;
  if (typeof own === "string" && listed.includes(own)) return true;
  // A name that hooks are written with, and that this hook does not list, is another event; any other name is an agent's own.
  const isKnown = typeof own === "string" && eventsOf(NAMING[0]).some(({ name }) => name === own);
  return !isKnown && canonicalEvents(listed).includes(event.event);
}

function canonicalOf(name: string): string | undefined {
  for (const agent of NAMING) {
    const row = eventsOf(agent).find((one) => one.name === name);
    if (row?.canonical !== undefined) return row.canonical;
  }
  return undefined;
}

function eventsOf(agent: string): readonly HostEvent[] {
  return WIRED_HOSTS.find(({ name }) => name === agent)?.events ?? [];
}
