import * as z from "zod";
import type { ApproveJson, WaitingCallsJson } from "../../../packages/agents/src/approvals/approve.js";
import { anyObject, flag, list, numeric, part, text } from "../fields.js";
import { formOf, type JsonShape } from "../json-shape.js";

const call = part(
  "asked-call",
  "A call that waits for a person.",
  z.strictObject({
    code: text("what `gatehouse approve` takes"),
    call: text("the hash of the call"),
    policy: text("").nullable().describe("the policy that asks; `null`: Gatehouse itself"),
    reason: text("why it asks"),
    host: text("the agent"),
    event: text("the event"),
    tool: text("the tool; may be empty"),
    params: anyObject("the tool's parameters"),
    cwd: text("where; may be empty"),
    asked: numeric("when: milliseconds since 1970"),
    expires: numeric("until when it can be approved: milliseconds since 1970"),
  }),
);

export const approveShape: JsonShape = {
  command: "approve",
  version: 1,
  forms: [
    formOf<WaitingCallsJson>()(
      "without a code",
      z.strictObject({ waiting: list(call, "the calls that wait") }),
    ),
    formOf<ApproveJson>()(
      "with a code; exit code 1 when the person said no",
      z.strictObject({ approved: flag("it may happen once"), call }),
    ),
  ],
};
