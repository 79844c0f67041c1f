import { resolve } from "node:path";
import type { JudgeHandler, PolicyDefinition, Verdict } from "@gatehouse-hooks/engine";
import { eventKindOf, load } from "@gatehouse-hooks/hosts";
import { readPolicyFiles } from "@gatehouse-hooks/runtime";
import { chooseModel } from "@gatehouse-hooks/local/open";
import { exitCode, type ExitCode, readDocument, UsageError, wholeNumber } from "@gatehouse-hooks/console";
import { findConfig } from "@gatehouse-hooks/local/places";
import { type Cell, noteLine, printable, table } from "@gatehouse-hooks/console/print";
import { type Context, printResult, readTokenPrice, type TokenPrice } from "@gatehouse-hooks/local";
import { type DatasetRow, readDataset } from "./judge-dataset.js";
import { type ScoredAnswer, type JudgeScores, scoreJudge } from "./judge-scores.js";

interface JudgeEvalOptions {
  /** A policy file. */
  readonly policy: string | undefined;
  /** How often each question is asked. */
  readonly repeat: string | undefined;
  /** `input/output` for a million tokens, one for each model, with commas. */
  readonly prices: string | undefined;
}

/** What `--json` prints. */
export interface JudgeEvalJson {
  /** How many questions the data set has. */
  readonly rows: number;
  readonly repeat: number;
  readonly results: readonly {
    readonly policy: string;
    readonly model: string;
    readonly scores: JudgeScores;
  }[];
}

type JudgedPolicy = PolicyDefinition & { readonly handler: JudgeHandler };

/** Questions on their way at once. */
const places = 3;

/**
 * `gatehouse judge eval DATASET --policy FILE [--model A,B] [--repeat N] [--prices IN/OUT,…]`: asks each model each
 * question, and reports how often it is right. Conditions of the policy are not looked at: the judge is measured alone,
 * without a cache. Exit code 1 when no question at all was answered.
 */
export async function judgeEval(
  context: Context,
  file: string | undefined,
  options: JudgeEvalOptions,
): Promise<ExitCode> {
  const { io, settings, colors } = context;
  const policies = await readPolicies(context, options.policy);
  const rows = await readDataset(await readDocument(io, file, "a data set"));
  const repeat = wholeNumber("--repeat", options.repeat, { least: 1, most: 100, otherwise: 1 });
  const standard = chooseModel(io.env, undefined, await findConfig(settings, io.home));
  const models = settings.model === undefined ? [undefined] : settings.model.split(",");
  const prices = readPrices(options.prices, models.length);
  const total = models.length * policies.length * rows.length * repeat;
  let asked = 0;
  const progress = (): void => io.progress?.("asking the judge: question", asked++, total);
  progress();
  const results: JudgeEvalJson["results"][number][] = [];
  for (const [index, named] of models.entries()) {
    for (const policy of policies) {
      const model = named ?? policy.handler.model ?? standard;
      const answers = await askAll(
        context,
        { ...policy, handler: { ...policy.handler, model } },
        rows,
        repeat,
        progress,
      );
      results.push({ policy: policy.id, model, scores: scoreJudge(answers, prices[index]) });
    }
  }
  await printResult(context, { rows: rows.length, repeat, results } satisfies JudgeEvalJson, [
    ...table([heading.map((text) => ({ text, styles: ["bold"] })), ...results.map(cellsOf)], colors),
  ]);
  return results.some(({ scores }) => scores.failures < scores.answers) ? exitCode.fine : exitCode.refused;
}

async function readPolicies({ io }: Context, path: string | undefined): Promise<readonly JudgedPolicy[]> {
  if (path === undefined)
    throw new UsageError("a policy is missing", "name its file: --policy hooks/review.md");
  const at = resolve(io.cwd, path);
  const { files, issues } = await readPolicyFiles([{ path: at, required: true }], {
    cwd: io.cwd,
    home: io.home,
  });
  const [policyFile] = files;
  if (policyFile === undefined)
    throw new UsageError(`cannot read \`${path}\`: ${issues[0]?.message ?? "it is not a policy file"}`);
  const loaded = load(policyFile.text, { path: policyFile.path });
  const error = loaded.issues.find(({ severity }) => severity === "error");
  if (error !== undefined) throw new UsageError(`\`${path}\`: ${error.message}`, error.cure);
  const judged = loaded.policies.filter((policy): policy is JudgedPolicy => policy.handler.kind === "judge");
  if (judged.length === 0) throw new UsageError(`\`${path}\` has no policy that asks a judge`);
  return judged;
}

async function askAll(
  context: Context,
  policy: JudgedPolicy,
  rows: readonly DatasetRow[],
  repeat: number,
  progress: () => void,
): Promise<readonly ScoredAnswer[]> {
  const { createJudge, judgeHandler } = await import("@gatehouse-hooks/judge");
  const notices: Promise<void>[] = [];
  const judge = judgeHandler(
    createJudge({
      env: context.io.env,
      maxConcurrent: places,
      onNotice: ({ message }) => {
        notices.push(context.io.stderr.write(`${noteLine(context.noticeColors, message)}\n`));
      },
    }),
  );
  const questions = rows.flatMap((row, index) =>
    Array.from({ length: repeat }, () => ({ ...row, row: index })),
  );
  const answers: ScoredAnswer[] = [];
  let next = 0;
  // Workers, so that waiting does not use up the time of a question.
  const work = async (): Promise<void> => {
    for (let at = next++; at < questions.length; at = next++) {
      const question = questions[at];
      if (question === undefined) return;
      const { row, expected, event } = question;
      const started = performance.now();
      const verdict: Verdict = await judge(
        { id: String(at), ...needOf(policy, event) },
        { signal: new AbortController().signal },
      );
      answers.push({ row, expected, verdict, ms: performance.now() - started });
      progress();
    }
  };
  await Promise.all(Array.from({ length: places }, work));
  await Promise.all(notices);
  return answers;
}

function needOf({ id, tier = "project", handler }: JudgedPolicy, event: DatasetRow["event"]) {
  return { policy: id, tier, gates: eventKindOf(event.event).gates, handler, event };
}

const heading = [
  "policy",
  "model",
  "accuracy",
  "false allow",
  "false deny",
  "failures",
  "disagree",
  "tokens in/out",
  "cost",
  "p50 ms",
  "p95 ms",
  "p99 ms",
];

function cellsOf({
  policy,
  model,
  scores,
}: {
  policy: string;
  model: string;
  scores: JudgeScores;
}): readonly Cell[] {
  const share = (value: number | null): string => (value === null ? "-" : `${(value * 100).toFixed(1)} %`);
  const whole = (value: number | null): string => (value === null ? "-" : value.toFixed(0));
  return [
    policy,
    model,
    share(scores.accuracy),
    share(scores.falseAllow),
    share(scores.falseDeny),
    `${scores.failures}/${scores.answers}`,
    share(scores.disagreement),
    `${scores.inputTokens}/${scores.outputTokens}`,
    scores.cost === null ? "-" : scores.cost.toFixed(4),
    whole(scores.ms.p50),
    whole(scores.ms.p95),
    whole(scores.ms.p99),
  ].map((text) => ({ text: printable(text) }));
}

function readPrices(text: string | undefined, models: number): readonly TokenPrice[] {
  if (text === undefined) return [];
  const given = text.split(",");
  const prices = given.flatMap((one) => readTokenPrice(one) ?? []);
  if (given.length !== models || prices.length !== models) {
    throw new UsageError(
      "--prices must hold input/output for a million tokens, once for each model",
      "--prices 3/15",
    );
  }
  return prices;
}
