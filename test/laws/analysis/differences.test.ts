import type { Difference, SetAnswer } from "@gatehouse-hooks/analysis";
import type { PolicyDefinition, PolicySet } from "@gatehouse-hooks/engine";
import fc from "fast-check";
import { random } from "../../../bench/realistic/random.js";
import { changedPolicies } from "../../arbitraries/related-policies.js";
import { looksAtAddedOnly } from "../mutants/looks-at-added-only.js";
import { swapsSides } from "../mutants/swaps-sides.js";
import { testAnalyzerLaw } from "./analyzer.js";
import { admitted, callsAround, type Decided, decided, noObjection, setOf } from "./tool-calls.js";

/** What a host does, and whom it asks. */
function outcome({ decision, asked }: Decided): string {
  const { effect, warnings, context, systemMessages, updatedInput } = decision;
  const said = warnings.map(({ reason }) => reason);
  return JSON.stringify([
    effect,
    said,
    context,
    systemMessages,
    updatedInput,
    asked.map(({ handler }) => handler),
  ]);
}

const STRICTEST_FIRST = ["deny", "ask", "abstain", "allow"];

function isLooser(before: SetAnswer, after: SetAnswer): boolean {
  const [was, is] = [before.effect, after.effect].map((effect) => STRICTEST_FIRST.indexOf(effect));
  return was === is ? before.asks.some((id) => !after.asks.includes(id)) : (was ?? 0) < (is ?? 0);
}

/** Why a difference is not as it is shown. */
function flaw(before: PolicySet, after: PolicySet, shown: Difference): string | undefined {
  const was = admitted(before, shown.witness);
  const is = admitted(after, shown.witness);
  if (was === undefined || is === undefined) return "the witness is not an event of its kind";
  const old = decided(before, was, noObjection);
  const now = decided(after, is, noObjection);
  if (outcome(old) === outcome(now)) return "both sets do the same";
  const isSaid = (said: SetAnswer, { decision }: Decided): boolean =>
    said.effect === decision.effect && said.policy === decision.policy && said.reason === decision.reason;
  if (!isSaid(shown.before, old)) return "the set before says something else";
  if (!isSaid(shown.after, now)) return "the set after says something else";
  return shown.loosens === isLooser(shown.before, shown.after) ? undefined : "it is wrong of what loosens";
}

/** Both sets, with no facts of their own: those of a witness are derived. */
const withoutFacts = changedPolicies.filter(({ before, after }) =>
  [...before, ...after].every(({ condition, matcher }) =>
    [condition?.text, matcher?.text].every((text) => text?.includes("facts.") !== true),
  ),
);

function textOf(policies: readonly PolicyDefinition[]): string {
  return policies
    .map(
      ({ id, tier = "", priority = "", events, condition, matcher, handler, enabled }) =>
        `${id} ${tier} ${priority} ${enabled === false ? "off" : ""} ${events.join()} ${matcher?.text ?? ""} | ${condition?.text ?? ""} → ${JSON.stringify(handler)}`,
    )
    .join("\n");
}

testAnalyzerLaw(
  "witness: both sets decide the event of a difference as it is shown",
  ({ diffSets }) =>
    fc.property(changedPolicies, (sets) => {
      const before = setOf(sets.before);
      const after = setOf(sets.after);
      for (const shown of diffSets(before, after).differences) {
        const why = flaw(before, after, shown);
        if (why !== undefined)
          throw new Error(
            `${why}: ${JSON.stringify(shown)}\n${textOf(sets.before)}\n→\n${textOf(sets.after)}`,
          );
      }
    }),
  swapsSides,
);

/** Events that are tried against the claim that two sets decide alike. */
const EVENTS = 60;

testAnalyzerLaw(
  "never means never: two sets without a difference decide all events alike",
  ({ diffSets }) =>
    fc.property(withoutFacts, fc.integer(), (sets, seed) => {
      const before = setOf(sets.before);
      const after = setOf(sets.after);
      const { differences, unknown } = diffSets(before, after);
      if (differences.length > 0 || unknown.length > 0) return;
      const call = callsAround([...sets.before, ...sets.after], random(seed));
      for (let i = 0; i < EVENTS; i++) {
        const event = call();
        const was = admitted(before, event);
        const is = admitted(after, event);
        if (was === undefined || is === undefined) continue;
        const old = outcome(decided(before, was, noObjection));
        const now = outcome(decided(after, is, noObjection));
        if (old !== now)
          throw new Error(
            `${JSON.stringify(event)}: ${old} → ${now}\n${textOf(sets.before)}\n→\n${textOf(sets.after)}`,
          );
      }
    }),
  looksAtAddedOnly,
);
