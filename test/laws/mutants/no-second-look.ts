import type { Effect } from "@gatehouse-hooks/engine";
import { type Engine, realEngine } from "../engine.js";

/** Breaks no laundering: what policies say about the rewritten input is not heard. */
export const noSecondLook: Engine = {
  run: (one, asking) => {
    const run = realEngine.run(one, asking);
    const { trace } = run.decision;
    if (!trace.some((entry) => entry.again === true)) return run;
    const heard = trace
      .filter((entry) => entry.again !== true)
      .map((entry) => (entry.verdict === "failure" ? entry.failure?.onFailure : entry.verdict));
    const effect: Effect =
      (["deny", "ask", "allow"] as const).find((one) => heard.includes(one)) ?? "abstain";
    // The patch as it was before the second look denied.
    const updatedInput = Object.fromEntries(
      one.policies.flatMap(({ handler }) =>
        handler.kind === "static" ? Object.entries(handler.updatedInput ?? {}) : [],
      ),
    );
    return { ...run, decision: { ...run.decision, effect, updatedInput } };
  },
};
