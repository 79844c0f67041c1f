import * as z from "zod";
import type { ErrorJson } from "../../../packages/cli/src/json-errors.js";
import { text, words } from "../fields.js";
import { printed } from "../json-shape.js";

export const errorPrinted = {
  ErrorJson: printed<ErrorJson>()(
    z.strictObject({
      ok: z.literal(false).describe("always"),
      error: z
        .strictObject({
          kind: words(["usage", "internal"], "`internal`: a defect of Gatehouse, exit code 3"),
          message: text("for people; its words may change"),
          cure: text("what to do instead").optional(),
        })
        .describe("what is wrong"),
    }),
  ),
};
