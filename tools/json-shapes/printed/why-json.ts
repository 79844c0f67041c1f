import * as z from "zod";
import type { WhyJson } from "../../../packages/workbench/src/recent/why.js";
import { printed } from "../json-shape.js";
import { recentDecision } from "../parts/recent-decision.js";

export const whyPrinted = {
  WhyJson: printed<WhyJson>()(
    z.strictObject({
      decision: recentDecision.nullable().describe("the decision; `null`: none is kept"),
    }),
  ),
};
