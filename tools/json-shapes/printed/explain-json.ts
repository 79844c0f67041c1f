import * as z from "zod";
import type { ExplainedEvent } from "../../../packages/workbench/src/explain/explained-event.js";
import { count, flag, list, openWords, part, text, texts, words } from "../fields.js";
import { printed } from "../json-shape.js";
import { effect, eventNotice, tier, traceEntry } from "../parts/decision.js";
import { toldJudge } from "../parts/told-judge.js";

const because = part(
  "tested-part",
  "A test of a condition that decided.",
  z.strictObject({
    part: words(["matcher", "condition"], "where it is"),
    text: text("as written, shortened"),
    was: flag("how it came out"),
    saw: list(
      z.strictObject({
        path: text("the property"),
        value: text("its value as JSON, shortened, without secrets"),
      }),
      "the properties that it read",
    ),
  }),
);

const handlerKind = openWords(
  ["static", "judge", "command", "builtin", "function"],
  "where its verdict comes from",
);

const account = {
  policy: text("its name"),
  tier,
  source: z
    .strictObject({
      path: text("the file"),
      line: z.int().positive().describe("from 1").optional(),
      format: text("its format").optional(),
      pack: text("the pack that it is of").optional(),
    })
    .describe("where it is written")
    .optional(),
  because: list(because, "the tests that decided; empty where it applies always"),
};

const answer = {
  effect,
  policy: text("").nullable().describe("the policy that decides; `null`: none does"),
  asks: texts("the policies that are asked"),
};

const accountOfPolicy = part(
  "policy-account",
  "What happened to a policy that listens to the event.",
  z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("applied").describe("it applied"),
      ...account,
      entries: list(traceEntry, "what it said"),
    }),
    z.strictObject({
      kind: z.literal("pending").describe("it applies, and its verdict is missing"),
      ...account,
      needs: texts("the ids of what it needs"),
      handler: handlerKind,
      entries: list(traceEntry, "what it said to an earlier input"),
    }),
    z.strictObject({ kind: z.literal("not-applicable").describe("its conditions do not hold"), ...account }),
    z.strictObject({
      kind: z.literal("skipped").describe("a policy before it denied"),
      ...account,
      by: text("that policy"),
    }),
    z.strictObject({
      kind: z.literal("waiting").describe("an answer that may change the input is missing"),
      ...account,
      on: text("whose answer"),
    }),
  ]),
);

const others = z.strictObject({
  count: count("how many"),
  policies: texts("their names").optional(),
});

export const explainPrinted = {
  ExplainedEvent: printed<ExplainedEvent>()(
    z.strictObject({
      event: text("its name"),
      effect: effect.nullable().describe("what the host should do; `null`: verdicts are missing"),
      policy: text("").nullable().describe("the policy that decided; `null`: none did"),
      reason: text("why"),
      policies: list(accountOfPolicy, "the policies that listen to the event, in order"),
      omitted: count("policies that did not apply and are left out"),
      disabled: others.describe("policies that are switched off"),
      elsewhere: others.describe("policies that do not listen to the event"),
      changes: list(
        z.strictObject({
          without: texts("the policies that are left out"),
          effect: effect.nullable().describe("`null`: verdicts would be missing"),
          policy: text("").nullable().describe("the policy that would decide"),
          needs: texts("the policies that would be asked"),
        }),
        "what leaving out policies changes",
      ),
      open: list(
        z.strictObject({
          policy: text("its name"),
          tier,
          handler: openWords(["judge", "command", "builtin", "function"], "where its verdict comes from"),
          prompt: toldJudge.describe("what its judge would be told").optional(),
        }),
        "whose answer is missing",
      ),
      withoutObjection: z
        .strictObject(answer)
        .nullable()
        .describe("the answer if those have no objection; `null`: nothing is missing"),
      nearest: z
        .strictObject({
          ...answer,
          changes: list(
            z.strictObject({
              path: text("the property, as conditions write it"),
              from: z.unknown().describe("its value; absent: it is missing").optional(),
              to: z.unknown().describe("its value then; absent: it is missing").optional(),
            }),
            "what would have to be different",
          ),
        })
        .nullable()
        .describe("the smallest change of the event that is answered otherwise; `null`: none was found"),
      notices: list(eventNotice, "what is odd about the event"),
    }),
  ),
};
