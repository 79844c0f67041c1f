import * as z from "zod";
import type { TrustJson, TrustRemovedJson } from "../../../packages/local/src/trust/trust.js";
import { count, flag, list, part, text, texts, words } from "../fields.js";
import { printed } from "../json-shape.js";
import { handler } from "../parts/policy.js";

const file = part(
  "trusted-file",
  "A file, and what trusting it means.",
  z.strictObject({
    path: text("as shown"),
    realPath: text("absolute, without links"),
    sha256: text("of its bytes, in hex: what `--yes` takes"),
    trust: words(["trusted", "changed", "none"], "`changed`: other bytes were trusted at this place"),
    acts: list(
      z.strictObject({
        policy: text("its name"),
        why: text("why it needs trust"),
        events: texts("the events that it listens to"),
        enabled: flag("it is switched on"),
        when: text("its condition").optional(),
        handler,
      }),
      "the policies that act only when the file is trusted",
    ),
    lost: texts("what could not be read, and acts neither with nor without trust"),
  }),
);

const definition = z.strictObject({
  path: text("from the project's folder"),
  sha256: z
    .string()
    .nullable()
    .describe("in hex, of `package.json` that of its scripts; `null`: it is not there"),
});

/** What a person has said about the code of a project. */
export const ownCode = {
  project: text("the folder, without links"),
  state: words(
    ["unanswered", "answered", "changed"],
    "`changed`: a definition is not as it was when a person answered",
  ),
  at: text("when a person answered: UTC, ISO 8601").optional(),
  changed: texts("the definitions that have changed since"),
};

export const trustPrinted = {
  TrustJson: printed<TrustJson>()(
    z.strictObject({
      files: list(file, "the files of the project, or those that are named; none with `--code`"),
      ownCode: z
        .strictObject({
          ...ownCode,
          definitions: list(definition, "what defines the project's own code now"),
          sha256: text("of all definitions together, in hex: what `--yes` takes"),
        })
        .describe("with `--code`: the answer for the project as it is then")
        .optional(),
    }),
  ),
  TrustRemovedJson: printed<TrustRemovedJson>()(
    z.strictObject({ removed: count("how many files are not trusted any more") }),
  ),
};
