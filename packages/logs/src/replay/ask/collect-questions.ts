import type { Need, PolicySet } from "@gatehouse-hooks/engine";
import { eventClassifier, type Records } from "@gatehouse-hooks/replay";
import type { Io } from "@gatehouse-hooks/console";
import { scanWithProgress, type ScanJob } from "../scan-log.js";
import { type JudgeNeed, liveQuestion, type LiveQuestion } from "./live-question.js";

/** Where questions are looked for. */
interface CollectJob extends ScanJob {
  /** The policies, and the ones that they are compared with. */
  readonly sets: readonly PolicySet[];
  readonly records: Records;
  /** Questions that were asked, by their keys: they are not collected again. */
  readonly asked: ReadonlySet<string>;
  /** The model of policies that name none. */
  readonly model: string;
}

/** What is kept in memory at once: the rest is found by another look at the log. */
const MOST_QUESTIONS = 10_000;
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * The different questions to a judge that no record answers, in the order of the log.
 *
 * @returns null: it was stopped
 * @throws what the file system throws
 */
export async function collectQuestions(
  io: Pick<Io, "progress">,
  job: CollectJob,
): Promise<readonly LiveQuestion[] | null> {
  const { sets, records, asked, model } = job;
  const found = new Map<string, LiveQuestion>();
  let bytes = 0;
  const collecting: Required<Pick<Records, "answer">> = {
    answer: (need) => {
      const question = records.answer?.(need) ?? { key: need.id, verdict: null };
      const { key, verdict } = question;
      const isFull = found.size >= MOST_QUESTIONS || bytes >= MOST_BYTES;
      if (verdict === null && isJudged(need) && !isFull && !asked.has(key) && !found.has(key)) {
        const one = liveQuestion(key, need, model);
        found.set(key, one);
        bytes += one.bytes;
      }
      return question;
    },
  };
  const looks = sets.map((set) => eventClassifier(set, collecting));
  const isWhole = await scanWithProgress(io, job, "looking for questions", (input) => {
    for (const look of looks) look(input);
  });
  return isWhole ? [...found.values()] : null;
}

function isJudged(need: Need): need is JudgeNeed {
  return need.handler.kind === "judge";
}
