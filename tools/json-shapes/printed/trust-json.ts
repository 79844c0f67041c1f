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

export const trustPrinted = {
  TrustJson: printed<TrustJson>()(
    z.strictObject({ files: list(file, "the files of the project, or those that are named") }),
  ),
  TrustRemovedJson: printed<TrustRemovedJson>()(
    z.strictObject({ removed: count("how many files are not trusted any more") }),
  ),
};
