/**
 * Asks Z3 the questions of the corpus, and the analysis the same ones in the same process.
 *
 *     pnpm z3            compares the answers
 *     pnpm z3 --write    writes them, and bench/results/analysis-z3.json
 *
 * Exit code 1 when an answer contradicts the other.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { findSuch } from "@gatehouse-hooks/analysis";
import { resultText } from "../../bench/frame/result-text.js";
import type { BenchResult, Row } from "../../bench/frame/row.js";
import { median } from "../../bench/frame/statistics.js";
import { conditionOf } from "../arbitraries/small-questions.js";
import { ANSWERS, type CommittedAnswer } from "./answers.js";
import { contradicts } from "./contradicts.js";
import { corpus, type CorpusQuestion } from "./questions.js";
import { smtLib } from "./smtlib/translate.js";
import { startZ3, type Z3Answer } from "./z3.js";

/** Milliseconds of the clock. */
const TIMEOUT = 5_000;

const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });

/** Processor time of the process, in milliseconds. */
function processorTime(start?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

const ask = await startZ3(TIMEOUT);
const questions = corpus();
const answers: CommittedAnswer[] = [];
let contradictions = 0;

async function answer(question: CorpusQuestion): Promise<void> {
  const hold = question.hold.map(conditionOf);
  const fail = question.fail.map(conditionOf);
  const script = smtLib(hold, fail);
  const start = process.cpuUsage();
  const found = findSuch({ hold, fail });
  const ms = processorTime(start);
  const startZ3At = process.cpuUsage();
  const z3: Z3Answer = await ask(script);
  const z3Ms = processorTime(startZ3At);
  const isWrong = contradicts(found.kind, z3);
  if (isWrong) contradictions++;
  process.stdout.write(
    `${isWrong ? "WRONG " : ""}${question.id}: ${found.kind} in ${ms.toFixed(2)} ms, Z3 ${z3} in ${z3Ms.toFixed(1)} ms\n`,
  );
  answers.push({ ...question, z3, z3Ms: round(z3Ms), ms: round(ms) });
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}

// One question for each side before any is timed.
await ask(smtLib([conditionOf('a.startsWith("b")')], []));
findSuch({ hold: [conditionOf('a.startsWith("b")')] });
for (const question of questions) await answer(question);

/** Medians of a family, the ratio of a question, and how often Z3 gave up. */
function rowsOf(family: string, some: readonly CommittedAnswer[]): readonly Row[] {
  const ratios = some.map(({ ms, z3Ms }) => ms / z3Ms);
  const z3 = median(some.map(({ z3Ms }) => z3Ms));
  const label = `${family} (${some.length})`;
  const time = { case: label, metric: "processor time, median", unit: "ms", ratioTo: "Z3" };
  return [
    { subject: "Z3", ...time, value: z3, ratio: 1 },
    { subject: "analysis", ...time, value: median(some.map(({ ms }) => ms)), ratio: median(ratios) },
    {
      subject: "Z3",
      case: label,
      metric: `given up within ${TIMEOUT / 1_000} s`,
      value: some.filter((one) => one.z3 === "unknown").length,
      unit: "questions",
    },
  ];
}

const families = [...new Set(questions.map(({ family }) => family))];
const rows = [
  ...families.flatMap((family) =>
    rowsOf(
      family,
      answers.filter((one) => one.family === family),
    ),
  ),
  ...rowsOf("all", answers),
];
for (const { subject, case: label, metric, value, unit, ratio } of rows)
  process.stdout.write(
    `${label} | ${subject} | ${metric} | ${value.toPrecision(3)} ${unit}${ratio === undefined ? "" : ` | ${ratio.toPrecision(3)}x`}\n`,
  );
process.stdout.write(`${answers.length} questions, ${contradictions} contradictions\n`);
if (values.write) {
  writeFileSync(ANSWERS, `${JSON.stringify(answers, undefined, 2)}\n`);
  const result: BenchResult = {
    bench: "analysis-z3",
    node: process.version,
    date: new Date().toISOString(),
    rows,
  };
  const file = path.resolve(import.meta.dirname, "../../bench/results/analysis-z3.json");
  writeFileSync(file, resultText(result));
}
// Z3's threads would keep the process.
process.exit(contradictions === 0 ? 0 : 1);
