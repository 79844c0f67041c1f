import * as z from "zod";
import type { ReloadJson } from "../../../packages/cli/src/commands/reload.js";
import { count, flag, list, texts } from "../fields.js";
import { formOf, type JsonShape } from "../json-shape.js";
import { issue } from "../parts/issue.js";

export const reloadShape: JsonShape = {
  command: "reload",
  version: 1,
  forms: [
    formOf<ReloadJson>()(
      "always; exit code 1 when `ok` is `false`",
      z.strictObject({
        ok: flag("no file has errors"),
        policies: count("how many"),
        enabled: count("how many of them are switched on"),
        files: texts("the files that were read"),
        issues: list(issue, "what is wrong with the files"),
        notices: texts("what loading had to say"),
      }),
    ),
  ],
};
