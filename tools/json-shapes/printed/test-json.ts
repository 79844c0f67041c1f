import * as z from "zod";
import type { HookTestsJson } from "../../../packages/workbench/src/judge/judge-hooks.js";
import type { TestReport } from "../../../packages/workbench/src/try/test.js";
import { anyObject, count, flag, list, part, text, texts } from "../fields.js";
import { printed } from "../json-shape.js";
import { decision } from "../parts/decision.js";
import { issue } from "../parts/issue.js";
import { policy } from "../parts/policy.js";
import { toldJudge } from "../parts/told-judge.js";
import { coveredPolicy, testResult } from "../parts/test-result.js";

const outcome = z.union([z.boolean(), z.literal("over-budget")]);

const trial = part(
  "trial",
  "A dry run of one policy on one event.",
  z.strictObject({
    policy,
    event: anyObject("the event"),
    listens: flag("the policy listens to it"),
    conditions: list(
      z.strictObject({
        outcome: z
          .union([outcome, z.literal("unparsed")])
          .describe("whether it holds; `unparsed`: it does not parse, and the policy applies always"),
        parts: list(
          z.strictObject({ text: text("as written"), outcome: outcome.describe("whether it holds") }),
          "what `&&` joins, else the whole",
        ),
      }),
      "the matcher, then the condition",
    ),
    applies: flag("it listens, and its conditions hold"),
    prompt: toldJudge.describe("what a judge would be told").optional(),
    decision: decision.describe("absent where a judge would have to be asked").optional(),
  }),
);

export const testPrinted = {
  TestReport: printed<TestReport>()(
    z.strictObject({
      ok: flag("no file has errors, and every test passes"),
      path: text("the file, where one is named").optional(),
      files: texts("the files that were read"),
      trials: list(trial, "where parts of an event are given, or one file is named"),
      tests: list(testResult, "the tests of the files"),
      issues: list(issue, "what is wrong with the files"),
      coverage: list(coveredPolicy, "what the tests have shown of each policy"),
    }),
  ),
  HookTestsJson: printed<HookTestsJson>()(
    z.strictObject({
      ok: flag("it ended well, there are tests, and every test passes"),
      path: text("the file"),
      tests: list(
        z.strictObject({
          hook: text("its name"),
          test: count("which of its tests, from 0"),
          passed: flag("it passed"),
          difference: text("what differs; empty: nothing"),
        }),
        "the inline tests of the hooks that it exports, or the results that it printed",
      ),
      problem: text("why there are no tests, or not all of them").optional(),
    }),
  ),
};
