import * as z from "zod";
import type { CompileJson } from "../../../packages/local/src/store/compile.js";
import { count, flag, list, text, texts } from "../fields.js";
import { printed } from "../json-shape.js";
import { issue } from "../parts/issue.js";

export const compilePrinted = {
  CompileJson: printed<CompileJson>()(
    z.strictObject({
      ok: flag("no file has errors"),
      policies: count("how many"),
      files: texts("the files that were read"),
      stored: texts("the files that were written"),
      bytes: count("the size of one of them"),
      writer: text("which program wrote them: another one does not read them"),
      issues: list(issue, "what is wrong with the files"),
      notices: texts("what loading had to say"),
    }),
  ),
};
