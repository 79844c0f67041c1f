import * as z from "zod";
import { count, list, part, text, texts } from "../fields.js";

const counts = {
  total: count("how many"),
  deny: count("that deny"),
  ask: count("that ask a person"),
  allow: count("that allow"),
  warn: count("that add a warning, and decide nothing"),
  called: count("whose judge, command or builtin answers, call by call"),
  guarding: count("that may deny or ask before an action: with none, nothing is guarded"),
};

/** Rules, by what they answer. */
export const ruleCount = part("rule-count", "Rules in force, by what they answer.", z.strictObject(counts));

/** The same, with their files. */
export const rulesInForce = part(
  "rules-in-force",
  "The rules in force: those that are on and whose files are trusted.",
  z.strictObject({
    ...counts,
    files: list(
      z.strictObject({
        path: text("the file"),
        packs: texts("the packs that it switches on"),
        rules: count("how many of the rules it has"),
      }),
      "where they are",
    ),
  }),
);
