import { readFileSync } from "node:fs";
import path from "node:path";
import type { CorpusQuestion } from "./questions.js";
import type { Z3Answer } from "./z3.js";

/** What Z3 said to a question, and how long both took: processor time in milliseconds. */
export interface CommittedAnswer extends CorpusQuestion {
  readonly z3: Z3Answer;
  readonly z3Ms: number;
  /** The first time that the question is asked, from its AST to an event that was evaluated. */
  readonly ms: number;
}

export const ANSWERS: string = path.join(import.meta.dirname, "answers.json");

/** The answers that are committed. */
export function readAnswers(): readonly CommittedAnswer[] {
  return JSON.parse(readFileSync(ANSWERS, "utf8")) as readonly CommittedAnswer[];
}
