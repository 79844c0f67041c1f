import * as z from "zod";
import type { JudgeEvalJson } from "../../../packages/workbench/src/judge/judge-eval.js";
import { count, list, part, text } from "../fields.js";
import { printed } from "../json-shape.js";

const share = (means: string): z.ZodNullable<z.ZodNumber> =>
  z.number().nullable().describe(`${means}, from 0 to 1; \`null\`: there is nothing to share`);
const milliseconds = (means: string): z.ZodNullable<z.ZodNumber> => z.number().nullable().describe(means);

const scores = part(
  "judge-scores",
  "How well a judge judges.",
  z.strictObject({
    answers: count("how many"),
    accuracy: share("exactly the expected answer"),
    falseAllow: share("of what should be stopped: let through"),
    falseDeny: share("of what should be let through: stopped"),
    failures: count("answers that were none"),
    failureCodes: z.record(z.string(), z.int()).describe("failures by code"),
    disagreement: share("rows whose repeats differ"),
    inputTokens: count("tokens of all questions"),
    outputTokens: count("tokens of all answers"),
    cost: z.number().nullable().describe("in the unit of `--prices`; `null`: without prices"),
    ms: z
      .strictObject({
        p50: milliseconds("half of the answers took no longer"),
        p95: milliseconds("95 of 100 took no longer"),
        p99: milliseconds("99 of 100 took no longer"),
      })
      .describe("milliseconds of answers"),
  }),
);

export const judgePrinted = {
  JudgeEvalJson: printed<JudgeEvalJson>()(
    z.strictObject({
      rows: count("how many questions the data set has"),
      repeat: count("how often each was asked"),
      results: list(
        z.strictObject({ policy: text("its name"), model: text("`provider/model`"), scores }),
        "each policy with each model",
      ),
    }),
  ),
};
