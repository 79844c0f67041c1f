import { VOCABULARY } from "@gatehouse-hooks/hosts";
import type { Decision, Event, PolicyDefinition } from "@gatehouse-hooks/engine";
import { compilePolicies } from "@gatehouse-hooks/engine";
import type { Context } from "../settings.js";
import { openRuntime } from "../open/open-runtime.js";
import type { FoundConfig } from "../load/find-config.js";
import { type Explained, explainCondition } from "./explain-condition.js";
import { DERIVED } from "../load/derived.js";

/** What a policy does with an event. */
export interface Trial {
  readonly event: Event;
  /** The policy listens to the event. */
  readonly listens: boolean;
  /** Each condition of the policy: its matcher's, then its own. */
  readonly conditions: readonly Explained[];
  readonly applies: boolean;
  /** What a judge would be told. */
  readonly prompt?: { readonly system: string; readonly prompt: string };
  /** Absent when it takes a judge and none was asked. */
  readonly decision?: Decision;
}

/**
 * Tries one policy on one event, as if it were enabled and alone.
 *
 * @param live ask the judge, if the policy needs one
 */
export async function tryPolicy(
  context: Context,
  policy: PolicyDefinition,
  event: Event,
  found: FoundConfig,
  live: boolean,
): Promise<Trial> {
  const listens = policy.events.includes(event.event);
  const conditions = [policy.matcher, policy.condition]
    .filter((one) => one !== undefined)
    .map((one) => explainCondition(one, event));
  const applies = listens && conditions.every(({ outcome }) => outcome !== false);
  const { handler } = policy;
  const asks = applies && handler.kind === "judge";
  return {
    event,
    listens,
    conditions,
    applies,
    ...(asks ? { prompt: await promptOf(handler.prompt, event) } : {}),
    ...(handler.kind !== "judge" || !applies || live
      ? { decision: await decideAlone(context, policy, event, found) }
      : {}),
  };
}

async function promptOf(
  body: string,
  event: Event,
): Promise<{ readonly system: string; readonly prompt: string }> {
  const { buildPrompt } = await import("@gatehouse-hooks/judge");
  // A real call takes a fresh random marker; a fixed one makes the output of two dry runs comparable.
  const { system, prompt } = buildPrompt({
    body,
    event: event.event,
    context: event,
    marker: "MARKEROFADRYRUN",
  });
  return { system, prompt };
}

async function decideAlone(
  context: Context,
  policy: PolicyDefinition,
  event: Event,
  found: FoundConfig,
): Promise<Decision> {
  const { set } = compilePolicies([{ ...policy, enabled: true }], { ...DERIVED, vocabulary: VOCABULARY });
  const open = await openRuntime(context, set, found);
  try {
    return await open.decide(event);
  } finally {
    await open.close();
  }
}
