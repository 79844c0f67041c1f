import * as z from "zod";
import type { FactsAnswer } from "../../packages/workbench/src/rows/facts-row.js";
import type { KeyAnswer } from "../../packages/workbench/src/rows/key-row.js";
import type { LoadAnswer } from "../../packages/workbench/src/rows/load-row.js";
import type { SignalsAnswer } from "../../packages/workbench/src/rows/signals-row.js";
import type { PrintedIssue } from "../../packages/console/src/print/printed-issue.js";
import { decideShape } from "./commands/decide.js";
import { evalShape } from "./commands/eval.js";
import { keyFields } from "./commands/key.js";
import { loadFields } from "./commands/load.js";
import { parseVerdictShape } from "./commands/parse-verdict.js";
import { signalsFields } from "./commands/signals.js";
import { list, text } from "./fields.js";
import { formOf, type JsonShape, type ShapeForm } from "./json-shape.js";
import { facts } from "./parts/facts.js";
import { issueOfRow } from "./parts/issue.js";

/** As the types have it: the loaders say no more of an issue than what it is. */
type LoadRow = Omit<LoadAnswer, "issues"> & { readonly issues: readonly PrintedIssue[] };

const wrong = z.literal(false).describe("the row is wrong");
const refused = z.strictObject({ ok: wrong, issues: list(issueOfRow, "why") });

const row = (command: string, form: ShapeForm): JsonShape => ({
  command,
  version: 1,
  isRow: true,
  forms: [form],
});

/** What the commands of the machine interface answer to each row of `--jsonl`. */
export const ROW_SHAPES: readonly JsonShape[] = [
  { ...evalShape, isRow: true },
  { ...decideShape, isRow: true },
  { ...parseVerdictShape, isRow: true },
  row("load", formOf<LoadRow>()("a row", z.strictObject({ ok: wrong.optional(), ...loadFields }))),
  row("key", formOf<KeyAnswer>()("a row", z.union([z.strictObject(keyFields), refused]))),
  row("signals", formOf<SignalsAnswer>()("a row", z.union([z.strictObject(signalsFields), refused]))),
  row(
    "facts",
    formOf<FactsAnswer>()(
      "a row",
      z.discriminatedUnion("ok", [
        z.strictObject({ ok: z.literal(true).describe("the row has facts"), facts }),
        z.strictObject({ ok: wrong, code: text("what it is"), message: text("for people") }),
      ]),
    ),
  ),
];
