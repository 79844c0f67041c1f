import type { JsonObject } from "@gatehouse-hooks/json";
import { parseJson } from "@gatehouse-hooks/json";
import { quoteUntrusted } from "../quote-untrusted.js";
import { maxReplyLength } from "../reply/reply-limits.js";

/** What a model hook with the schema `pre_tool_use_decision` may decide. */
export type ToolDecision = "allow" | "ask" | "deny";

/** A model's reply, read; or why it is none, which never is an approval. */
export type ParsedDecision =
  | { readonly ok: true; readonly decision: ToolDecision; readonly reason: string }
  | { readonly ok: false; readonly problem: string };

/** The reply as JSON Schema, for providers that enforce one. */
export const decisionSchema: JsonObject = {
  type: "object",
  properties: { decision: { type: "string", enum: ["allow", "ask", "deny"] }, reason: { type: "string" } },
  required: ["decision", "reason"],
  additionalProperties: false,
};

/**
 * Reads a reply with the schema `pre_tool_use_decision`: the text from the first brace to the last is one JSON object
 * whose `decision` is allow, ask or deny in any case. Prose and a code fence may stand around it; a missing reason is
 * `no reason provided`. Two objects, duplicate keys and a reason that is no text are refused.
 */
export function parseDecision(reply: string): ParsedDecision {
  const text = reply.trim();
  if (text === "") return refuseDecision("the reply is empty");
  if (text.length > maxReplyLength)
    return refuseDecision(`the reply has more than ${maxReplyLength} characters`);
  const start = text.indexOf("{");
  const end = text.lastIndexOf("}");
  if (start < 0 || end < start) return refuseDecision(`no JSON object in the reply ${quoteUntrusted(text)}`);
  const { value } = parseJson(text.slice(start, end + 1), { maxBytes: maxReplyLength * 3, maxDepth: 8 });
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return refuseDecision(`expected one JSON object in the reply ${quoteUntrusted(text)}`);
  }
  const { decision, reason = "" } = value as { readonly decision?: unknown; readonly reason?: unknown };
  const word = typeof decision === "string" ? decision.trim().toLowerCase() : "";
  if (word !== "allow" && word !== "ask" && word !== "deny") {
    return refuseDecision(
      `expected \`decision\` to be allow, ask or deny in the reply ${quoteUntrusted(text)}`,
    );
  }
  if (typeof reason !== "string")
    return refuseDecision(`expected \`reason\` to be a text in the reply ${quoteUntrusted(text)}`);
  return { ok: true, decision: word, reason: reason.trim() || "no reason provided" };
}

function refuseDecision(problem: string): ParsedDecision {
  return { ok: false, problem };
}
