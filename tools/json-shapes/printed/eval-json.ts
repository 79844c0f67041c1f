import * as z from "zod";
import type { EvalAnswer } from "../../../packages/workbench/src/rows/eval-row.js";
import { flag, list } from "../fields.js";
import { printed } from "../json-shape.js";
import { issueOfRow } from "../parts/issue.js";

export const evalPrinted = {
  EvalAnswer: printed<EvalAnswer>()(
    z.discriminatedUnion("ok", [
      z.strictObject({ ok: z.literal(true).describe("it has a value"), value: flag("the value") }),
      z.strictObject({
        ok: z.literal(false).describe("it has no value"),
        issues: list(issueOfRow, "why not"),
      }),
    ]),
  ),
};
