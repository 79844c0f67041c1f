import { type Engine, realEngine } from "../engine.js";

/** Breaks short-circuit: an ask ends the evaluation as if it were a deny. */
export const stopsAtAsk: Engine = {
  run: (one, asking) => {
    const run = realEngine.run(one, asking);
    const asked = run.decision.trace.some(
      (entry) => entry.verdict === "ask" || entry.failure?.onFailure === "ask",
    );
    return asked ? { ...run, decision: { ...run.decision, effect: "ask" } } : run;
  },
};
