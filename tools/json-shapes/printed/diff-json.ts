import * as z from "zod";
import type { DiffJson } from "../../../packages/cli/src/commands/diff.js";
import { anyObject, flag, list, numeric, part, text, texts } from "../fields.js";
import { printed } from "../json-shape.js";
import { effect, warning } from "../parts/decision.js";
import { issue } from "../parts/issue.js";

const answer = part(
  "set-answer",
  "What policies say to an event.",
  z.strictObject({
    effect,
    reason: text("why"),
    policy: text("").nullable().describe("the policy that decides; `null`: none does"),
    asks: texts("policies that are asked, taken to have no objection"),
    warnings: list(warning, "its warnings"),
    updatedInput: anyObject("the keys that are set on the event's input").optional(),
  }),
);

export const diffPrinted = {
  DiffJson: printed<DiffJson>()(
    z.strictObject({
      ok: flag("no decision becomes looser, or that is meant; and neither side has errors"),
      differences: list(
        z.strictObject({
          witness: anyObject(
            "an event that is decided otherwise: the first one of a session, or the last one of `session`",
          ),
          session: list(
            z.strictObject({
              event: anyObject("an event"),
              after: numeric("milliseconds since the event before"),
            }),
            "where memory makes the difference: the shortest session that was found, the witness last",
          ).optional(),
          before: answer,
          after: answer,
          loosens: flag("the new answer is less strict, or asks less"),
          changed: texts("the policies that make the difference"),
        }),
        "decisions that change, a class of events each",
      ),
      unknown: list(
        z.strictObject({ policy: text("its name"), why: text("why") }),
        "changed policies of which it is not known whether they change a decision",
      ),
      issues: list(issue, "errors of both sides"),
    }),
  ),
};
