import { DISGUISED } from "../hook/decision.js";
import type { Native } from "../profiles/profile.js";
import { playCalls } from "./calls.js";
import type { Cell, Expectation } from "./cell.js";
import { type Part, equipHook } from "./part.js";

/** Neither the call nor what a policy made of it, where the agent's own rules say no to the call. No person is there to be asked. */
const EXPECTED: Readonly<Record<Native, Expectation>> = { allow: "either", ask: "either", deny: "stays" };

/**
 * A policy rewrites a call that the agent's own rules deny to one that they do not name: agents match their rules with the rewritten
 * text, so the hook has to ask them about the original.
 */
export const nativeRules: Part = async (bench) => {
  if (!bench.wants("native-rules-hold", "disguise")) return [];
  const cells: Cell[] = [];
  for (const native of bench.natives) {
    const played = await playCalls(bench, {
      part: "native-rules-hold",
      native,
      calls: [
        {
          name: "disguise",
          decision: "disguise",
          number: 1,
          expected: EXPECTED[native],
          trace: DISGUISED,
          note: (report) => (report.ran(DISGUISED) ? "the rewritten call ran" : ""),
        },
      ],
      equip: async (place, env) => void (await equipHook(bench, place, env)),
    });
    cells.push(...played);
  }
  return cells;
};
