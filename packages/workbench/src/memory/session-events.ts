import { UsageError } from "@gatehouse-hooks/console";
import { hookedCalls, type SessionCall } from "@gatehouse-hooks/hosts/sessions";
import type { JsonObject } from "@gatehouse-hooks/json";
import { findLogs, groupSessions } from "@gatehouse-hooks/logs/replay";
import { afterCall, type Happened } from "@gatehouse-hooks/replay";
import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** An event of a session, as a hook would have got it. */
export interface PastEvent {
  readonly event: JsonObject;
  /** Milliseconds since 1970; null: the file does not say. */
  readonly at: number | null;
  /** What became of the call; null: it is not about one. */
  readonly happened: Pick<Happened, "outcome"> | null;
}

/** The most events of a session that are read. */
const MOST_EVENTS = 500_000;

/**
 * The events of the session in a file that an agent keeps, and of its subagents beside it, in the order of their times.
 *
 * @throws UsageError where it is not the file of one session
 */
export async function readSessionEvents(
  cwd: string,
  path: string,
): Promise<{ readonly session: string; readonly events: readonly PastEvent[] }> {
  const beside = path.replace(/\.[^./\\]+$/, "");
  const isBeside = beside !== path && existsSync(resolve(cwd, beside));
  const { units, unknown } = await findLogs(cwd, isBeside ? [path, beside] : [path]);
  const [problem] = unknown;
  if (problem !== undefined) throw notASession(problem.path, problem.issue.message);
  const events: PastEvent[] = [];
  const sessions = new Set<string>();
  for (const unit of units) {
    if (unit.kind !== "sessions") throw notASession(unit.path, "it is a log of events");
    for (const { items } of groupSessions(unit))
      for await (const item of items) {
        if (item.kind === "prompt") events.push({ ...item.prompt, happened: null });
        if (item.kind !== "call") continue;
        sessions.add(item.call.session);
        for (const call of hookedCalls(item.call)) events.push(...eventsOf(call));
        if (events.length > MOST_EVENTS) throw notASession(path, `it has more than ${MOST_EVENTS} events`);
      }
  }
  const [session, other] = sessions;
  if (session === undefined) throw notASession(path, "it has no call");
  if (other !== undefined) throw notASession(path, `it has calls of ${sessions.size} sessions`);
  return { session, events: inTime(events) };
}

function eventsOf(call: SessionCall): readonly PastEvent[] {
  const { event, at, outcome, actual } = call;
  const happened = { outcome };
  const after = afterCall(event, happened, actual);
  return [{ event, at, happened }, ...(after === null ? [] : [{ event: after, at, happened }])];
}

/** By their times; what has none stays behind what came before it. */
function inTime(events: readonly PastEvent[]): readonly PastEvent[] {
  let last = 0;
  return events
    .map((one, n) => ({ one, n, at: (last = one.at ?? last) }))
    .toSorted((a, b) => a.at - b.at || a.n - b.n)
    .map(({ one }) => one);
}

function notASession(path: string, why: string): UsageError {
  return new UsageError(
    `\`${path}\` is not the file of one session: ${why}`,
    "name one file, such as ~/.claude/projects/FOLDER/SESSION.jsonl",
  );
}
