import type { Verdict } from "@gatehouse-hooks/engine";
import { costOf, type TokenCount, type TokenPrice } from "@gatehouse-hooks/local";
import type { LiveQuestion } from "./live-question.js";
import type { QuestionBudget } from "./question-budget.js";

/** A verdict, and whether it was asked for or was at hand. */
export interface AskedVerdict {
  readonly verdict: Verdict;
  readonly isFresh: boolean;
}

/** What asking needs. */
interface AskJob {
  /** Asks the judge, or the cache before it. Never rejects. */
  readonly ask: (question: LiveQuestion, signal: AbortSignal) => Promise<AskedVerdict>;
  readonly price: (model: string) => TokenPrice;
  readonly spending: QuestionBudget;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Told after each question. */
  readonly onAnswer: (question: LiveQuestion, answer: AskedVerdict) => void;
}

/** Why asking has ended. */
export type AskEnd = "done" | "budget" | "failures" | "interrupted";

/** Questions on their way at once. */
const PLACES = 3;
/** So many failures in a row: what answers is not there. */
const MOST_FAILURES = 10;
/** Failures for which nothing was sent. */
const UNSENT: ReadonlySet<string> = new Set(["judge-unavailable", "bad-question", "over-budget"]);

/** Asks questions in their order, as long as the budget allows the dearest that each may become. */
export async function askQuestions(
  questions: readonly LiveQuestion[],
  { ask, price, spending, signal, onAnswer }: AskJob,
): Promise<AskEnd> {
  const running = new Set<Promise<void>>();
  let failures = 0;
  let end: AskEnd = "done";

  const askOne = async (question: LiveQuestion, most: number): Promise<void> => {
    const answer = await ask(question, signal);
    spending.settle(most, spentOn(answer, price(question.model), most));
    failures = answer.verdict.kind === "failure" ? failures + 1 : 0;
    onAnswer(question, answer);
  };

  for (const question of questions) {
    const most = costOf(question.most, price(question.model));
    let isPromised = false;
    for (;;) {
      if (running.size < PLACES && !signal.aborted && failures < MOST_FAILURES)
        isPromised = spending.promise(most);
      if (isPromised || running.size === 0) break;
      await Promise.race(running);
    }
    if (signal.aborted) end = "interrupted";
    else if (failures >= MOST_FAILURES) end = "failures";
    else if (!isPromised) end = "budget";
    if (end !== "done") break;
    const one = askOne(question, most).finally(() => running.delete(one));
    running.add(one);
  }
  await Promise.all(running);
  return end;
}

/** Tokens of a verdict, as the provider counts them. */
export function tokensOf({ verdict: { usage }, isFresh }: AskedVerdict): TokenCount {
  return isFresh && usage !== undefined
    ? { input: usage.inputTokens, output: usage.outputTokens }
    : { input: 0, output: 0 };
}

/** A request that came to nothing may have been counted by the provider: it is, here. */
function spentOn(answer: AskedVerdict, price: TokenPrice, most: number): number {
  const { verdict, isFresh } = answer;
  if (!isFresh || (verdict.kind === "failure" && UNSENT.has(verdict.code))) return 0;
  return verdict.usage === undefined ? most : costOf(tokensOf(answer), price);
}

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
