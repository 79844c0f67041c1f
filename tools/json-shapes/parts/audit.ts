import * as z from "zod";
import { anyObject, count, list, numeric, part, text, texts } from "../fields.js";
import { effect, onFailure, tier } from "./decision.js";

const hash = (means: string): z.ZodString => text(`SHA-256 in hex: ${means}`);

/** What every record has. */
const own = {
  v: z.literal(1).describe("version of the form of records"),
  at: text("when: UTC, ISO 8601"),
  run: text("which writer"),
  prev: texts("hashes of the lines before it that no other line points to"),
};

const hook = part(
  "audit-hook",
  "One policy's part in a decision.",
  z.strictObject({
    policy: text("its name"),
    tier,
    verdict: text("what it said"),
    source: text("where that came from"),
    ms: numeric("milliseconds").optional(),
    failure: z
      .strictObject({ code: text("what failed"), onFailure })
      .describe("of a failure")
      .optional(),
  }),
);

/** A line of the trail. */
export const auditRecord = part(
  "audit-record",
  "A line of the audit trail.",
  z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("decision").describe("a decision that was returned"),
      event: text("").nullable().describe("the event's name; `null`: it was none"),
      tool: text("the tool").optional(),
      session: text("the session").optional(),
      eventHash: hash("").nullable().describe("SHA-256 of the event; `null`: it was none"),
      policySet: hash("the policies that decided"),
      now: numeric("milliseconds since 1970: the time by which what was remembered was read").optional(),
      effect,
      policy: text("").nullable().describe("the policy that decided; `null`: none did"),
      reason: text("why"),
      ms: numeric("milliseconds"),
      hooks: list(hook, "every policy that applied"),
      evidence: anyObject(
        "what of the machine it was decided with; `lost`: it was too long, or held a secret",
      ).optional(),
      ...own,
    }),
    z.strictObject({
      kind: z.literal("run").describe("a handler that ran"),
      policy: text("whose it is"),
      tier,
      handler: text("its kind"),
      handlerHash: hash("what ran"),
      event: text("the event's name"),
      eventHash: hash("the event"),
      session: text("the session").optional(),
      outcome: text("what it said"),
      code: text("what failed").optional(),
      reason: text("why"),
      ms: numeric("milliseconds"),
      ...own,
    }),
    z.strictObject({
      kind: z.literal("note").describe("what happened to the rules themselves"),
      code: text("what it is"),
      message: text("for people"),
      path: text("the file").optional(),
      policy: text("the policy").optional(),
      hash: hash("the file or command").optional(),
      ...own,
    }),
    z.strictObject({
      kind: z.literal("open").describe("a writer has begun"),
      pid: count("its process"),
      user: text("its user"),
      host: text("its machine"),
      ...own,
    }),
    z.strictObject({
      kind: z.literal("close").describe("a writer has ended"),
      lost: count("records that it could not write"),
      ...own,
    }),
    z.strictObject({
      kind: z.literal("lost").describe("records that could not be written"),
      count: count("how many"),
      code: text("why"),
      ...own,
    }),
    z.strictObject({ kind: z.literal("link").describe("links to what was written late"), ...own }),
  ]),
);
