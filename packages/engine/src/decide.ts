import type { Decision } from "./decision.js";
import type { Event } from "./event.js";
import type { Verdicts } from "./need.js";
import type { PolicySet } from "./policy-set.js";
import { step } from "./step.js";
import type { Verdict } from "./verdict.js";

const NONE: Verdicts = new Map();

/**
 * Decides now, without asking: a verdict that is needed and was not supplied is a failure (code `unanswered`), and the
 * policy's `onFailure` says what that means. For sets of static policies this is the whole engine.
 *
 * @param set made by `compilePolicies`
 * @param event made by `readEvent`
 * @param verdicts by need id, from a log for example
 */
export function decide(set: PolicySet, event: Event, verdicts: Verdicts = NONE): Decision {
  let known = verdicts;
  for (;;) {
    const next = step(set, event, known);
    if (next.kind === "decided") return next.decision;
    // Each round answers needs that no round before had, and there are finitely many: it ends.
    const more = new Map<string, Verdict>(known);
    for (const need of next.needs) {
      more.set(need.id, {
        kind: "failure",
        code: "unanswered",
        message: `no verdict was supplied for the ${need.handler.kind} of \`${need.policy}\``,
      });
    }
    known = more;
  }
}
