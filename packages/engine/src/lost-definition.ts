import { own, sealJson } from "@gatehouse-hooks/json";
import type { LostPolicy } from "./lost-policy.js";
import type { Tier } from "./policy.js";

const TIERS: readonly unknown[] = ["enforced", "user", "project"] satisfies readonly Tier[];
/** Static verdicts that stop nothing. */
const HARMLESS: readonly unknown[] = ["approve", "warn", "allow"];

/**
 * What is lost with a definition that cannot be used, as far as it can still be read. What cannot be read is assumed to be the
 * worst: all gating events.
 */
export function lostDefinition(definition: unknown, why: string): LostPolicy {
  const { value } = sealJson(definition, { maxDepth: 300 });
  const source = own(value, "source");
  const path = own(source, "path");
  const line = own(source, "line");
  const tier = own(value, "tier");
  return {
    file: typeof path === "string" ? path : "",
    events: eventsOf(value),
    tier: isTier(tier) ? tier : "project",
    why,
    ...(typeof line === "number" && Number.isInteger(line) && line > 0 ? { line } : {}),
  };
}

function eventsOf(value: unknown): LostPolicy["events"] {
  if (own(value, "enabled") === false) return [];
  const handler = own(value, "handler");
  if (own(handler, "kind") === "static" && HARMLESS.includes(own(handler, "verdict"))) return [];
  const events = own(value, "events");
  if (!Array.isArray(events) || events.length === 0) return "all gating";
  const names = events.filter((name) => typeof name === "string" && name !== "");
  return names.length === events.length ? names : "all gating";
}

function isTier(value: unknown): value is Tier {
  return TIERS.includes(value);
}
