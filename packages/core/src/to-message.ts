import type { Decision } from "@gatehouse-hooks/engine";
import { shorten } from "@gatehouse-hooks/json";

/** UTF-16 code units of one reason; models read the beginning. */
const MAX_REASON = 2_000;
const MAX_MESSAGE = 16_000;

/**
 * What a model is told about a decision: what happened to its call, why, and what else the policies say to it. Empty where there
 * is nothing to say.
 */
export function toMessage(decision: Decision): string {
  const { effect, policy, warnings, context } = decision;
  const by = policy === null ? "" : ` by \`${policy}\``;
  const reason = reasonFor(decision);
  const why = reason === "" ? "" : `: ${shorten(reason, MAX_REASON)}`;
  const lines = [
    ...(effect === "deny" ? [`This call was denied${by}${why}. Do not try it again in other words.`] : []),
    ...(effect === "ask" ? [`This call waits for a person's approval, asked for${by}${why}.`] : []),
    ...warnings.map((warning) => `Warning of \`${warning.policy}\`: ${shorten(warning.reason, MAX_REASON)}`),
    ...context.map((one) => shorten(one, MAX_REASON)),
  ];
  return shorten(lines.join("\n"), MAX_MESSAGE);
}

/** What a model reads in place of a result that is withheld. */
export function withheldMessage(decision: Decision): string {
  const by = decision.policy === null ? "" : ` by \`${decision.policy}\``;
  const reason = reasonFor(decision);
  return `The call was made, and its result is withheld${by}${reason === "" ? "" : `: ${shorten(reason, MAX_REASON)}`}.`;
}

/** Why, for a model. What a handler threw is for the people who run it: it may hold what a model must not see. */
function reasonFor({ policy, reason, trace }: Decision): string {
  const failure = trace.find((step) => step.policy === policy && step.reason === reason)?.failure;
  return failure?.code === "handler-failed" ? "the policy could not be asked (handler-failed)" : reason;
}
