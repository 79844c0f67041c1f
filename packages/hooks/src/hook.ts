import type { Event, Failure, PolicyDefinition, Verdict } from "@gatehouse-hooks/engine";

import type { NlpMatcher } from "./compile-signals.js";
import type { Evaluator } from "./evaluator.js";
import type { Heard } from "./heard.js";
import type { HookState, HookStates } from "./hook-state.js";
import type { InlineTest } from "./inline-test.js";
import type { Moment } from "./condition-logic.js";
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
  /**
   * What of an answer to the event reaches anybody: for what would not, no model is asked, and no fire is counted. Default: everything,
   * but no deny of a stop where the event says `stop_hook_active`.
   */
  readonly hears?: (event: Event) => Heard;
  /** Called for each fire that was counted: whoever finds that its words reached nobody takes it back. */
  readonly onFire?: (fire: HookFire) => void;
  /** UTF-16 code units of the conversation that are sent to a model. Default 131,072, at most 1,048,576. */
  readonly maxTranscript?: number;
  /** Called for each problem that is not a failure: signals that are unavailable, a store that fails. */
  readonly onNotice?: (notice: HookNotice) => void;
}

/** A fire that was counted before anybody was told of it. */
export interface HookFire {
  readonly hook: string;
  readonly session: string;
  /** As if the hook had not fired: its words reached nobody. */
  readonly takeBack: () => Promise<void>;
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
    | "limit-repeats"
    | "timeout-cut"
    | "model-unmapped";
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
  /** Remembers that a model that was asked has failed: a handler that lets an action happen all the same fails. */
  readonly failed?: (failure: Failure) => void;
  /** Says that the conversation is missing, to a hook that would have looked into it. */
  readonly tellMissing?: () => void;
  /** Nothing that the hook says of this event reaches anybody: no model is asked. */
  readonly isUnheard?: boolean;
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
  /** Of the hooks with this, one speaks in a turn. */
  readonly onePerTurn?: boolean;
  /** All that it can say is a deny: where no deny is heard it is not asked. */
  readonly blocksOnly?: boolean;
  readonly tests: readonly InlineTest[];
  readonly run: (context: HookContext) => Promise<Verdict>;
}
