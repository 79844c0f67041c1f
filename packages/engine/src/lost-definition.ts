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
  const value = readable(definition);
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

/** What is read here, each part by itself: one that is no JSON hides no other. */
function readable(definition: unknown): Readonly<Record<string, unknown>> {
  const parts: Record<string, unknown> = {};
  for (const key of ["source", "tier", "enabled", "handler", "events"]) {
    const { value } = sealJson(dataOf(definition, key), { maxDepth: 300 });
    if (value !== undefined) parts[key] = value;
  }
  return parts;
}

/** An own data property; no code of the definition runs. */
function dataOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    const found: unknown = Object.getOwnPropertyDescriptor(value, key)?.value;
    return found;
  } catch {
    return undefined;
  }
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
