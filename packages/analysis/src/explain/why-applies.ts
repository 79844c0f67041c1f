import { analyze, type Path } from "@gatehouse-hooks/condition/analysis";
import { compile } from "@gatehouse-hooks/condition/compile";
import type { PolicyDefinition } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import { AtomTree } from "./atom-tree.js";
import type { ConditionAtom } from "./inner-atoms.js";

/** A test that decided, and what it read. */
export interface DecidingAtom extends Pick<ConditionAtom, "part" | "text"> {
  /** How it came out. */
  readonly was: boolean;
  /** The properties that it reads. */
  readonly paths: readonly Path[];
}

/** Why a policy applies to an event, or does not. */
export interface WhyApplies {
  /** `"over-budget"`: its matcher or condition ran out of budget, and the policy fails. */
  readonly applies: boolean | "over-budget";
  /** For these alone, whatever its other tests say; none for a policy that applies always. */
  readonly deciding: readonly DecidingAtom[];
}

/**
 * The tests of a policy for which it applies to an event or does not.
 *
 * @param event with its `facts`, where the policy reads them
 */
export function whyApplies(
  policy: Pick<PolicyDefinition, "matcher" | "condition">,
  event: JsonObject,
): WhyApplies {
  for (const condition of [policy.matcher, policy.condition]) {
    const outcome = condition?.ast == null ? true : compile(condition.ast)(event);
    if (outcome === "over-budget") return { applies: outcome, deciding: [] };
    if (!outcome) break;
  }
  const tree = new AtomTree(policy);
  const truths = tree.truths(event);
  const applies = tree.applies(truths);
  if (applies === undefined) return { applies: "over-budget", deciding: [] };
  const deciding = tree.deciding(truths).flatMap((atom): readonly DecidingAtom[] => {
    const { part, text, node } = tree.atoms[atom] ?? {};
    return part === undefined || text === undefined || node === undefined
      ? []
      : [{ part, text, was: truths[atom] === true, paths: analyze(node).paths }];
  });
  return { applies, deciding };
}
