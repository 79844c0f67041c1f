import type { PolicyFinding } from "@gatehouse-hooks/analysis";
import { compile } from "@gatehouse-hooks/condition";
import type { Event, PolicySet } from "@gatehouse-hooks/engine";
import type { JsonValue } from "@gatehouse-hooks/json";
import { answerNeed, type World } from "../world.js";
import { applies, decided } from "./tool-calls.js";

/**
 * Whether an event contradicts what is said of all events.
 *
 * @param facts those that the set derives from the event
 * @param world what judges, commands and functions answer
 */
export function contradictsFinding(
  set: PolicySet,
  finding: PolicyFinding,
  event: Event,
  facts: JsonValue,
  world: World,
): boolean {
  const { kind, policy } = finding;
  if (!policy.events.includes(event.event)) return false;
  const seen = { ...event, facts };
  if (kind === "always") {
    const { matcher, condition } = policy;
    if (matcher?.ast != null && compile(matcher.ast)(seen) !== true) return false;
    return condition?.ast != null && compile(condition.ast)(seen) === false;
  }
  if (kind === "duplicate") return applies(policy, seen) !== applies(finding.of, seen);
  if (kind !== "never" && kind !== "shadowed" && kind !== "never-wins") return false;
  const { decision, asked } = decided(set, event, (need) => answerNeed(world, need));
  const isMine = (entry: { readonly tier: string; readonly policy: string }): boolean =>
    entry.policy === policy.id && entry.tier === policy.tier;
  const isUsed = decision.trace.some(isMine) || asked.some(isMine);
  return kind === "never-wins" ? isUsed && decision.effect === "allow" : isUsed;
}
