import * as z from "zod";
import { anyObject, count, list, numeric, openWords, part, text, texts, words } from "../fields.js";
import { effect, tier } from "./decision.js";

export const reportedNumber = part(
  "reported-number",
  "How many there are.",
  z.strictObject({ count: count("how many"), exact: z.boolean().describe("false: a guess from a sample") }),
);

const effectFields = {
  deny: count("events that are denied"),
  ask: count("events about which a person is asked"),
  allow: count("events that are allowed"),
  abstain: count("events on which no policy decides"),
};
const unknown = count("events that wait for an answer which the log does not hold");

export const askedQuestions = z.strictObject({
  needed: count("different questions that no record answered, as far as they were found"),
  answered: count("of these: with an answer; the others are unknown"),
  failed: count("of these: asked, without an answer"),
  inputTokens: count("tokens of the questions"),
  outputTokens: count("tokens of the answers"),
  cost: numeric(
    "what was spent, in the unit of the prices; requests that came to nothing count as the dearest",
  ),
  budget: numeric("what might be spent"),
  ended: openWords(["done", "budget", "failures", "interrupted"], "why no more was asked"),
});

export const liveEffects = z.strictObject(effectFields);
export const effectCounts = part(
  "effect-counts",
  "Numbers of events, by what was decided on them.",
  z.strictObject({ ...effectFields, unknown }),
);

export const dayCounts = z.strictObject({
  ...effectFields,
  unknown,
  day: text("`2026-01-31` (UTC); empty: without a time"),
});
export const agentCounts = z.strictObject({
  ...effectFields,
  unknown,
  agent: text("its name; empty: not known"),
});
export const sessionCounts = z.strictObject({
  ...effectFields,
  unknown,
  session: text("its name"),
  agent: text("").nullable().describe("the agent; `null`: not known"),
  first: numeric("")
    .nullable()
    .describe("milliseconds since 1970 of the first event; `null`: no event has a time"),
  last: numeric("").nullable().describe("the same of the last one"),
});

const place = part(
  "log-place",
  "Where something is in a log.",
  z.strictObject({
    path: text("the file; `-`: standard input"),
    line: count("its line, from 1; 0: the whole file"),
    offset: count("").nullable().describe("the byte of the file at which the line begins; `null`: not known"),
  }),
);

export const unread = part(
  "unread",
  "What could not be read, and the first places of it.",
  z.strictObject({
    count: count("how many"),
    places: list(
      z.strictObject({
        place,
        code: text("what is wrong: `gatehouse help CODE`"),
        message: text("for people"),
      }),
      "the first of them",
    ),
  }),
);

const policyCounts = part(
  "policy-counts",
  "What one policy did.",
  z.strictObject({
    tier,
    policy: text("its name"),
    decided: count("events that it decided"),
    hits: count("events for which it applied and its verdict was heard"),
    denies: count("of these: it denied"),
    asks: count("it asked"),
    warnings: count("it warned"),
    allows: count("it allowed"),
    rewrites: count("it rewrote the input"),
    failures: count("it failed"),
    questions: z
      .strictObject({ needed: count("how many"), recorded: count("of these: a record answered") })
      .describe("questions to its handler"),
    unknown: count("events that wait for its handler"),
    differentQuestions: reportedNumber.describe("different questions that no record answers"),
  }),
);

export const setReport = part(
  "set-report",
  "What a set of policies decided.",
  z.strictObject({
    effects: effectCounts.describe("decisions"),
    malformed: count("events that are denied since they are malformed, among the denies"),
    policies: list(policyCounts, "every policy that is enabled, in the order in which they are asked"),
    questions: reportedNumber.describe("different questions that no record answers"),
    neverHit: texts("policies that applied to no event, as far as that is known"),
  }),
);

const outcome = words(["ran", "failed", "denied", "rewritten", "unknown"], "what became of it");
const person = words(["allowed", "refused"], "what a person said who was asked");

