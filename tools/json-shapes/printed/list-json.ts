import * as z from "zod";
import type { ListJson } from "../../../packages/cli/src/commands/list.js";
import { list, texts } from "../fields.js";
import { printed } from "../json-shape.js";
import { issue } from "../parts/issue.js";
import { listedPolicy } from "../parts/policy.js";
import { ownCode } from "./trust-json.js";

export const listPrinted = {
  ListJson: printed<ListJson>()(
    z.strictObject({
      policies: list(listedPolicy, "all policies, in the order in which they run"),
      issues: list(issue, "what is wrong with their files"),
      notices: texts("what loading had to say"),
      ownCode: z.strictObject(ownCode).describe("what a person has said about the project's own code"),
    }),
  ),
};
