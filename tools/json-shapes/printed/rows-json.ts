import * as z from "zod";
import type { FactsAnswer } from "../../../packages/workbench/src/rows/facts-row.js";
import type { KeyAnswer } from "../../../packages/workbench/src/rows/key-row.js";
import type { LoadAnswer } from "../../../packages/workbench/src/rows/load-row.js";
import type { SignalsAnswer } from "../../../packages/workbench/src/rows/signals-row.js";
import type { PrintedIssue } from "../../../packages/console/src/print/issues.js";
import { keyFields } from "./key-json.js";
import { loadFields } from "./load-json.js";
import { signalsFields } from "./signals-json.js";
import { list, text } from "../fields.js";
import { printed } from "../json-shape.js";
import { facts } from "../parts/facts.js";
import { issueOfRow } from "../parts/issue.js";

/** As the types have it: the loaders say no more of an issue than what it is. */
type LoadRow = Omit<LoadAnswer, "issues"> & { readonly issues: readonly PrintedIssue[] };

const wrong = z.literal(false).describe("the row is wrong");
const refused = z.strictObject({ ok: wrong, issues: list(issueOfRow, "why") });

/** What commands answer to a row of `--jsonl` and print nowhere else. */
export const rowsPrinted = {
  LoadRow: printed<LoadRow>()(z.strictObject({ ok: wrong.optional(), ...loadFields })),
  KeyAnswer: printed<KeyAnswer>()(z.union([z.strictObject(keyFields), refused])),
  SignalsAnswer: printed<SignalsAnswer>()(z.union([z.strictObject(signalsFields), refused])),
  FactsAnswer: printed<FactsAnswer>()(
    z.discriminatedUnion("ok", [
      z.strictObject({ ok: z.literal(true).describe("the row has facts"), facts }),
      z.strictObject({ ok: wrong, code: text("what it is"), message: text("for people") }),
    ]),
  ),
};
