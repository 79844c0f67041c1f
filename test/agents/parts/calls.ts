import { type Decision, markedCommand } from "../hook/decision.js";
import type { Native } from "../profiles/profile.js";
import { type SessionOptions, type SessionReport, runSession } from "../session/run-session.js";
import type { SessionPlace } from "../session/session-place.js";
import { type Cell, type Expectation, judgeCell } from "./cell.js";
import { forgive } from "./ignored.table.js";
import type { Bench } from "./part.js";

/** A call that is a cell of the table. */
export interface CellCall {
  readonly name: string;
  readonly decision: Decision;
  /** Calls of one session are told apart by it. */
  readonly number: number;
  readonly expected: Expectation;
  /** Another file that shows that it ran, in other words. */
  readonly trace?: string;
  readonly before?: (place: SessionPlace) => void | Promise<void>;
  /** What to say besides whether it ran. */
  readonly note?: (report: SessionReport) => string;
}

export interface CallOptions {
  readonly part: string;
  readonly native: Native;
  readonly calls: readonly CellCall[];
  readonly equip: SessionOptions["equip"];
}

/** How long an agent may take to start, and for each call, in milliseconds. */
const START_MS = 30_000;
const CALL_MS = 12_000;
/** So many hooks of one call may each be waited for as long as the agent does: before it, after it, at the end. */
const LATE_HOOKS = 4;
/** How much of what an agent has printed last is shown where it went wrong. */
const NOTE_LENGTH = 600;

/**
 * Plays calls one after the other and judges each. When a session ends before its last call, the calls that are left
 * are played in a new one.
 */
export async function playCalls(bench: Bench, options: CallOptions): Promise<readonly Cell[]> {
  const { part, native, equip } = options;
  const cells: Cell[] = [];
  let left = options.calls;
  while (left.length > 0) {
    const calls = left;
    const report = await runSession({
      agent: bench.agent,
      profile: bench.profile,
      native,
      equip,
      trustHooks: !bench.hook.trusts,
      turns: calls.map(({ decision, number, before }) => ({
        commands: [markedCommand(decision, number).command],
        ...(before && { before }),
      })),
      timeoutMs: START_MS + bench.hook.timeoutSeconds * LATE_HOOKS * 1_000 + calls.length * CALL_MS,
    });
    // The first call is judged in any case: a session that does not get there would be repeated for ever.
    const played = Math.max(1, Math.min(report.reached, calls.length));
    for (const [index, call] of calls.slice(0, played).entries()) {
      const seen = {
        reached: index < report.reached,
        hung: report.hung && index === played - 1,
        ran: [markedCommand(call.decision, call.number).file, call.trace ?? ""].some(
          (file) => file !== "" && report.ran(file),
        ),
      };
      const verdict = judgeCell(call.expected, seen);
      const trouble = verdict === "ok" || verdict === "open" ? "" : report.output.slice(-NOTE_LENGTH);
      const note = [call.note?.(report) ?? "", trouble].filter((one) => one !== "").join("; ");
      const { name, expected } = call;
      cells.push(
        forgive({ agent: bench.agent.name, part, name, native, expected, ran: seen.ran, verdict, note }),
      );
    }
    left = calls.slice(played);
  }
  return cells;
}
