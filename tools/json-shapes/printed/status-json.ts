import * as z from "zod";
import type { StatusJson } from "../../../packages/agents/src/state/status.js";
import type { SwitchedJson } from "../../../packages/agents/src/state/switch-rules.js";
import { count, flag, list, text } from "../fields.js";
import { printed } from "../json-shape.js";
import { recentDecision } from "../parts/recent-decision.js";
import { ruleCount } from "../parts/rules.js";

const offUntil = z
  .number()
  .nullable()
  .describe("until when `gatehouse off` holds, in milliseconds since 1970; null: the rules are on");

export const statusPrinted = {
  StatusJson: printed<StatusJson>()(
    z.strictObject({
      offUntil,
      observed: flag("the rules stop nothing: they are off, or the user's settings have them tried silently"),
      agents: list(
        z.strictObject({
          agent: text("its name"),
          installed: flag("its settings have hooks of Gatehouse"),
          trusted: flag("it trusts them, as far as its settings say: an agent that does not runs none"),
        }),
        "the agents that are there",
      ),
      rules: ruleCount.nullable().describe("null with `--line`, which reads no policies"),
      waiting: count("the calls that wait for `gatehouse approve`"),
      last: recentDecision.nullable().describe("the last decision that was not abstain; null: there is none"),
    }),
  ),
  SwitchedJson: printed<SwitchedJson>()(z.strictObject({ offUntil })),
};
