import * as z from "zod";
import type { ApproveJson, WaitingCallsJson } from "../../../packages/agents/src/approvals/approve.js";
import { anyObject, flag, list, numeric, part, text } from "../fields.js";
import { printed } from "../json-shape.js";

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

export const approvePrinted = {
  WaitingCallsJson: printed<WaitingCallsJson>()(
    z.strictObject({ waiting: list(call, "the calls that wait") }),
  ),
  ApproveJson: printed<ApproveJson>()(
    z.strictObject({
      approved: flag("it may happen once, or with --always from now on"),
      call,
      exception: z
        .strictObject({
          policy: text("the policy that stops the call"),
          clause: text("a condition: the policy does not apply where it holds"),
          path: text("its file"),
          patch: text("the change of the file"),
        })
        .describe("with --always; written where `approved`")
        .optional(),
    }),
  ),
};
