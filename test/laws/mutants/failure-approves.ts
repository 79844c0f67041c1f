import { type Asking, drive, type Engine, realEngine, type Run } from "../engine.js";
import type { Need, Verdict } from "@gatehouse-hooks/engine";
import type { Case } from "../world.js";

/** Breaks fail-closed: no answer counts as an approval. */
export const failureApproves: Engine & { readonly drive: typeof drive } = {
  run: realEngine.run,
  drive: (one: Case, asking: Asking, answerOf: (need: Need) => Verdict): Run =>
    drive(one, asking, (need) => {
      const verdict = answerOf(need);
      return verdict.kind === "failure" ? { kind: "approve", reason: "no answer" } : verdict;
    }),
};
