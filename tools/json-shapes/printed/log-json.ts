import * as z from "zod";
import type { LogJson } from "../../../packages/workbench/src/recent/log.js";
import { flag, list } from "../fields.js";
import { printed } from "../json-shape.js";
import { recentDecision } from "../parts/recent-decision.js";

export const logPrinted = {
  LogJson: printed<LogJson>()(
    z.strictObject({
      on: flag("decisions are being kept"),
      decisions: list(recentDecision, "the oldest first"),
    }),
  ),
};
