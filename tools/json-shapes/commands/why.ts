import * as z from "zod";
import type { WhyJson } from "../../../packages/workbench/src/recent/why.js";
import { formOf, type JsonShape } from "../json-shape.js";
import { recentDecision } from "../parts/recent-decision.js";

export const whyShape: JsonShape = {
  command: "why",
  version: 1,
  forms: [
    formOf<WhyJson>()(
      "always",
      z.strictObject({
        decision: recentDecision.nullable().describe("the decision; `null`: none is kept"),
      }),
    ),
  ],
};
