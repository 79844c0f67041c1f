import * as z from "zod";
import type { VerdictAnswer } from "../../../packages/workbench/src/rows/verdict-row.js";
import { text } from "../fields.js";
import { printed } from "../json-shape.js";

export const parseVerdictPrinted = {
  VerdictAnswer: printed<VerdictAnswer>()(
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
};
