import type { Decision } from "@gatehouse-hooks/engine";

/**
 * The input that a call is made with: as the decision rewrites it. Keys that the decision names are set, all others stay.
 *
 * @throws TypeError when the decision does not let the call happen: what was denied has no input
 */
export function applyRewrite<Input extends object>(
  input: Input,
  decision: Pick<Decision, "effect" | "updatedInput">,
): Input {
  if (decision.effect === "deny" || decision.effect === "ask")
    throw new TypeError(`the decision is \`${decision.effect}\`: the call does not happen with any input`);
  const { updatedInput } = decision;
  if (updatedInput === undefined) return input;
  // Spread writes own data properties, `__proto__` among them.
  return { ...input, ...updatedInput };
}
