import type { Decision, Effect } from "@gatehouse-hooks/engine";

/** Strictest first. */
const EFFECTS: readonly Effect[] = ["deny", "ask", "allow", "abstain"];

/**
 * Decisions of the same event as one: the strictest effect with its policy and reason, the first of equals, and what all of them say
 * beside it, once.
 *
 * @param updatedInput what all of them together set; left out of a deny
 */
export function stricterOf(
  decisions: readonly [Decision, ...Decision[]],
  updatedInput?: Decision["updatedInput"],
): Decision {
  const [first] = decisions;
  const { effect, policy, reason } = decisions.reduce<Decision>(
    (strictest, one) => (EFFECTS.indexOf(one.effect) < EFFECTS.indexOf(strictest.effect) ? one : strictest),
    first,
  );
  const notices = once(decisions.flatMap((one) => one.notices ?? []));
  const changes = updatedInput === undefined || Object.keys(updatedInput).length === 0 || effect === "deny";
  return {
    effect,
    policy,
    reason,
    warnings: once(decisions.flatMap((one) => one.warnings)),
    context: once(decisions.flatMap((one) => one.context)),
    systemMessages: once(decisions.flatMap((one) => one.systemMessages)),
    ...(changes ? {} : { updatedInput }),
    trace: decisions.flatMap((one) => one.trace),
    ...(notices.length === 0 ? {} : { notices }),
  };
}

function once<T>(items: readonly T[]): readonly T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const text = JSON.stringify(item);
    return !seen.has(text) && seen.add(text);
  });
}
