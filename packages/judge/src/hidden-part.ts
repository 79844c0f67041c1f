import { type JsonValue, quote, isRecord } from "@gatehouse-hooks/json";
import type { Answer } from "@gatehouse-hooks/engine";
import { redactValue, redact } from "@gatehouse-hooks/redact";

/** What an event says about the conversation around the action: hidden text there is not the action. */
const aside: ReadonlySet<string> = new Set(["transcript", "messages", "conversation", "history"]);

/**
 * Whether redaction hides a part of the action that an event asks for: anything in it except the conversation around it.
 *
 * @param context - the event or a projection of it; sealed JSON.
 */
export function hidesAction(context: JsonValue): boolean {
  if (!isRecord(context)) return isChanged(context);
  return Object.entries(context).some(
    // With its key: a value may be hidden for the name of its property alone.
    ([key, value]) => !aside.has(key) && isChanged(Object.fromEntries([[key, value]])),
  );
}

/**
 * If the judge did not see a part of the action, an answer that lets it pass becomes a question to the user. Other answers stay.
 */
export function withoutBlindApproval<A extends Answer>(answer: A): A | Answer {
  const { kind, reason } = answer;
  if (kind === "deny" || kind === "ask") return answer;
  return {
    ...answer,
    kind: "ask",
    reason: `a part of the action was hidden from the judge, as it looks like a secret; its answer was ${kind}${reason === "" ? "" : `: ${reason}`}`,
  };
}

function isChanged(value: JsonValue): boolean {
  return JSON.stringify(redactValue(value)) !== JSON.stringify(value);
}

/** What a model or a provider said, for a message: redacted, at most `limit` characters, in backticks, on one line. */
export function quoteUntrusted(text: string, limit = 200): string {
  // Whole, though only its beginning is shown: half a secret has no shape. What is quoted is bounded by its reader.
  return quote(redact(text), limit, plain);
}

function plain(character: string): string {
  return character === "`" ? "'" : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
