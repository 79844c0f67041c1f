import { type JsonObject, parseJson, quote as plainQuote, isRecord } from "@gatehouse-hooks/json";

/** What a model hook with the schema `pre_tool_use_decision` may decide. */
export type ToolDecision = "allow" | "ask" | "deny";

/** A model's reply, read; or why it cannot be, which is never an approval. */
type ParsedDecision =
  | { readonly ok: true; readonly decision: ToolDecision; readonly reason: string }
  | { readonly ok: false; readonly problem: string };

/** The reply as JSON Schema, for providers that enforce one. */
export const decisionSchema: JsonObject = {
  type: "object",
  properties: { decision: { type: "string", enum: ["allow", "ask", "deny"] }, reason: { type: "string" } },
  required: ["decision", "reason"],
  additionalProperties: false,
};

/** Longest reply that is read, in UTF-16 code units. */
export const MAX_REPLY = 65_536;
/** UTF-16 code units of a reply in a message. */
const MAX_SHOWN = 200;

/**
 * Reads a reply with the schema `pre_tool_use_decision`: the text from the first brace to the last is one JSON object
 * whose `decision` is allow, ask or deny in any case. Prose and a code fence may be around it; a missing reason is
 * `no reason provided`. Two objects, duplicate keys and a reason that is not a string are refused.
 *
 * @param quote the reply in a message. Default: as it is, which may show a secret
 */
export function parseDecision(
  reply: string,
  quote: (text: string, longest: number) => string = plainQuote,
): ParsedDecision {
  const text = reply.trim();
  const shown = (): string => quote(text, MAX_SHOWN);
  if (text === "") return refuseDecision("the reply is empty");
  if (text.length > MAX_REPLY) return refuseDecision(`the reply has more than ${MAX_REPLY} characters`);
  const start = text.indexOf("{");
  const end = text.lastIndexOf("}");
  if (start < 0 || end < start) return refuseDecision(`no JSON object in the reply ${shown()}`);
  const { value } = parseJson(text.slice(start, end + 1), { maxBytes: MAX_REPLY * 3, maxDepth: 8 });
  if (!isRecord(value)) {
    return refuseDecision(`expected one JSON object in the reply ${shown()}`);
  }
  const { decision, reason = "" } = value;
  const word = typeof decision === "string" ? decision.trim().toLowerCase() : "";
  if (word !== "allow" && word !== "ask" && word !== "deny") {
    return refuseDecision(`expected \`decision\` to be allow, ask or deny in the reply ${shown()}`);
  }
  if (typeof reason !== "string")
    return refuseDecision(`expected \`reason\` to be a string in the reply ${shown()}`);
  return { ok: true, decision: word, reason: reason.trim() || "no reason provided" };
}

function refuseDecision(problem: string): ParsedDecision {
  return { ok: false, problem };
}
