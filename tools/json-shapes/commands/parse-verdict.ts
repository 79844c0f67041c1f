import * as z from "zod";
import type { VerdictAnswer } from "../../../packages/workbench/src/rows/verdict-row.js";
import { text } from "../fields.js";
import { formOf, type JsonShape } from "../json-shape.js";

export const parseVerdictShape: JsonShape = {
  command: "parse-verdict",
  version: 1,
  forms: [
    formOf<VerdictAnswer>()(
      "always; exit code 1 when `ok` is `false`",
      z.discriminatedUnion("ok", [
        z.strictObject({
          ok: z.literal(true).describe("the reply is a verdict"),
          decision: text("`approve`, `warn`, `ask` or `deny`"),
          reason: text("why"),
        }),
        z.strictObject({
          ok: z.literal(false).describe("the reply is none"),
          code: text("what it is: `gatehouse help CODE` says more"),
          message: text("for people"),
        }),
      ]),
    ),
  ],
};
