import * as z from "zod";
import type { KeyAnswer } from "../../../packages/workbench/src/rows/key-row.js";
import { text } from "../fields.js";
import { printed } from "../json-shape.js";

/** What it prints; a row of `--jsonl` has the same. */
export const keyFields = { key: text("the cache key of the question") };

export const keyPrinted = {
  KeyJson: printed<Extract<KeyAnswer, { readonly key: string }>>()(z.strictObject(keyFields)),
};
