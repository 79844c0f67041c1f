import * as z from "zod";
import type { TriedCommand } from "../../../packages/workbench/src/explain/tried-command.js";
import { flag, list, text, texts } from "../fields.js";
import { printed } from "../json-shape.js";
import { effect } from "../parts/decision.js";

export const tryPrinted = {
  TriedCommand: printed<TriedCommand>()(
    z.strictObject({
      command: text("as given"),
      agent: text("the agent as which it was tried"),
      effect: effect.nullable().describe("what the agent would be told; `null`: an answer is missing"),
      policy: text("").nullable().describe("the rule that decided; `null`: none did"),
      reason: text("why"),
      rule: z
        .strictObject({
          path: text("the file"),
          line: z.int().positive().describe("from 1").optional(),
          pack: text("the pack that it is of").optional(),
        })
        .nullable()
        .describe("where it is written; `null`: none decided, or one of Gatehouse itself"),
      marks: list(
        z.tuple([z.int().nonnegative(), z.int().positive()]),
        "the parts of the command that decided: from and to, in UTF-16 code units",
      ),
      saw: texts("what the command may do, for which the rule applied, in words"),
      complete: flag("all of the command is understood"),
      open: texts("rules whose answer is missing: nothing is asked"),
      wouldPass: text("")
        .nullable()
        .describe("the nearest command that is answered less strictly; `null`: none was found"),
      canAsk: flag("the agent shows a question to a person; otherwise an `ask` is denied there, with a code"),
    }),
  ),
};
