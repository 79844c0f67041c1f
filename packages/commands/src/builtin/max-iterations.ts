import { type Builtin, NOTHING } from "../builtin-call.js";

/**
 * `max_iterations`: denies the model calls after the first N, where the event says which call it is. Without a positive
 * whole N it does nothing.
 */
export const maxIterations: Builtin = ({ event, args: [text = ""] }) => {
  const limit = /^\+?\d{1,15}$/.test(text) ? Number(text) : 0;
  const iteration = Object.hasOwn(event, "iteration") ? event["iteration"] : undefined;
  if (limit <= 0 || typeof iteration !== "number" || !(iteration > limit)) return NOTHING;
  return {
    kind: "deny",
    reason: `Agent terminated: max_iterations builtin reached its limit of ${limit} model call(s).`,
  };
};
