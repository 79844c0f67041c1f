import * as z from "zod";
import type { Facts } from "@gatehouse-hooks/facts";
import type { CheckTableJson } from "../../../packages/workbench/src/check/check-table.js";
import { count, flag, list, text, texts } from "../fields.js";
import { printed } from "../json-shape.js";
import { facts } from "../parts/facts.js";
import { issue } from "../parts/issue.js";

export const factsPrinted = {
  Facts: printed<Facts>()(facts),
  CheckTableJson: printed<CheckTableJson>()(
    z.strictObject({
      ok: flag("every row can be used, and every test passes"),
      rows: count("how many rows can be used"),
      tests: count("how many tests they have"),
      problems: list(
        z.strictObject({
          at: text("`programs[2].options`"),
          message: text("for people"),
          cure: text("what to write"),
        }),
        "what is wrong with rows",
      ),
      differences: list(
        z.strictObject({
          run: text("the command"),
          list: text("the list of facts"),
          expected: texts("what the test expects"),
          actual: texts("what was found"),
        }),
        "tests that fail",
      ),
      issues: list(issue, "why the file cannot be read"),
    }),
  ),
};
