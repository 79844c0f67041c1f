import { type Decision, markedCommand } from "../hook/decision.js";
import { runSession } from "../session/run-session.js";
import { type Cell, type Expectation, judgeCell } from "./cell.js";
import { type Part, equipHook } from "./part.js";

const CALLS = 30;

/** Many calls in one turn of the model, half of them denied. */
export const parallel: Part = async (bench) => {
  if (!bench.wants("parallel")) return [];
  const calls = Array.from({ length: CALLS }, (_, index) => {
    const decision: Decision = index % 2 === 0 ? "deny" : "allow";
    return { decision, ...markedCommand(decision, index) };
  });
  const report = await runSession({
    agent: bench.agent,
    profile: bench.profile,
    native: "allow",
    turns: [{ commands: calls.map(({ command }) => command) }],
    trustHooks: !bench.hook.trusts,
    equip: async (place, env) => void (await equipHook(bench, place, env)),
    timeoutMs: 180_000,
  });
  const cell = (name: string, decision: Decision, expected: Expectation): Cell => {
    const own = calls.filter((call) => call.decision === decision);
    const ran = own.filter(({ file }) => report.ran(file)).length;
    const all = ran === own.length;
    const seen = {
      reached: report.reached > 0,
      hung: report.hung,
      ran: expected === "stays" ? ran > 0 : all,
    };
    const verdict = judgeCell(expected, seen);
    const trouble = verdict === "ok" || verdict === "open" ? "" : `; ${report.output.slice(-300)}`;
    return {
      agent: bench.agent.name,
      part: "parallel",
      name,
      native: "allow",
      expected,
      ran: seen.ran,
      verdict,
      note: `${ran} of ${own.length} ran${trouble}`,
    };
  };
  return [
    cell("30 calls at once, denied", "deny", "stays"),
    cell("30 calls at once, allowed", "allow", "runs"),
  ];
};
