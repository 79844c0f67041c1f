import { VOCABULARY } from "@gatehouse-hooks/hosts";
import type { Decision, Event, PolicyDefinition } from "@gatehouse-hooks/engine";
import { compilePolicies } from "@gatehouse-hooks/engine";
import type { Context } from "@gatehouse-hooks/local";
import { openRuntime } from "@gatehouse-hooks/local/open";
import { DERIVED, type FoundConfig } from "@gatehouse-hooks/local/places";
import { type Explained, explainCondition } from "./explain-condition.js";
import { judgePrompt, type ToldJudge } from "./judge-prompt.js";

/** What a policy does with an event. */
export interface Trial {
  readonly event: Event;
  /** The policy listens to the event. */
  readonly listens: boolean;
  /** Each condition of the policy: its matcher's, then its own. */
  readonly conditions: readonly Explained[];
  readonly applies: boolean;
  /** What a judge would be told. */
  readonly prompt?: ToldJudge;
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
  const written = [policy.matcher, policy.condition].filter((one) => one !== undefined);
  // Conditions over facts see those that are derived.
  const seen = written.some(({ text }) => text.includes("facts")) ? { ...event, ...factsOf(event) } : event;
  const conditions = written.map((one) => explainCondition(one, seen));
  const applies = listens && conditions.every(({ outcome }) => outcome !== false);
  const { handler } = policy;
  const prompt = applies && handler.kind === "judge" ? await judgePrompt(handler, event) : undefined;
  return {
    event,
    listens,
    conditions,
    applies,
    ...(prompt === undefined ? {} : { prompt }),
    ...(handler.kind !== "judge" || !applies || live
      ? { decision: await decideAlone(context, policy, event, found) }
      : {}),
  };
}

function factsOf(event: Event): object {
  return DERIVED.derive === undefined ? {} : { facts: DERIVED.derive.facts(event) };
}

async function decideAlone(
  context: Context,
  policy: PolicyDefinition,
  event: Event,
  found: FoundConfig,
): Promise<Decision> {
  const { set } = compilePolicies([{ ...policy, enabled: true, observe: false }], {
    ...DERIVED,
    vocabulary: VOCABULARY,
  });
  const open = await openRuntime(context, set, found);
  try {
    return await open.decide(event);
  } finally {
    await open.close();
  }
}
