import type { Decision } from "./decision.js";
import type { Event } from "./event.js";
import type { Need, Verdicts } from "./need.js";
import type { Remembered } from "./facts/cell.js";
import type { PolicySet } from "./policy-set.js";
import { settle, stepOnce } from "./step.js";
import type { Verdict } from "./verdict.js";

const NONE: Verdicts = new Map();

/**
 * Decides now, without asking and without the door: a verdict that is needed and was not supplied is a failure (code
 * `unanswered`), and the policy's `onFailure` says what that means. For what is not known to be a whole event there is
 * `begin`.
 *
 * @param set made by `compilePolicies`
 * @param event made by `readEvent`
 * @param verdicts by need id, from a log for example
 * @param remembered what is remembered of the events before, as `step` takes it
 */
export function decide(
  set: PolicySet,
  event: Event,
  verdicts: Verdicts = NONE,
  remembered?: Remembered,
): Decision {
  const first = stepOnce(set, event, [], verdicts, remembered);
  return first.kind === "pending" ? settle(first, unanswered).decision : first.decision;
}

function unanswered(need: Need): Verdict {
  return {
    kind: "failure",
    code: "unanswered",
    message: `no verdict was supplied for the ${need.handler.kind} of \`${need.policy}\``,
  };
}
