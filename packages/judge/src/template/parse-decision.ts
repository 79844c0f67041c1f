import type { JsonObject } from "@gatehouse-hooks/json";
import { parseJson } from "@gatehouse-hooks/json";
import { quote } from "../quote.js";
import { maxReplyLength } from "../reply/reply-limits.js";

/** What a model hook with the schema `pre_tool_use_decision` may decide. */
export type ToolDecision = "allow" | "ask" | "deny";

/** A model's reply, read; or why it is invalid, which is never an approval. */
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
 * whose `decision` is allow, ask or deny in any case. Prose and a code fence may surround it; a missing reason is
 * `no reason provided`. Two objects, duplicate keys and a reason that is not a string are refused.
 */
export function parseDecision(reply: string): ParsedDecision {
  const text = reply.trim();
  if (text === "") return refuse("the reply is empty");
  if (text.length > maxReplyLength) return refuse(`the reply has more than ${maxReplyLength} characters`);
  const start = text.indexOf("{");
  const end = text.lastIndexOf("}");
  if (start < 0 || end < start) return refuse(`no JSON object in the reply ${quote(text)}`);
  const { value } = parseJson(text.slice(start, end + 1), { maxBytes: maxReplyLength * 3, maxDepth: 8 });
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return refuse(`expected one JSON object in the reply ${quote(text)}`);
  }
  const { decision, reason = "" } = value as { readonly decision?: unknown; readonly reason?: unknown };
  const word = typeof decision === "string" ? decision.trim().toLowerCase() : "";
  if (word !== "allow" && word !== "ask" && word !== "deny") {
    return refuse(`expected \`decision\` to be allow, ask or deny in the reply ${quote(text)}`);
  }
  if (typeof reason !== "string")
    return refuse(`expected \`reason\` to be a string in the reply ${quote(text)}`);
  return { ok: true, decision: word, reason: reason.trim() || "no reason provided" };
}

function refuse(problem: string): ParsedDecision {
  return { ok: false, problem };
}
