import type { Event, Need, PolicyDefinition, Verdict } from "@gatehouse-hooks/engine";

/**
 * Answers every question deterministically: which of the verdicts depends on the policy, the handler's kind and the
 * input that it sees, and on nothing else.
 */
export interface World {
  readonly answers: readonly Verdict[];
}

/** The verdict that the world gives to a policy on an event. */
export function answer(world: World, policy: string, event: Event): Verdict {
  const text = `${policy}\n${JSON.stringify(event["params"] ?? event["message"] ?? null)}`;
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619) >>> 0;
  return world.answers[hash % world.answers.length] ?? { kind: "approve", reason: "" };
}

/** The verdict for a need; a judge cannot rewrite. */
export function answerNeed(world: World, need: Need): Verdict {
  const verdict = answer(world, `${need.tier}/${need.policy}`, need.event);
  if (need.handler.kind !== "judge" || verdict.kind === "failure" || verdict.updatedInput === undefined) {
    return verdict;
  }
  const { updatedInput: _dropped, ...rest } = verdict;
  return rest;
}

/** A case of a law: a list of policies, an event, a world. */
export interface Case {
  readonly policies: readonly PolicyDefinition[];
  readonly event: Event;
  readonly world: World;
}
