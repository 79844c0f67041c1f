import * as z from "zod";
import type { ErrorJson } from "../../../packages/cli/src/json-errors.js";
import { text, words } from "../fields.js";
import { formOf, type JsonShape } from "../json-shape.js";

export const errorShape: JsonShape = {
  command: "error",
  version: 1,
  forms: [
    formOf<ErrorJson>()(
      "exit codes 2 and 3",
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
  ],
};
