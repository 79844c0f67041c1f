import type { AskEnd } from "./ask-questions.js";

/** What `--live` has asked. */
export interface AskedQuestions {
  /** Different questions that no record answered, as far as they were found. */
  readonly needed: number;
  /** Of these: with an answer. The others are unknown. */
  readonly answered: number;
  /** Of these: asked, without an answer. */
  readonly failed: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** What was spent, in the unit of the prices; requests that came to nothing count as the dearest. */
  readonly cost: number;
  readonly budget: number;
  /** `done`: nothing is left. `budget`: it does not allow another question. `failures`: the judge failed ten times in a row. */
  readonly ended: AskEnd;
}
