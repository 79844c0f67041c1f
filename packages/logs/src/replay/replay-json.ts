import type { ReplayReport } from "@gatehouse-hooks/replay";
import type { AskedQuestions } from "./ask/asked-questions.js";
import type { ReplaySuggestions } from "./replay-suggestion.js";

/** What `gatehouse replay --json` prints. */
export interface ReplayJson extends ReplayReport {
  /** False: it was stopped before the end of the log. */
  readonly complete: boolean;
  /** Where: the file, and the byte at which it goes on. */
  readonly stopped: { readonly path: string; readonly offset: number } | null;
  /** What the judge was asked; absent without `--live`. */
  readonly asked?: AskedQuestions;
  /** Changes that the log agrees with; absent where none are asked for, or the end of the log was not reached. */
  readonly suggestions?: ReplaySuggestions;
}
