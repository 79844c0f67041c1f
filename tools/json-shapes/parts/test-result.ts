import * as z from "zod";
import { column, count, line, list, part, text, texts, words } from "../fields.js";
import { decision } from "./decision.js";

/** A test of a policy file, run. */
export const testResult = part(
  "test-result",
  "A test of a policy file, run.",
  z.strictObject({
    name: text("its name"),
    differences: texts("what differs from the expectation; empty: it passed"),
    decision: decision.describe("what was decided"),
    path: text("the file"),
    line,
    column,
    policy: text("the policy that it is about")
      .nullable()
      .describe("the policy that it is about; `null`: all of the file"),
  }),
);

const coveredAtom = part(
  "covered-atom",
  "What tests have shown of a part of a condition.",
  z.strictObject({
    part: words(["matcher", "condition"], "where it is"),
    text: text("as it is written"),
    held: count("events for which it held"),
    failed: count("events for which it did not"),
    decided: count("events on which it decided alone whether the policy applies"),
  }),
);

/** What the tests of a file have shown of a policy. */
export const coveredPolicy = part(
  "covered-policy",
  "What the tests of a file have shown of one of its policies.",
  z.strictObject({
    policy: text("its name"),
    path: text("the file"),
    line,
    tests: count("tests that are about it"),
    events: count("events that it listens to"),
    applied: count("those to which it applied"),
    atoms: list(coveredAtom, "the parts of its conditions"),
    inert: words(["disabled", "never-applied"], "")
      .nullable()
      .describe(
        "`disabled`: it is switched off; `never-applied`: it applied in none of its tests; else `null`",
      ),
    lacks: list(
      words(["stops", "passes"], ""),
      "the kinds of events that a static deny or ask has no test with",
    ),
  }),
);
