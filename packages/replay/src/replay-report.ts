import type { JsonObject } from "@gatehouse-hooks/json";
import type {
  AgentCounts,
  ContrastGroup,
  DayCounts,
  DecidedBy,
  EffectCounts,
  FlipGroup,
  LiveGroup,
  OutcomeCounts,
  PolicyCounts,
  SessionCounts,
  StopGroup,
  Unread,
} from "./replay-part.js";

/** How many there are. */
export interface ReportedNumber {
  readonly count: number;
  /** False: a guess from a sample. */
  readonly exact: boolean;
}

/** A policy's row, and how many different questions of it no record answers. */
export interface ReportedPolicy extends PolicyCounts {
  readonly differentQuestions: ReportedNumber;
}

/** What a set of policies decided. */
export interface SetReport {
  readonly effects: EffectCounts;
  readonly malformed: number;
  /** In the order in which they are asked. */
  readonly policies: readonly ReportedPolicy[];
  /** Different questions that no record answers. */
  readonly questions: ReportedNumber;
  /** Policies that applied to no event of the log, as far as that is known. */
  readonly neverHit: readonly string[];
}

/** A class of events that two sets decide differently, and whether the log has such events. */
export interface FlipClass {
  readonly from: DecidedBy;
  readonly to: DecidedBy;
  readonly loosens: boolean;
  /** The policies that were taken away, added or changed. */
  readonly changed: readonly string[];
  /** An event that both sets decide so. */
  readonly witness: JsonObject;
  /** Policies that are asked on either side, taken to have no objection: without their answers the log cannot show the class. */
  readonly asks: readonly string[];
  /** Events of the log that flip in this way; 0: the log shows none. */
  readonly events: number;
}

/** The flips of a log, beside what the analysis of both sets says that there can be. */
export interface FlipReport {
  readonly same: number;
  readonly flipped: number;
  readonly looser: number;
  readonly stricter: number;
  readonly unknown: number;
  /** The most frequent first. */
  readonly groups: readonly FlipGroup[];
  /** False: there were more groups than are kept. */
  readonly complete: boolean;
  readonly classes: readonly FlipClass[];
  /** Changed policies of which the analysis does not know what they change. */
  readonly unclear: readonly string[];
}

/** Decisions that the log holds. */
export interface LiveReport {
  readonly effects: Omit<EffectCounts, "unknown">;
  readonly same: number;
  readonly different: number;
  readonly unknown: number;
  readonly groups: readonly LiveGroup[];
  /** How long decisions took, in milliseconds; `null`: the log has no times. */
  readonly latency: LatencyReport | null;
}

/** Times in milliseconds, to a quarter of a doubling. */
export interface LatencyReport {
  readonly decisions: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  /** Decisions below a time, and not below the one before. */
  readonly buckets: readonly { readonly belowMs: number; readonly decisions: number }[];
}

/** What a replay has found, for people and programs. Every text of an event is without its secrets. */
export interface ReplayReport {
  readonly v: 1;
  readonly events: number;
  readonly calls: number;
  readonly copies: number;
  readonly unreadable: Unread;
  readonly unrecognised: Unread;
  readonly now: SetReport;
  readonly against: SetReport | null;
  readonly flips: FlipReport | null;
  /** By day. */
  readonly days: readonly DayCounts[];
  /** The ones with most events first. */
  readonly agents: readonly AgentCounts[];
  readonly sessions: ReportedNumber & {
    /** Those with most denies and asks first, at most 1,000. */
    readonly rows: readonly SessionCounts[];
  };
  readonly outcomes: OutcomeCounts;
  /** What the policies deny, and then what they ask about: the most frequent of each first. */
  readonly stops: readonly StopGroup[];
  /** What happened against what the policies say: the most frequent of each kind first. */
  readonly contrasts: readonly ContrastGroup[];
  readonly live: LiveReport;
}
