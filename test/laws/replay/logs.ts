import type { PolicyDefinition } from "@gatehouse-hooks/engine";
import type { JsonValue } from "@gatehouse-hooks/json";
import type { Happened, LogPlace, Replay, ReplayInput } from "@gatehouse-hooks/replay";
import type { Random } from "../../../bench/realistic/random.js";
import { callsAround } from "../analysis/tool-calls.js";

/** One line of a log: an event, something that cannot be read, a blank. */
export type LogLine =
  | { readonly kind: "event"; readonly input: Omit<ReplayInput, "place"> }
  | { readonly kind: "broken" }
  | { readonly kind: "blank" }
  | { readonly kind: "copy" }
  | { readonly kind: "decision"; readonly ms: number };

/** Lines of some files, in the log's order. */
export interface RandomLog {
  readonly lines: readonly { readonly path: string; readonly offset: number; readonly line: LogLine }[];
}

const HAPPENED: readonly (Happened | null)[] = [
  null,
  { outcome: "ran", by: null, person: null },
  { outcome: "ran", by: null, person: "allowed" },
  { outcome: "failed", by: null, person: null },
  { outcome: "denied", by: "native", person: "refused" },
  { outcome: "denied", by: "hook", person: null },
  { outcome: "rewritten", by: null, person: null },
  { outcome: "unknown", by: null, person: null },
];
/** Names that an object of JavaScript has, too. */
const SESSIONS = ["s1", "s2", "__proto__", "constructor", null];
const AGENTS = ["codex", "claude-code", "__proto__", null];
const NO_EVENTS: readonly JsonValue[] = [null, 1, "x", [], {}, { event: "" }];

/** A log around what the policies ask for. */
export function randomLog(policies: readonly PolicyDefinition[], next: Random, most = 30): RandomLog {
  const call = callsAround(policies, next);
  const lines: { path: string; offset: number; line: LogLine }[] = [];
  const files = 1 + next.below(3);
  for (let file = 0; file < files; file++) {
    const count = next.below(most);
    for (let at = 0; at < count; at++)
      lines.push({ path: `${file}.jsonl`, offset: at * 10, line: randomLine(call, next) });
  }
  return { lines };
}

function randomLine(call: () => JsonValue, next: Random): LogLine {
  const dice = next.below(20);
  if (dice === 0) return { kind: "broken" };
  if (dice === 1) return { kind: "blank" };
  if (dice === 2) return { kind: "copy" };
  if (dice === 3) return { kind: "decision", ms: next.below(100) / 7 };
  return {
    kind: "event",
    input: {
      event: dice === 4 ? next.pick(NO_EVENTS) : call(),
      at: next.below(5) === 0 ? null : 1_790_000_000_000 + next.below(300_000_000),
      session: next.pick(SESSIONS),
      agent: next.pick(AGENTS),
      happened: next.pick(HAPPENED),
      live: next.below(4) === 0 ? { effect: next.pick(["deny", "abstain"]), policy: null, ms: 1 } : null,
    },
  };
}

/** Replays the lines from one to another. */
export function replayLines(replay: Replay, { lines }: RandomLog, from = 0, to: number = lines.length): void {
  let open: string | undefined;
  for (const { path, offset, line } of lines.slice(from, to)) {
    if (path !== open) replay.open(path, offset);
    open = path;
    const place: LogPlace = { path, line: replay.line(), offset };
    if (line.kind === "event") replay.add({ ...line.input, place });
    else if (line.kind === "broken") replay.refuse(place, { code: "json-syntax", message: "not JSON" });
    else if (line.kind === "copy") replay.copy();
    else if (line.kind === "decision") replay.decided({ effect: "ask", policy: "p", ms: line.ms });
  }
}
