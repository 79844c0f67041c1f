import * as z from "zod";
import type { ListJson } from "../../../packages/cli/src/commands/list.js";
import { list, texts } from "../fields.js";
import { printed } from "../json-shape.js";
import { issue } from "../parts/issue.js";
import { listedPolicy } from "../parts/policy.js";

export const listPrinted = {
  ListJson: printed<ListJson>()(
    z.strictObject({
      policies: list(listedPolicy, "all policies, in the order in which they run"),
      issues: list(issue, "what is wrong with their files"),
      notices: texts("what loading had to say"),
    }),
  ),
};
