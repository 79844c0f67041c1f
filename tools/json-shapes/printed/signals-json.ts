import * as z from "zod";
import type { SignalsAnswer } from "../../../packages/workbench/src/rows/signals-row.js";
import { count, flag, numeric, texts } from "../fields.js";
import { printed } from "../json-shape.js";

/** What it prints; a row of `--jsonl` has the same. */
export const signalsFields = {
  fires: flag("the score reaches the threshold"),
  score: numeric("the sum of the weights of what was found"),
  matched: texts("the patterns that were found"),
  texts: texts("the messages that reached the threshold"),
  unavailable: count("signals that could not be looked for"),
};

export const signalsPrinted = {
  SignalsJson: printed<Extract<SignalsAnswer, { readonly fires: boolean }>>()(z.strictObject(signalsFields)),
};
