import * as z from "zod";
import { anyObject, count, list, numeric, part, text, texts, words } from "../fields.js";

export const effect = words(
  ["deny", "ask", "allow", "abstain"],
  "what the host should do; `abstain`: as it would without Gatehouse",
);

export const tier = words(["enforced", "user", "project"], "who the policy is of");

export const warning = part(
  "warning",
  "A warning; it changes no effect.",
  z.strictObject({ policy: text("who gave it"), reason: text("what it says") }),
);

export const eventNotice = part(
  "event-notice",
  "Something about the event that no policy said.",
  z.strictObject({ code: text("what it is"), message: text("for people") }),
);

const shownFact = part(
  "shown-fact",
  "A fact for which a policy applied.",
  z.strictObject({
    list: text("the list of facts that it is in: `writes`"),
    index: count("its place in the list, from 0"),
    fact: z.unknown().describe("the fact, shortened, without what looks like a secret"),
    said: text("the same for people"),
  }),
);

const shownCell = part(
  "shown-cell",
  "A cell of the session's memory that a policy has read.",
  z.strictObject({
    cell: text("its name"),
    value: z.unknown().describe("its value, of a set its size; absent: it is not known").optional(),
    since: z
      .strictObject({
        n: count("the event's number in the session, from 0"),
        at: numeric("when, in milliseconds"),
        tool: text("its tool, or its name"),
      })
      .describe("the event that it is from")
      .optional(),
  }),
);

export const onFailure = words(["deny", "ask", "warn", "ignore"], "what a failure means");

export const traceEntry = part(
  "trace-entry",
  "What one policy that applied said.",
  z.strictObject({
    policy: text("its name"),
    tier,
    applied: z.literal(true).describe("always"),
    verdict: words(["approve", "warn", "ask", "deny", "allow", "failure"], "what it said"),
    reason: text("why"),
    failure: z
      .strictObject({ code: text("what failed"), onFailure })
      .describe("of a verdict `failure`")
      .optional(),
    source: text("where the verdict came from: `static`, `judge`, `cache`, `command` …"),
    ms: numeric("milliseconds").optional(),
    usage: z
      .strictObject({
        inputTokens: count("tokens of the question"),
        outputTokens: count("tokens of the answer"),
      })
      .describe("what a judge used")
      .optional(),
    again: z.literal(true).describe("it was asked once more, on the rewritten input").optional(),
    facts: list(shownFact, "the facts for which it applied").optional(),
    memory: list(shownCell, "what it has read of what is remembered").optional(),
    notes: texts("what was dropped or overwritten, and why").optional(),
  }),
);

/** The merged answer to an event. */
export const decision = part(
  "decision",
  "The answer to an event.",
  z.strictObject({
    effect,
    policy: text("the policy that decided").nullable().describe("the policy that decided; `null`: none did"),
    reason: text("why; empty where no policy decided"),
    warnings: list(warning, "what the agent or the person is to know"),
    context: texts("what the agent is to be told"),
    systemMessages: texts("what the person is to be told"),
    updatedInput: anyObject("the keys to set on the event's input").optional(),
    trace: list(traceEntry, "every policy that applied, in order"),
    notices: list(eventNotice, "what is odd about the event").optional(),
  }),
);