const example = part(
  "replay-example",
  "One event, without secrets.",
  z.strictObject({
    place: place.describe("where it is in the log"),
    at: numeric("").nullable().describe("milliseconds since 1970; `null`: not known"),
    session: text("").nullable().describe("its session; `null`: not known"),
    agent: text("").nullable().describe("its agent; `null`: not known"),
    event: text("its name"),
    tool: text("").nullable().describe("its tool; `null`: none"),
    call: text("the command, path or address of the call, else its parameters as JSON, shortened"),
    outcome: outcome.nullable().describe("what became of the call; `null`: the log does not tell"),
    person: person
      .nullable()
      .describe("what a person said who was asked; `null`: nobody was, or it is not known"),
    reason: text("why the policies decide so"),
    reasonAgainst: text("why the other policies decide so; absent: nothing is compared").optional(),
  }),
);

const group = {
  events: count("how many events"),
  examples: list(example, "the first of them"),
};
export const decidedBy = part(
  "decided-by",
  "What decides.",
  z.strictObject({ effect, policy: text("").nullable().describe("the policy; `null`: none decides") }),
);

export const stopGroup = z.strictObject({
  ...group,
  effect: words(["deny", "ask"], "what is decided"),
  policy: text("").nullable().describe("the policy that decides; `null`: none, the event is malformed"),
});
export const contrast = z.strictObject({
  ...group,
  kind: openWords(
    ["denied-allowed", "asked-allowed", "allowed-refused", "abstained-refused", "denied-ran"],
    "what the policies say, and what a person had said, or that it ran",
  ),
  policy: text("").nullable().describe("the policy that decides; `null`: none"),
  tool: text("").nullable().describe("the tool; `null`: none"),
});
const problem = {
  problem: words(
    ["false-alarm", "hole"],
    "a person had allowed what a policy stops, or had refused what none does",
  ),
  policy: text("").nullable().describe("the policy that stops the events; `null`: none does"),
  tool: text("").nullable().describe("their tool; `null`: none"),
  events: count("how many events"),
  example: example.nullable().describe("the first of them; `null`: examples are not kept"),
};
const suggestedClass = z.strictObject({
  from: decidedBy.describe("the decision as it is"),
  to: decidedBy.describe("the decision with the change"),
  loosens: z.boolean().describe("the change makes it less strict, or asks less"),
  witness: anyObject("an event that is decided so"),
});
export const suggestions = z.strictObject({
  problems: count("problems that the log shows"),
  rows: list(
    z.discriminatedUnion("kind", [
      z.strictObject({
        ...problem,
        kind: z.literal("change").describe("the policies can be changed"),
        clause: text("the condition that holds for these events and for no others that would change"),
        path: text("the file that changes"),
        patch: text("a unified difference, with tests"),
        tests: count("tests that it adds"),
        classes: list(suggestedClass, "what else it changes: what `gatehouse diff` finds"),
        unclear: texts("policies of which it is not known what it changes"),
      }),
      z.strictObject({
        ...problem,
        kind: z.literal("none").describe("nothing is suggested"),
        why: text("why not"),
      }),
    ]),
    "the largest problems, at most 10",
  ),
});
export const flipGroup = z.strictObject({
  ...group,
  from: decidedBy.describe("the decision of the policies"),
  to: decidedBy.describe("the decision of the other ones"),
  change: words(["effect", "policy", "rewrite", "attached"], "what is different: the first of these"),
});
export const liveGroup = z.strictObject({
  ...group,
  live: decidedBy.describe("the decision when it happened"),
  now: decidedBy.describe("the decision of the policies"),
});
export const outcomeCounts = part(
  "outcome-counts",
  "What became of the calls of which the log tells.",
  z.strictObject({
    ran: count("they ran"),
    failed: count("they ran, and failed"),
    denied: count("they were denied"),
    rewritten: count("something else ran"),
    unknown: count("the log does not tell"),
    deniedBy: z
      .strictObject({
        hook: count("a hook"),
        native: count("the agent itself, or a person"),
        unsaid: count("not known"),
      })
      .describe("who denied them"),
    person: z
      .strictObject({ allowed: count("allowed"), refused: count("refused") })
      .describe("what persons said who were asked"),
  }),
);
