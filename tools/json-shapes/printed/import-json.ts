import * as z from "zod";
import type { ImportJson } from "../../../packages/workbench/src/import/import.js";
import { anyObject, count, flag, list, part, text } from "../fields.js";
import { printed } from "../json-shape.js";
import { issue } from "../parts/issue.js";

const rule = part(
  "imported-rule",
  "A rule of a file that was read.",
  z.strictObject({
    line: z.int().positive().describe("from 1"),
    column: z.int().positive().describe("from 1"),
    text: text("as it is written, shortened"),
  }),
);

export const importPrinted = {
  ImportJson: printed<ImportJson>()(
    z.strictObject({
      files: list(
        z.strictObject({
          path: text("the file"),
          importer: z
            .strictObject({ name: text("what `--from` takes"), title: text("for people") })
            .nullable()
            .describe("whose rules it holds"),
          policies: list(
            z.strictObject({
              policy: anyObject("in the native format"),
              from: rule.describe("the rule that it says"),
              also: list(rule, "further rules that it says, too").optional(),
              differs: text("in which way it decides otherwise than the rule").optional(),
            }),
            "what was kept",
          ),
          notKept: list(
            z.strictObject({
              from: rule.describe("the rule"),
              reason: text("why it has no equal here"),
              instead: text("what to do instead").optional(),
              guards: flag("it denies or asks, or may: the exit code is 1").optional(),
            }),
            "what was not kept",
          ),
          issues: list(issue, "what could not be read"),
          ownHooks: count("hooks of Gatehouse itself that were passed over; absent: none").optional(),
        }),
        "the files that were read",
      ),
      written: list(
        z.strictObject({
          path: text("the file"),
          text: text("what it holds"),
          policies: count("how many policies"),
          tests: count("how many tests"),
        }),
        "the files that were written, or with `--dry-run` would be",
      ),
      dryRun: flag("nothing was written"),
    }),
  ),
};
