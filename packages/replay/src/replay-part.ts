import type { Effect, Tier } from "@gatehouse-hooks/engine";
import type { LogPlace, ReadSpan } from "./log-place.js";
import type { RealOutcome } from "./replay-input.js";

/** Numbers of events, by what was decided on them. */
export interface EffectCounts {
  readonly deny: number;
  readonly ask: number;
  readonly allow: number;
  readonly abstain: number;
  /** Not decided: an answer is missing that the log does not hold. */
  readonly unknown: number;
}

/**
 * Rows by a key of the log, of which there may be more than can be kept: the `most` rows whose keys have the smallest hashes.
 * The numbers of a row that is kept are complete.
 */
export interface KeptRows<Row> {
  /** False: some rows were not kept. */
  readonly complete: boolean;
  /** In the order of the hashes of their keys, which is as good as by chance. */
  readonly rows: readonly Row[];
}

/** What one policy did. */
export interface PolicyCounts {
  readonly tier: Tier;
  readonly policy: string;
  /** Events that it decided. */
  readonly decided: number;
  /** Events for which it applied and its verdict was heard, those that another policy decided among them. */
  readonly hits: number;
  readonly denies: number;
  readonly asks: number;
  readonly warnings: number;
  readonly allows: number;
  /** Events whose input it rewrote. */
  readonly rewrites: number;
  /** Failures of its handler, and of its condition. */
  readonly failures: number;
  /** Questions to its handler, of which some were answered by a record. */
  readonly questions: { readonly needed: number; readonly recorded: number };
  /** Events that wait for its handler: counted for each policy that is waited for. */
  readonly unknown: number;
}

/** What a set of policies decided. */
export interface SetCounts {
  readonly effects: EffectCounts;
  /** Events that are denied since they are malformed, in `effects` among the denies. */
  readonly malformed: number;
  /** A row for each policy that is enabled, in the order in which they are asked. */
  readonly policies: readonly PolicyCounts[];
  /** Different questions that no record answers, by their keys. At most 4,096 rows. */
  readonly questions: KeptRows<QuestionRow>;
}

/** One question that no record answers. */
export interface QuestionRow {
  readonly key: string;
  readonly policy: string;
  /** How often it was asked. */
  readonly events: number;
}

/** One event, shown. Every text of it is without its secrets. */
export interface ReplayExample {
  readonly place: LogPlace;
  readonly at: number | null;
  readonly session: string | null;
  readonly agent: string | null;
  /** The event's name. */
  readonly event: string;
  readonly tool: string | null;
  /** The command, path or address of the call; else its parameters as JSON; at most 400 characters. */
  readonly call: string;
  readonly outcome: RealOutcome | null;
  readonly person: "allowed" | "refused" | null;
  /** Of the policies, or of those before a change. At most 200 characters. */
  readonly reason: string;
  /** Of those after the change; absent where nothing is compared. */
  readonly reasonAgainst?: string;
}

/** Events that are alike, and the first of them. */
export interface ExampleGroup {
  readonly events: number;
  /** The first in the order of the log. */
  readonly examples: readonly ReplayExample[];
}

/**
 * What happened, against what the policies say.
 * `denied-allowed`, `asked-allowed`: a person had allowed the call, the policies deny it or ask again (friction).
 * `allowed-refused`, `abstained-refused`: a person had refused it, the policies let it through (a gap).
 * `denied-ran`: it ran, no person was asked as far as the log tells, and the policies deny it.
 */
export type ContrastKind =
  | "denied-allowed"
  | "asked-allowed"
  | "allowed-refused"
  | "abstained-refused"
  | "denied-ran";

/** Calls of which something else happened than the policies say. */
export interface ContrastGroup extends ExampleGroup {
  readonly kind: ContrastKind;
  /** That decides; `null`: none does. */
  readonly policy: string | null;
  readonly tool: string | null;
}

/** Calls that the policies stop, by the one that decides. */
export interface StopGroup extends ExampleGroup {
  readonly effect: "deny" | "ask";
  /** `null`: none; the event is malformed. */
  readonly policy: string | null;
}

/** What decides: an effect and the policy behind it. */
export interface DecidedBy {
  readonly effect: Effect;
  readonly policy: string | null;
}

