import * as z from "zod";
import { count, flag, part, text, texts } from "../fields.js";
import { effect } from "./decision.js";

export const recentDecision = part(
  "recent-decision",
  "A decision that an agent got and that was not abstain, without what looks like a secret.",
  z.strictObject({
    at: count("milliseconds since 1970"),
    agent: text("the agent; empty: not known"),
    cwd: text("the folder of the call; empty: not known"),
    event: text("its name"),
    tool: text("the tool's name; empty: none"),
    text: text("the command, the path, or the parameters as JSON: redacted and shortened"),
    isCommand: flag("`text` is the whole command of a shell, as the agent sent it"),
    effect: effect.describe("what the agent was told"),
    policy: text("").nullable().describe("the rule that decided; `null`: the event was refused"),
    reason: text("why"),
    saw: texts("what the call may do, for which the rule applied, in words"),
    observed: z
      .literal(true)
      .describe(
        "policies that are tried silently would have decided so: the agent was not told; absent: it was",
      )
      .optional(),
  }),
);
