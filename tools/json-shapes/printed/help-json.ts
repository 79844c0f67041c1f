import * as z from "zod";
import type { CodeRow } from "../../../packages/console/src/codes/code-row.js";
import { list, text, words } from "../fields.js";
import { printed } from "../json-shape.js";

export const helpPrinted = {
  CodeRow: printed<CodeRow>()(
    z.strictObject({
      code: text("the code"),
      severities: list(
        words(["error", "warning", "note", "failure", "notice"], ""),
        "how it is said: by a command, in the place of a verdict, or beside a decision",
      ),
      title: text("in one line"),
      means: text("what it says, and why it matters: Markdown"),
      cure: text("what to do: Markdown"),
      example: z
        .strictObject({
          file: text("the file; absent: it is a condition alone").optional(),
          wrong: text("a text in which it is found"),
          cured: text("what it should be"),
        })
        .describe("where a text shows it")
        .optional(),
    }),
  ),
};
