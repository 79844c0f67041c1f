import * as z from "zod";
import type { ReloadJson } from "../../../packages/cli/src/commands/reload.js";
import { count, flag, list, texts } from "../fields.js";
import { printed } from "../json-shape.js";
import { issue } from "../parts/issue.js";

export const reloadPrinted = {
  ReloadJson: printed<ReloadJson>()(
    z.strictObject({
      ok: flag("no file has errors"),
      policies: count("how many"),
      enabled: count("how many of them are switched on"),
      files: texts("the files that were read"),
      issues: list(issue, "what is wrong with the files"),
      notices: texts("what loading had to say"),
    }),
  ),
};
