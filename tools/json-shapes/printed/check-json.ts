import * as z from "zod";
import type { CheckJson } from "../../../packages/workbench/src/check/check.js";
import { anyObject, count, flag, list, text, texts, words } from "../fields.js";
import { printed } from "../json-shape.js";
import { issue } from "../parts/issue.js";

export const checkPrinted = {
  CheckJson: printed<CheckJson>()(
    z.strictObject({
      ok: flag("nothing is found that makes the exit code 1 (`--fail-on`)"),
      files: texts("the files that were read"),
      issues: list(issue, "what is wrong with them"),
      looked: texts("where policies were looked for"),
      hosts: list(
        z.strictObject({
          host: text("the agent's name"),
          title: text("the same for people"),
          issues: list(issue, "what it cannot carry out"),
        }),
        "with `--host`: the agents",
      ).optional(),
      fixed: list(
        z.strictObject({
          path: text("the file"),
          fixes: list(
            z.strictObject({ line: count("where it was written, from 1"), title: text("what was written") }),
            "the changes, in the order in which they were made",
          ),
        }),
        "with `--fix`: what was written into files",
      ).optional(),
      untyped: list(
        z.strictObject({ policy: text("its name"), tool: text("the tool") }),
        "with `--tools`: tools whose arguments policies read, and nothing is known of",
      ).optional(),
      box: list(
        z.strictObject({
          policy: text("its name"),
          held: words(["whole", "part", "not"], "how much of it a box of the kernel's holds"),
          open: list(
            z.strictObject({
              why: text("why it is not held"),
              witness: anyObject("an event that the policy stops, and the box does not").optional(),
            }),
            "the parts of it that are not held",
          ),
        }),
        "with `--box`: the policies that deny or ask",
      ).optional(),
    }),
  ),
};
