import type { ReplayReport, SessionCounts, DayCounts } from "@gatehouse-hooks/replay";

/** What the page is made of, as its script reads it from the page. */
export interface PageReport {
  readonly v: 1;
  readonly source: ReportSource;
  /** Why the log was not read to its end; `null`: it was. */
  readonly stopped: string | null;
  /** With the largest groups of each list. */
  readonly report: ReplayReport;
  /** All sessions that were kept. */
  readonly sessions: readonly SessionCounts[];
  /** Groups that the page does not have. */
  readonly left: {
    readonly flips: LeftOut;
    readonly stops: LeftOut;
    readonly contrasts: LeftOut;
    readonly live: LeftOut;
  };
  /** Lists of which the replay itself could not keep all. */
  readonly cut: readonly CutList[];
  readonly latency: PageLatency | null;
}

/** A list of a replay that has a bound. */
export type CutList = "flips" | "stops" | "contrasts" | "live" | "days" | "agents" | "sessions";

/** What was replayed on what, as people named it. */
export interface ReportSource {
  readonly logs: readonly NamedPath[];
  readonly policies: readonly NamedPath[];
  /** A path or a revision; `null`: nothing was compared. */
  readonly against: NamedPath | null;
}

/** A path as it was named: a field of its own, so that `anonymise` knows it as one. */
export interface NamedPath {
  readonly path: string;
}

/** Groups that a list of the page does not have. */
export interface LeftOut {
  readonly groups: number;
  readonly events: number;
}

/** How long decisions took when they were made. */
export interface PageLatency {
  /** One for each bucket from the first to the last that is not empty. */
  readonly bars: readonly LatencyBar[];
  /** Milliseconds, to a quarter of a doubling. */
  readonly median: number;
  readonly p99: number;
}

/** Decisions that took less than `below` milliseconds, and not less than those of the bar before. */
interface LatencyBar {
  readonly below: number;
  readonly count: number;
}

const DAY_MS = 86_400_000;
/** Beyond about three years the days without events are left out. */
const MOST_DAYS = 1_100;

/** Days in their order, with those between them on which nothing happened, unless these are too many to draw. */
export function filledDays(rows: readonly DayCounts[]): readonly DayCounts[] {
  const sorted = rows.toSorted((one, other) => (one.day < other.day ? -1 : 1));
  const first = Date.parse(sorted[0]?.day ?? "");
  const last = Date.parse(sorted.at(-1)?.day ?? "");
  const count = (last - first) / DAY_MS + 1;
  // Years of more than four digits are sorted as texts, too.
  if (!(count >= 1 && count <= MOST_DAYS)) return sorted;
  const known = new Map(sorted.map((row) => [row.day, row]));
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(first + index * DAY_MS).toISOString().slice(0, 10);
    return known.get(day) ?? { day, deny: 0, ask: 0, allow: 0, abstain: 0, unknown: 0 };
  });
}
