import { own, isList } from "@gatehouse-hooks/json";

/**
 * Has a person approved this call? Reads what the AI SDK executes approved calls with: messages whose last one answers the
 * requests for approval of the ones before. As in the SDK, the first answer to a call counts.
 *
 * @param messages `ModelMessage`s, which may come from a browser: own properties only
 */
export function isApprovedCall(messages: unknown, toolCallId: unknown): boolean {
  if (!Array.isArray(messages)) return false;
  const last: unknown = messages.at(-1);
  if (own(last, "role") !== "tool") return false;
  const requests = new Set(
    messages
      .filter((message: unknown) => own(message, "role") === "assistant")
      .flatMap(partsOf)
      .filter(
        (part) => own(part, "type") === "tool-approval-request" && own(part, "toolCallId") === toolCallId,
      )
      .map((part) => own(part, "approvalId")),
  );
  const answer = partsOf(last).find(
    (part) => own(part, "type") === "tool-approval-response" && requests.has(own(part, "approvalId")),
  );
  return own(answer, "approved") === true;
}

function partsOf(message: unknown): readonly unknown[] {
  const content = own(message, "content");
  return isList(content) ? content : [];
}
