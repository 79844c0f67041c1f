import type { DecidedBy, ReplayExample, ReplayReport } from "@gatehouse-hooks/replay";
import type { JsonObject } from "@gatehouse-hooks/json";
import type { AskedQuestions } from "./ask/ask-questions.js";

/** `false-alarm`: a person had allowed what a policy stops. `hole`: a person had refused what no policy stops. */
export type ProblemKind = "false-alarm" | "hole";

/** Events of one problem: those that one policy stops although a person had allowed them, or that a person had refused. */
export interface ProblemGroup {
  readonly problem: ProblemKind;
  /** The policy that stops them; `null`: a hole. */
  readonly policy: string | null;
  readonly tool: string | null;
  readonly events: number;
  /** The first of them, as a report shows it. */
  readonly example: ReplayExample | null;
}

/** A class of events that a change decides otherwise, whether the log has such events or not. */
interface SuggestedClass {
  readonly from: DecidedBy;
  readonly to: DecidedBy;
  readonly loosens: boolean;
  /** An event of it, without secrets. */
  readonly witness: JsonObject;
}

/** What may be done about a problem that a replay has shown. Nothing is done by itself. */
export type ReplaySuggestion = ProblemGroup &
  (
    | {
        readonly kind: "change";
        /** What tells the events from all others, as a condition. */
        readonly clause: string;
        /** The file that changes. */
        readonly path: string;
        /** A unified difference, with tests. */
        readonly patch: string;
        /** Tests that the patch adds. All tests of the file pass with it. */
        readonly tests: number;
        /** What the analysis of both sets of policies finds, as `gatehouse diff` does. */
        readonly classes: readonly SuggestedClass[];
        /** Policies of which the analysis does not know what the change does. */
        readonly unclear: readonly string[];
      }
    | { readonly kind: "none"; readonly why: string }
  );

/** What is suggested, for the largest problems. */
export interface ReplaySuggestions {
  /** Problems that the log shows; more than there are suggestions where there are too many. */
  readonly problems: number;
  readonly rows: readonly ReplaySuggestion[];
}

/** What `gatehouse replay --json` prints. */
export interface ReplayJson extends ReplayReport {
  /** False: it was stopped before the end of the log. */
  readonly complete: boolean;
  /** Where: the file, and the byte at which it goes on. */
  readonly stopped: { readonly path: string; readonly offset: number } | null;
  /** Calls in a box that did what their facts do not have; absent where no trail has one. */
  readonly unsound?: number;
  /** What the judge was asked; absent without `--live`. */
  readonly asked?: AskedQuestions;
  /** Changes that the log agrees with; absent where none are asked for, or the end of the log was not reached. */
  readonly suggestions?: ReplaySuggestions;
}
