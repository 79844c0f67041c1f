import { quote } from "@gatehouse-hooks/json";
import { redact } from "@gatehouse-hooks/redact";

/** What a model or a provider said, for a message: redacted, at most `limit` characters, in backticks, on one line. */
export function quoteUntrusted(text: string, limit = 200): string {
  // Whole, though only its beginning is shown: half a secret has no shape. What is quoted is bounded by its reader.
  return quote(redact(text), limit, plain);
}

function plain(character: string): string {
  return character === "`" ? "'" : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
