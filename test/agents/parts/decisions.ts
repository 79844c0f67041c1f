import { type Decision, REASONS, REWRITTEN } from "../hook/decision.js";
import type { Native } from "../profiles/profile.js";
import type { SessionReport } from "../session/run-session.js";
import { playCalls } from "./calls.js";
import type { Cell, Expectation } from "./cell.js";
import { type Part, equipHook } from "./part.js";

const NEVER: Readonly<Record<Native, Expectation>> = { allow: "stays", ask: "stays", deny: "stays" };
/** What says nothing about permission leaves it to the agent. */
const AS_NATIVE: Readonly<Record<Native, Expectation>> = { allow: "runs", ask: "stays", deny: "stays" };

/** What has to come of a call, by what the policies and what the agent's own permissions say. */
const EXPECTED: readonly (readonly [Decision, Readonly<Record<Native, Expectation>>])[] = [
  ["abstain", AS_NATIVE],
  // An allow may answer the agent's question, or not.
  ["allow", { allow: "runs", ask: "either", deny: "either" }],
  ["deny", NEVER],
  // No person is there to answer.
  ["ask", NEVER],
  ["warn", AS_NATIVE],
  // The original call, that is.
  ["rewrite", NEVER],
  ["context", AS_NATIVE],
];

/** Each decision of the policies with each permission of the agent's own. */
export const decisions: Part = async (bench) => {
  const cells: Cell[] = [];
  const wanted = EXPECTED.filter(([decision]) => bench.wants("decision", decision));
  for (const native of bench.natives) {
    const calls = wanted.map(([decision, expected], index) => ({
      name: decision,
      decision,
      number: index,
      expected: expected[native],
      note: (report: SessionReport) => note(decision, report),
    }));
    const played = await playCalls(bench, {
      part: "decision",
      native,
      calls,
      equip: async (place, env) => void (await equipHook(bench, place, env)),
    });
    cells.push(...played);
  }
  return cells;
};

function note(decision: Decision, report: SessionReport): string {
  if (decision === "rewrite") return report.ran(REWRITTEN) ? "the rewritten call ran" : "";
  const reason = Object.entries(REASONS).find(([name]) => name === decision)?.[1];
  return reason !== undefined && report.told(reason) ? "the model was told" : "";
}
