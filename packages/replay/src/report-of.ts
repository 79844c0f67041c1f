import type { Differences } from "@gatehouse-hooks/analysis";
import { distinctKeys } from "./kept-table.js";
import { latencyAbove, latencyQuantile } from "./latency-bucket.js";
import type {
  ContrastKind,
  DecidedBy,
  EffectCounts,
  ExampleGroup,
  FlipCounts,
  KeptRows,
  QuestionRow,
  ReplayPart,
  SetCounts,
} from "./replay-part.js";
import type {
  FlipClass,
  FlipReport,
  LatencyReport,
  LiveReport,
  ReplayReport,
  SetReport,
} from "./replay-report.js";
import { QUESTION_ROWS, SESSION_ROWS } from "./row-kinds.js";

/** Sessions that are listed. */
const MOST_SESSIONS = 1_000;

/** The kinds of contrasts in the order of a report. */
const KINDS: readonly ContrastKind[] = [
  "denied-allowed",
  "asked-allowed",
  "allowed-refused",
  "abstained-refused",
  "denied-ran",
];

/**
 * What a part says, in the order in which people read it.
 *
 * @param part of the whole log
 * @param differences what `diffSets` says of the two sets: its classes are joined with the flips
 */
export function reportOf(part: ReplayPart, differences?: Differences): ReplayReport {
  const { events, calls, copies, unreadable, unrecognised, outcomes } = part;
  return {
    v: 1,
    events,
    calls,
    copies,
    unreadable,
    unrecognised,
    now: setReport(part.now),
    against: part.against === null ? null : setReport(part.against),
    flips: part.flips === null ? null : flipReport(part.flips, differences),
    days: part.days.rows.toSorted((a, b) => order(a.day, b.day)),
    agents: part.agents.rows.toSorted((a, b) => sum(b) - sum(a) || order(a.agent, b.agent)),
    sessions: sessionReport(part),
    outcomes,
    stops: mostFirst(part.stops).toSorted((a, b) => Number(a.effect === "ask") - Number(b.effect === "ask")),
    contrasts: mostFirst(part.contrasts).toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind)),
    live: liveReport(part),
  };
}

function setReport({ effects, malformed, policies, questions }: SetCounts): SetReport {
  const byPolicy = new Map<string, QuestionRow[]>();
  for (const row of questions.rows) {
    const rows = byPolicy.get(row.policy);
    if (rows === undefined) byPolicy.set(row.policy, [row]);
    else rows.push(row);
  }
  const all = distinctKeys(questions, QUESTION_ROWS.key);
  // Each question is kept with the same chance.
  const weight = questions.rows.length === 0 ? 1 : all.count / questions.rows.length;
  return {
    effects,
    malformed,
    policies: policies.map((one) => ({
      ...one,
      differentQuestions: {
        count: Math.round((byPolicy.get(one.policy)?.length ?? 0) * weight),
        exact: all.exact,
      },
    })),
    questions: all,
    neverHit: policies.filter(({ hits, unknown }) => hits === 0 && unknown === 0).map(({ policy }) => policy),
  };
}

function flipReport(flips: FlipCounts, differences: Differences | undefined): FlipReport {
  const { same, flipped, looser, stricter, unknown, groups } = flips;
  const events = new Map<string, number>();
  for (const group of groups.rows) {
    const key = flipKey(group.from, group.to);
    events.set(key, (events.get(key) ?? 0) + group.events);
  }
  const classes = differences?.differences.map(({ witness, before, after, loosens, changed }): FlipClass => {
    const from = { effect: before.effect, policy: before.policy };
    const to = { effect: after.effect, policy: after.policy };
    const ids = changed.map(({ id }) => id);
    const asks = [...new Set([...before.asks, ...after.asks])];
    const found = events.get(flipKey(from, to)) ?? 0;
    return { from, to, loosens, changed: ids, witness, asks, events: found };
  });
  return {
    same,
    flipped,
    looser,
    stricter,
    unknown,
    groups: mostFirst(groups),
    complete: groups.complete,
    classes: classes ?? [],
    unclear: differences?.unknown.map(({ policy }) => policy.id) ?? [],
  };
}

function flipKey(from: DecidedBy, to: DecidedBy): string {
  return JSON.stringify([from.effect, from.policy, to.effect, to.policy]);
}

function sessionReport({ sessions }: ReplayPart): ReplayReport["sessions"] {
  const rows = sessions.rows.toSorted(
    (a, b) =>
      b.deny + b.ask - (a.deny + a.ask) ||
      (a.first ?? Infinity) - (b.first ?? Infinity) ||
      order(a.session, b.session) ||
      order(a.agent ?? "", b.agent ?? ""),
  );
  return { ...distinctKeys(sessions, SESSION_ROWS.key), rows: rows.slice(0, MOST_SESSIONS) };
}

function liveReport({ live }: ReplayPart): LiveReport {
  const { effects, same, different, unknown, groups, latency } = live;
  return { effects, same, different, unknown, groups: mostFirst(groups), latency: latencyReport(latency) };
}

function latencyReport(latency: readonly number[]): LatencyReport | null {
  const [p50, p90, p99] = [0.5, 0.9, 0.99].map((share) => latencyQuantile(latency, share));
  if (p50 == null || p90 == null || p99 == null) return null;
  const decisions = latency.reduce((sum, count) => sum + count, 0);
  const buckets = latency.flatMap((count, bucket) =>
    count === 0 ? [] : [{ belowMs: latencyAbove(bucket), decisions: count }],
  );
  return { decisions, p50, p90, p99, buckets };
}

/** The order of hashes decides between groups of the same size: it depends on nothing else. */
function mostFirst<Row extends ExampleGroup>({ rows }: KeptRows<Row>): readonly Row[] {
  return rows.toSorted((a, b) => b.events - a.events);
}

function sum({ deny, ask, allow, abstain, unknown }: EffectCounts): number {
  return deny + ask + allow + abstain + unknown;
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
