import * as z from "zod";
import type { NewJson } from "../../../packages/workbench/src/new/new.js";
import { list, text } from "../fields.js";
import { printed } from "../json-shape.js";
import { issue } from "../parts/issue.js";
import { testResult } from "../parts/test-result.js";

export const newPrinted = {
  NewJson: printed<NewJson>()(
    z.discriminatedUnion("written", [
      z.strictObject({ written: z.literal(false).describe("the person gave no answer") }),
      z.strictObject({
        written: z.literal(true).describe("the policy is in force"),
        id: text("the policy's name"),
        path: text("the file"),
        text: text("what it holds"),
        tests: list(testResult, "its tests, which pass"),
        issues: list(issue, "what `gatehouse check` says of it"),
      }),
    ]),
  ),
};
