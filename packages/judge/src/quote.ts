import { redact } from "@gatehouse-hooks/redact";

const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Untrusted text inside a message: redacted, shortened to `limit` characters, invisible characters written
 * as code points, in backticks.
 */
export function quote(text: string, limit = 200): string {
  // Redacted whole, though only its beginning is shown: half a secret has no shape. What is quoted is bounded by its reader.
  const head = redact(text).slice(0, limit);
  const shown = head.replace(invisible, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ""}}`);
  return `\`${shown.replaceAll("`", "'")}${text.length > head.length ? "…" : ""}\``;
}
