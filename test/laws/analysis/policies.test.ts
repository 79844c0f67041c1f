import type { PolicyFinding } from "@gatehouse-hooks/analysis";
import { policiesOf, type PolicySet } from "@gatehouse-hooks/engine";
import fc from "fast-check";
import { random } from "../../../bench/realistic/random.js";
import { world } from "../../arbitraries/policies.js";
import { relatedPolicies } from "../../arbitraries/related-policies.js";
import { hidesByTheFirst } from "../mutants/hides-by-the-first.js";
import { showsAnyEvent } from "../mutants/shows-any-event.js";
import { testAnalyzerLaw } from "./analyzer.js";
import { contradictsFinding } from "./contradicts-finding.js";
import { admitted, applies, callsAround, decided, noObjection, setOf } from "./tool-calls.js";

/** Why the witness of a finding does not show it. */
function witnessFlaw(set: PolicySet, finding: PolicyFinding): string | undefined {
  const { kind } = finding;
  if (kind !== "shadowed" && kind !== "never-wins" && kind !== "duplicate") return undefined;
  const { policy, witness } = finding;
  const event = admitted(set, witness);
  if (event === undefined) return "it is not an event of its kind";
  if (!policy.events.includes(event.event)) return "it is an event of another kind";
  const { decision, asked } = decided(set, event, noObjection);
  if (!applies(policy, witness)) return "the policy does not apply to it";
  if (kind === "duplicate")
    return applies(finding.of, witness) ? undefined : "the other one does not apply to it";
  if (decision.effect === "allow" || !finding.by.some(({ id }) => id === decision.policy))
    return "none of the others decides it";
  if (kind === "never-wins") return undefined;
  if (decision.effect !== "deny") return "it is not denied";
  return asked.some((need) => need.policy === policy.id) ? "the policy is asked" : undefined;
}

testAnalyzerLaw(
  "witness: what a finding shows is decided by the engine as it says",
  ({ analyzePolicies }) =>
    fc.property(relatedPolicies, (policies) => {
      const set = setOf(policies);
      for (const finding of analyzePolicies(set).findings) {
        const flaw = witnessFlaw(set, finding);
        if (flaw !== undefined) throw new Error(`${finding.kind} ${finding.policy.id}: ${flaw}`);
      }
    }),
  showsAnyEvent,
);

/** Events that are tried against the findings of a set. */
const EVENTS = 60;

testAnalyzerLaw(
  "never means never: no event contradicts what is said of a policy, whatever judges answer",
  ({ analyzePolicies }) =>
    fc.property(relatedPolicies, world(), fc.integer(), (policies, answers, seed) => {
      const set = setOf(policies);
      const { findings } = analyzePolicies(set);
      if (findings.length === 0) return;
      const call = callsAround(policies, random(seed));
      for (let i = 0; i < EVENTS; i++) {
        const event = call();
        const read = admitted(set, event);
        if (read === undefined) continue;
        const { facts = {} } = event;
        for (const finding of findings)
          if (contradictsFinding(set, finding, read, facts, answers)) {
            const says = policiesOf(set).map(
              ({ id, condition, matcher, handler }) =>
                `${id} ${JSON.stringify(handler)}: ${matcher?.text ?? ""} | ${condition?.text ?? ""}`,
            );
            throw new Error(
              `${finding.kind} ${finding.policy.id}: ${JSON.stringify(event)}\n${says.join("\n")}`,
            );
          }
      }
    }),
  hidesByTheFirst,
);
