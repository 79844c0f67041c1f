import type { Event, PolicyDefinition, Verdict } from "@gatehouse-hooks/engine";

import type { NlpMatcher } from "./compile-signals.js";
import type { Evaluator } from "./evaluator.js";
import type { HookState, HookStates } from "./hook-state.js";
import type { InlineTest } from "./inline-test.js";
import type { Moment } from "./moment.js";
import type { Transcript } from "./transcript.js";

/** What a question is about; decides which model answers it. */
export type Specialty = "review" | "debugging" | "general";

/** What hooks need from outside. */
export interface HookEnvironment {
  readonly evaluator: Evaluator;
  /** Default: in memory, for one process and 10,000 sessions. */
  readonly states?: HookStates;
  /**
   * The conversation that led to the event. Default: what the event itself holds as `transcript`. A path in
   * `transcript_path` is read only when `fileTranscripts` (or a reader of the caller's) is given here.
   */
  readonly transcript?: (event: Event) => Transcript | Promise<Transcript>;
  /** Finds `NlpSignal`s. Without one they are reported, and a gate asks its model where they could decide. */
  readonly nlp?: NlpMatcher;
  /** The project's folder, absolute: what read-only tools may see, and where `projectOnly` ends. */
  readonly root?: string;
  /** Models by specialty and size; what is absent is asked by its size. */
  readonly models?: Readonly<Partial<Record<Specialty, Readonly<Record<string, string>>>>>;
  /** Hide secrets in what is sent. Default true. */
  readonly redact?: boolean;
  /** A fresh unpredictable text of 8 to 64 letters and digits. Default: 128 random bits in hex. */
  readonly marker?: () => string;
  /** Called for each problem that is not a failure: signals that are unavailable, a store that fails. */
  readonly onNotice?: (notice: HookNotice) => void;
}

/** A message for the operator. */
export interface HookNotice {
  readonly code:
    | "signal-unavailable"
    | "state-failed"
    | "no-transcript"
    | "no-tools"
    | "message-failed"
    | "cannot-rewrite"
    | "limit-repeats";
  readonly hook: string;
  readonly message: string;
}

/** One run of a hook. */
export interface HookContext extends Moment {
  readonly hook: string;
  /** Absent: nothing is counted and nothing remembered. */
  readonly session?: string;
  /** As it was when the run began. */
  readonly state: HookState;
  readonly environment: HookEnvironment;
  readonly signal: AbortSignal;
  /** Milliseconds that the whole run may take. */
  readonly timeoutMs: number;
  /** Messages that count as used up if this run fires. */
  readonly spend: (texts: readonly string[]) => void;
  /** Says that a part of the action was hidden from a model that was asked: its approval then asks the user. */
  readonly hid?: () => void;
  /** The lines that the hook's own `signals` found, for `citeMessage`; empty without signals. */
  readonly triggers?: readonly string[];
}

/** A policy and the function that gives its verdict. */
export interface Hook {
  readonly policy: PolicyDefinition;
  /** Fires for each session; null: without limit. */
  readonly maxFires: number | null;
  /** It never denies: its limits hold at every event, and it never turns an approval into a question. */
  readonly advisory?: boolean;
  readonly tests: readonly InlineTest[];
  readonly run: (context: HookContext) => Promise<Verdict>;
}
