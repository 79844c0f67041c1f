import type { Effect } from "@gatehouse-hooks/engine";
import { type Engine, realEngine } from "../engine.js";

/** Breaks monotone: the last verdict decides, an approval among them. */
export const lastWins: Engine = {
  run: (one, asking) => {
    const run = realEngine.run(one, asking);
    const last = run.decision.trace.at(-1)?.verdict;
    if (last === undefined || last === "failure") return run;
    const effect: Effect = last === "approve" || last === "warn" ? "abstain" : last;
    return { ...run, decision: { ...run.decision, effect } };
  },
};
