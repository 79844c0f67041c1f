import type { PolicySet, Verdict } from "@gatehouse-hooks/engine";
import type { LoadedPolicies } from "@gatehouse-hooks/local/places";
import { judgeFromEnvironment, openCache } from "@gatehouse-hooks/local/open";
import { noteLine, printable } from "@gatehouse-hooks/console/print";
import { type Context, costOf } from "@gatehouse-hooks/local";
import { UsageError } from "@gatehouse-hooks/console";
import type { LogUnit } from "../find-logs.js";
import { openRecords, type RecordPlaces } from "../open-records.js";
import {
  type AskedQuestions,
  type AskedVerdict,
  type AskEnd,
  askQuestions,
  tokensOf,
} from "./ask-questions.js";
import { collectQuestions } from "./collect-questions.js";
import type { LiveQuestion } from "./live-question.js";
import { type ModelPrices, readModelPrices } from "./model-prices.js";
import { createQuestionBudget } from "./question-budget.js";

/** The options of `--live`, as given. */
export interface LiveFlags {
  readonly live: boolean;
  /** In the unit of the prices. */
  readonly budget: string | undefined;
  /** `IN/OUT` for a million tokens, or `MODEL=IN/OUT` for each model. */
  readonly prices: string | undefined;
}

/** What is going to be replayed. */
interface LiveJob {
  readonly units: readonly LogUnit[];
  readonly now: LoadedPolicies;
  readonly other: LoadedPolicies | null;
  readonly records: RecordPlaces;
}

/** What was asked, and the answers by the keys of the questions. */
interface LiveAnswers {
  readonly answers: ReadonlyMap<string, Verdict>;
  readonly asked: AskedQuestions;
}

/**
 * Asks the judge what the policies want to know of the events of a log and no record answers, each question once, within a
 * budget that is kept. Answers lead to further questions: the log is read until none is left. What it will cost is said before.
 *
 * @throws UsageError without prices, and without a budget: then with what it would cost
 */
export async function askLive(context: Context, job: LiveJob, flags: LiveFlags): Promise<LiveAnswers> {
  const { io, noticeColors } = context;
  const prices = pricesOf(flags);
  const budget = flags.budget === undefined ? null : readBudget(flags.budget);
  const { model } = job.records;
  const note = (text: string) => io.stderr.write(`${noteLine(noticeColors, text)}\n`);
  const told: Promise<void>[] = [];
  const judge = judgeFromEnvironment(io.env, model, ({ message }) => void told.push(note(message)));
  const { cache } = await openCache(context, job.now.found, ({ message }) => void told.push(note(message)));

  const stop = new AbortController();
  const withdraw = io.onInterrupt(() => stop.abort());
  const answers = new Map<string, Verdict>();
  const asked = new Set<string>();
  const spending = createQuestionBudget(budget ?? 0);
  const count: Counted = { needed: 0, failed: 0, inputTokens: 0, outputTokens: 0 };
  const sets: PolicySet[] = [job.now.set, ...(job.other === null ? [] : [job.other.set])];
  let ended: AskEnd = "done";
  const ask = askThrough(cache, judge);
  const onAnswer = ({ key }: LiveQuestion, answer: AskedVerdict): void => {
    asked.add(key);
    addAnswer(count, answer);
    if (answer.verdict.kind !== "failure") answers.set(key, answer.verdict);
    io.progress?.("asking the judge: question", answers.size + count.failed, count.needed);
  };

  try {
    while (ended === "done") {
      const records = await openRecords({ ...job.records, asked: answers });
      const isStopped = (): boolean => stop.signal.aborted;
      const questions = { units: job.units, isStopped, sets, records, asked, model };
      const collected = await collectQuestions(io, questions);
      if (collected === null) ended = "interrupted";
      if (!collected?.length) break;
      count.needed += collected.length;
      const price = priceText(collected, prices);
      if (budget === null)
        throw new UsageError(`--live without a budget: ${price}`, "say what it may cost: --budget AMOUNT");
      await note(`${price}; ${money(budget - spending.spent())} of the budget is left`);
      const terms = { ask: settled(ask), price: prices.of, spending, onAnswer, signal: stop.signal };
      ended = await askQuestions(collected, terms);
    }
  } finally {
    withdraw();
    await cache.close();
    await Promise.all(told);
  }
  const cost = spending.spent();
  return { answers, asked: { ...count, answered: answers.size, cost, budget: budget ?? 0, ended } };
}

function pricesOf({ prices }: LiveFlags): ReturnType<typeof readModelPrices> {
  if (prices === undefined)
    throw new UsageError("--live without prices", "say what a million tokens cost: --prices IN/OUT");
  return readModelPrices(prices);
}

interface Counted {
  needed: number;
  failed: number;
  inputTokens: number;
  outputTokens: number;
}

function addAnswer(count: Counted, answer: AskedVerdict): void {
  const { input, output } = tokensOf(answer);
  count.inputTokens += input;
  count.outputTokens += output;
  if (answer.verdict.kind === "failure") count.failed++;
}

/** Asks the judge, unless the cache has the answer. */
function askThrough(
  cache: Awaited<ReturnType<typeof openCache>>["cache"],
  judge: ReturnType<typeof judgeFromEnvironment>,
): (question: LiveQuestion, signal: AbortSignal) => Promise<AskedVerdict> {
  return async ({ key, need }, signal) => {
    const compute = async (flight: AbortSignal): Promise<Verdict> => judge(need, { signal: flight });
    const { cache: scope } = need.handler;
    if (scope === "none" || (scope === "session" && need.session === undefined))
      return { verdict: await compute(signal), isFresh: true };
    const { verdict, source } = await cache.ask({ key, scope, session: need.session }, compute, { signal });
    return { verdict, isFresh: source === "fresh" };
  };
}

/** A cache that is broken, and a question that is given up, are failures like others. */
function settled(
  ask: (question: LiveQuestion, signal: AbortSignal) => Promise<AskedVerdict>,
): (question: LiveQuestion, signal: AbortSignal) => Promise<AskedVerdict> {
  return async (question, signal) => {
    try {
      return await ask(question, signal);
    } catch {
      const message = signal.aborted ? "it was given up" : "the verdict cache failed";
      return { verdict: { kind: "failure", code: "handler-failed", message }, isFresh: true };
    }
  };
}

function priceText(questions: readonly LiveQuestion[], prices: ModelPrices): string {
  const models = [...new Set(questions.map(({ model }) => model))];
  const sum = (which: "likely" | "most"): number =>
    questions.reduce((all, one) => all + costOf(one[which], prices.of(one.model)), 0);
  const what = questions.length === 1 ? "1 question" : `${questions.length} questions`;
  return `${what} to ${models.join(", ")}: about ${money(sum("likely"))}, at most ${money(sum("most"))}`;
}

function readBudget(text: string): number {
  if (/^\d{1,7}(?:\.\d{1,6})?$/.test(text)) return Number(text);
  throw new UsageError(
    `--budget is \`${printable(text)}\``,
    "write an amount in the unit of the prices: 2.50",
  );
}

/** An amount in the unit of the prices, for people. */
export function money(amount: number): string {
  return amount.toFixed(4);
}
