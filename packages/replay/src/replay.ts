import type { Need, PolicySet, Verdict } from "@gatehouse-hooks/engine";
import type { Effect, Event } from "@gatehouse-hooks/engine";
import type { Issue } from "@gatehouse-hooks/json";
import type { LogPlace } from "./log-place.js";
import type { LiveDecision, ReplayInput } from "./replay-input.js";
import type { ReplayExample, ReplayPart } from "./replay-part.js";

/** A question of a policy, as records know it. */
export interface RecordedQuestion {
  /** The same for the same question: a verdict key, or the need's id with the hash of its event. */
  readonly key: string;
  /** What was answered; `null`: no record has it. */
  readonly verdict: Verdict | null;
}

/** A decision of an audit trail. */
export interface RecordedDecision {
  readonly live: LiveDecision;
  /** When it was made, in milliseconds since 1970: what is remembered was read by this time. `null`: the trail does not tell. */
  readonly at: number | null;
}

/** What the log was recorded with, for whoever can look it up. Answers must be pure: the same answer for the same question. */
export interface Records {
  /** Answers a question of a policy from records. */
  readonly answer?: (need: Need) => RecordedQuestion;
  /**
   * The decision on this event in an audit trail; `null`: none, or it is not known which. Asked for events that come without one.
   *
   * @param at when the event came, in milliseconds since 1970: the same call may have been decided otherwise before; `null`: the log does not tell
   */
  readonly decision?: (event: Event, at: number | null) => RecordedDecision | null;
  /** Told of each event before it is decided, and when it came: the same call may have found another machine before. */
  readonly came?: (event: Event, at: number | null) => void;
}

/** What is replayed, and on what. */
export interface ReplayOptions {
  readonly policies: PolicySet;
  /** Other policies, to compare. */
  readonly against?: PolicySet;
  /** Default: nothing was recorded. */
  readonly recorded?: Records;
  /** How many events are shown of each group. Default 5, at most 100. */
  readonly examples?: number;
  /** Told of each event when it has been decided, in the order of the log; default: nobody is. */
  readonly each?: (event: ReplayedEvent) => void;
}

/** What a set says to one event. */
export interface ReplayedAnswer {
  readonly effect: Effect | "unknown";
  /** That decides; `null`: none does. */
  readonly policy: string | null;
}

/** One event that was decided, shown as an example is. */
export interface ReplayedEvent extends ReplayExample, ReplayedAnswer {
  /** Of the other policies; `null`: there are none. */
  readonly against: ReplayedAnswer | null;
  /** What was decided when it happened; `null`: the log does not tell. */
  readonly live: LiveDecision | null;
}

/** Decides the events of a piece of a log, and counts. No handler runs: what no record answers is unknown. */
export interface Replay {
  /**
   * What comes next is of this file.
   *
   * @param from the byte at which reading begins
   */
  readonly open: (path: string, from: number) => void;
  /** One more line of the open file was read, blank or not. Its number is the `line` of its places. */
  readonly line: () => number;
  /**
   * An event that is not replayed, and that policies may remember: a prompt of a session file.
   *
   * @param at milliseconds since 1970; `null`: the log does not tell
   */
  readonly saw: (event: unknown, at: number | null) => void;
  /** Decides one event. Never throws for anything that an event may hold. */
  readonly add: (input: ReplayInput) => void;
  /** Counts a decision of an audit trail, which has the hash of its event and not the event. */
  readonly decided: (decision: LiveDecision) => void;
  /** A call was left out: it is a copy of one that was added. */
  readonly copy: () => void;
  /** A line cannot be read. */
  readonly refuse: (place: LogPlace, issue: Pick<Issue, "code" | "message">) => void;
  /** The format of a file is not known. */
  readonly unrecognised: (place: LogPlace, issue: Pick<Issue, "code" | "message">) => void;
  /** What is known now. More may be added after it. */
  readonly part: () => ReplayPart;
}