/** What is different about two decisions: the first of these that is. */
export type FlipChange =
  | "effect"
  | "policy"
  | "rewrite"
  /** Warnings, context or system messages. */
  | "attached";

/** Events on which two sets answer differently in the same way. */
export interface FlipGroup extends ExampleGroup {
  readonly from: DecidedBy;
  readonly to: DecidedBy;
  readonly change: FlipChange;
}

/** Two sets on the same events. */
export interface FlipCounts {
  readonly same: number;
  readonly flipped: number;
  /** Of these: the new effect is less strict. */
  readonly looser: number;
  /** Of these: it is stricter. */
  readonly stricter: number;
  /** One of the sets, or both, wait for an answer that the log does not hold. */
  readonly unknown: number;
  readonly groups: KeptRows<FlipGroup>;
}

/** Events that were decided otherwise when they happened. */
export interface LiveGroup extends ExampleGroup {
  readonly live: DecidedBy;
  readonly now: DecidedBy;
}

/** The decisions that the logs hold. */
export interface LiveCounts {
  readonly effects: Omit<EffectCounts, "unknown">;
  /** Decisions that belong to an event of the log, with the same effect and policy as now. */
  readonly same: number;
  readonly different: number;
  /** The policies wait for an answer that the log does not hold. */
  readonly unknown: number;
  /** Of the different ones. */
  readonly groups: KeptRows<LiveGroup>;
  /**
   * How long decisions took: numbers by bucket, of which four make a doubling of microseconds (`latencyBucket`).
   * No trailing zeros.
   */
  readonly latency: readonly number[];
}

/** A place of the log, and why nothing could be read there. */
export interface UnreadPlace {
  readonly place: LogPlace;
  readonly code: string;
  readonly message: string;
}

/** What could not be read, and the first places of it. */
export interface Unread {
  readonly count: number;
  readonly places: readonly UnreadPlace[];
}

/** A day (UTC). */
export interface DayCounts extends EffectCounts {
  /** `2026-01-31`; empty: events without a time. */
  readonly day: string;
}

/** An agent. */
export interface AgentCounts extends EffectCounts {
  /** Empty: not known. */
  readonly agent: string;
}

/** A session. */
export interface SessionCounts extends EffectCounts {
  readonly session: string;
  readonly agent: string | null;
  /** Milliseconds since 1970 of the first and the last event that has a time. */
  readonly first: number | null;
  readonly last: number | null;
}

/** What became of the calls of which the log tells. */
export interface OutcomeCounts {
  readonly ran: number;
  readonly failed: number;
  readonly denied: number;
  readonly rewritten: number;
  readonly unknown: number;
  /** Of the denied ones, by whom. */
  readonly deniedBy: { readonly hook: number; readonly native: number; readonly unsaid: number };
  /** What persons said who were asked. */
  readonly person: { readonly allowed: number; readonly refused: number };
}

/**
 * What is known of a piece of a log. Plain JSON: it may be written to a file or sent, and goes on from there.
 *
 * INVARIANT (law "any cut"): the parts of the pieces of a log, merged in the log's order, are the part of the log, byte for
 * byte, however it was cut at line ends.
 */
export interface ReplayPart {
  readonly v: 1;
  /** `null`: nothing was read. */
  readonly span: ReadSpan | null;
  /** Events, decided or not. */
  readonly events: number;
  /** Of these: calls of a tool that a policy may stop. */
  readonly calls: number;
  /** Calls left out since they are copies of others: forks and resumed sessions repeat them. */
  readonly copies: number;
  /** Lines of which nothing could be read, and events that are none. */
  readonly unreadable: Unread;
  /** Files of which the format is not known. */
  readonly unrecognised: Unread;
  readonly now: SetCounts;
  /** Of the other policies; `null`: there are none. */
  readonly against: SetCounts | null;
  readonly flips: FlipCounts | null;
  /** At most 4,096 rows. */
  readonly days: KeptRows<DayCounts>;
  /** At most 256 rows. */
  readonly agents: KeptRows<AgentCounts>;
  /** At most 10,000 rows. */
  readonly sessions: KeptRows<SessionCounts>;
  readonly outcomes: OutcomeCounts;
  /** At most 4,096 rows. */
  readonly contrasts: KeptRows<ContrastGroup>;
  /** What the policies deny and ask about. */
  readonly stops: KeptRows<StopGroup>;
  readonly live: LiveCounts;
}
