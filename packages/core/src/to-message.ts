import type { Decision } from "@gatehouse-hooks/engine";
import { shorten } from "@gatehouse-hooks/json";

/** UTF-16 code units of one reason; models read the beginning. */
const MAX_REASON = 2_000;
const MAX_MESSAGE = 16_000;

/**
 * What a model is told about a decision: what happened to its call, why, and what else the policies say to it. Empty where there
 * is nothing to say.
 */
export function toMessage({ effect, policy, reason, warnings, context }: Decision): string {
  const by = policy === null ? "" : ` by \`${policy}\``;
  const why = reason === "" ? "" : `: ${shorten(reason, MAX_REASON)}`;
  const lines = [
    ...(effect === "deny" ? [`This call was denied${by}${why}. Do not try it again in other words.`] : []),
    ...(effect === "ask" ? [`This call waits for a person's approval, asked for${by}${why}.`] : []),
    ...warnings.map((warning) => `Warning of \`${warning.policy}\`: ${shorten(warning.reason, MAX_REASON)}`),
    ...context.map((one) => shorten(one, MAX_REASON)),
  ];
  return shorten(lines.join("\n"), MAX_MESSAGE);
}
