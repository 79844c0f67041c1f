import * as z from "zod";
import type { TrustJson, TrustRemovedJson } from "../../../packages/local/src/trust/trust.js";
import { count, flag, list, part, text, texts, words } from "../fields.js";
import { formOf, type JsonShape } from "../json-shape.js";
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

export const trustShape: JsonShape = {
  command: "trust",
  version: 1,
  forms: [
    formOf<TrustJson>()(
      "the files as they are then; also when the person said no (exit code 1), and where there is no terminal to ask on (exit code 2)",
      z.strictObject({ files: list(file, "the files of the project, or those that are named") }),
    ),
    formOf<TrustRemovedJson>()(
      "with `--remove`",
      z.strictObject({ removed: count("how many files are not trusted any more") }),
    ),
  ],
};
