import { type Engine, realEngine } from "../engine.js";

/** Breaks deny wins: an allow that came before overrides a deny. */
export const allowBeatsDeny: Engine = {
  run: (one, asking) => {
    const run = realEngine.run(one, asking);
    const allowed = run.decision.trace.some((entry) => entry.verdict === "allow");
    return allowed ? { ...run, decision: { ...run.decision, effect: "allow" } } : run;
  },
};
