import { type Engine, realEngine } from "../engine.js";

/** Breaks warn is neutral: a warning asks the user. */
export const warnAsks: Engine = {
  run: (one, asking) => {
    const run = realEngine.run(one, asking);
    const warned = run.decision.warnings.length > 0 && run.decision.effect === "abstain";
    return warned ? { ...run, decision: { ...run.decision, effect: "ask" } } : run;
  },
};
