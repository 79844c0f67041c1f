import { findSecrets } from "./find-secrets.js";

/** What replaces a secret (document 004, `redact_secrets`). */
const MARKER = "[REDACTED]";

/**
 * Hides the secrets in a string. What has no known shape or name is not found: this lowers a risk, it does not remove it.
 */
export function redactText(text: string): string {
  let out = "";
  let at = 0;
  for (const { start, end } of findSecrets(text)) {
    out += text.slice(at, start) + MARKER;
    at = end;
  }
  return at === 0 ? text : out + text.slice(at);
}
