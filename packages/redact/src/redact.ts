import { findSecrets } from "./find-secrets.js";
import { LABEL_MASK, type SecretMask } from "./secret-mask.js";

/** A secret that touches another is found when that one is gone: its pattern asks where it begins. */
const MAX_PASSES = 4;

/**
 * Hides secrets in a string: known key and token shapes, private keys, user names and passwords in URLs, bearer
 * headers, and values assigned to names such as `API_KEY`. Words, refs, paths and flags stay (SPEC, "What stays visible"). Linear
 * time.
 *
 * This lowers a risk and does not remove it: a secret without a known shape or name is not found.
 *
 * @param mask - what is put in the place of a secret; a label with its kind by default.
 * @example
 * ```ts
 * redact("curl -H 'Authorization: Bearer abc123def456ghi789'"); // "curl -H 'Authorization: Bearer [redacted:authorization]'"
 * ```
 */
export function redact(text: string, mask: SecretMask = LABEL_MASK): string {
  let before = text;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const after = redactOnce(before, mask);
    if (after === before) break;
    before = after;
  }
  return before;
}

function redactOnce(text: string, mask: SecretMask): string {
  let out = "";
  let at = 0;
  for (const { kind, start, end } of findSecrets(text, mask.extent)) {
    out += text.slice(at, start) + mask.of(kind);
    at = end;
  }
  return at === 0 ? text : out + text.slice(at);
}
