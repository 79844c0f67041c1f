import type { ReplayPart, SetCounts } from "@gatehouse-hooks/replay";

/** What the page is made of, as its script reads it from the page. */
export interface PageReport {
  readonly v: 1;
  readonly source: ReportSource;
  /** Why the log was not read to its end; `null`: it was. */
  readonly stopped: string | null;
  readonly part: PagePart;
  /** How many groups were left out of each list, and how many events are in them. */
  readonly left: LeftGroups;
  readonly latency: PageLatency | null;
}

/** What was replayed on what, as people named it. */
export interface ReportSource {
  readonly logs: readonly string[];
  readonly policies: readonly string[];
  /** `null`: nothing was compared. */
  readonly against: readonly string[] | null;
}

/** A part without the questions themselves, of which the page only tells how many there are. */
export interface PagePart extends Omit<ReplayPart, "now" | "against"> {
  readonly now: PageSet;
  readonly against: PageSet | null;
}

/** What a set of policies decided. */
export interface PageSet extends Omit<SetCounts, "questions"> {
  /** Different questions that no record answers; at least so many where `complete` is false. */
  readonly questions: { readonly complete: boolean; readonly count: number };
}

/** Groups that a list of the page does not have. */
export interface LeftOut {
  readonly groups: number;
  readonly events: number;
}

/** Of each list. */
export interface LeftGroups {
  readonly flips: LeftOut;
  readonly contrasts: LeftOut;
  readonly then: LeftOut;
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
export interface LatencyBar {
  readonly below: number;
  readonly count: number;
}
