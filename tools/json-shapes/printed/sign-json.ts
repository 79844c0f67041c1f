import * as z from "zod";
import type { SignJson } from "../../../packages/cli/src/commands/sign.js";
import { count, text } from "../fields.js";
import { printed } from "../json-shape.js";

export const signPrinted = {
  SignJson: printed<SignJson>()(
    z.strictObject({
      purpose: z.literal("policies").describe("what the statement is for"),
      path: text("the place in the organisation's folder"),
      version: count("the version that was signed"),
      sha256: text("of the file's bytes, in hex"),
      file: text("the signature's file"),
    }),
  ),
};
