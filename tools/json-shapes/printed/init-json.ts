import * as z from "zod";
import type { InitDeclinedJson, InitJson } from "../../../packages/agents/src/init/init.js";
import type { InitUndoneJson } from "../../../packages/agents/src/init/undo-all.js";
import { count, flag, list, openWords, part, text, texts } from "../fields.js";
import { printed } from "../json-shape.js";
import { rulesInForce } from "../parts/rules.js";

const agent = part(
  "init-agent",
  "What becomes of one agent.",
  z.strictObject({
    agent: text("its name"),
    path: text("its settings file").optional(),
    state: openWords(
      ["installed", "unchanged", "planned", "manual", "failed"],
      "what was done; `planned`: with --dry-run; `manual`: a person has to do it",
    ),
    notes: texts("what the person has to know or do"),
    guarded: flag(
      "its calls are asked about, and a rule may stop them; absent: nothing was installed there",
    ).optional(),
    probe: z
      .strictObject({
        denied: flag("it was denied, as it must be"),
        reason: text("what the hook said"),
        ms: count("milliseconds"),
      })
      .describe("what the installed hook said to a call that it has to deny")
      .optional(),
  }),
);

export const initPrinted = {
  InitJson: printed<InitJson>()(
    z.strictObject({
      agents: list(agent, "every agent that was chosen"),
      changes: list(
        z.strictObject({ path: text("the file"), diff: text("the change, as a patch") }),
        "the files that change",
      ),
      rules: rulesInForce,
      dryRun: flag("nothing was changed"),
    }),
  ),
  InitDeclinedJson: printed<InitDeclinedJson>()(
    z.strictObject({
      agents: list(agent, "every agent that was chosen"),
      declined: z.literal(true).describe("always"),
    }),
  ),
  InitUndoneJson: printed<InitUndoneJson>()(
    z.strictObject({
      undone: list(
        z.strictObject({
          agent: text("its name; `rule` for the first policy file"),
          path: text("the file"),
          did: z
            .union([
              z.strictObject({
                kind: openWords(
                  ["restored", "removed", "taken out"],
                  "`taken out`: the file was changed since, and only Gatehouse's entries are gone",
                ),
              }),
              z.strictObject({ kind: z.literal("left").describe("nothing was done"), why: text("why") }),
            ])
            .describe("what became of it"),
        }),
        "every file that `init` had changed",
      ),
      daemon: openWords(
        ["stopped", "goes on"],
        "what becomes of it; absent: none runs, or nothing changed",
      ).optional(),
    }),
  ),
};
