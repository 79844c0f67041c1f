import { detectors } from "./detectors.js";

/**
 * Hides secrets in a text: known key and token shapes, private keys, user names and passwords in URLs, bearer
 * headers, and values assigned to names such as `API_KEY`. Linear time.
 *
 * Best effort, as every detector of secrets is: a secret without a known shape or name is not found.
 *
 * @example
 * ```ts
 * redact("curl -H 'Authorization: Bearer abc123def456ghi789'"); // "curl -H 'Authorization: Bearer [redacted:authorization]'"
 * ```
 */
export function redact(text: string): string {
  let out = text;
  for (const { kind, pattern } of detectors) {
    out = out.replace(pattern, (match: string, ...rest: unknown[]) => {
      const groups = rest.at(-1);
      const secret = typeof groups === "object" && groups !== null ? secretOf(groups) : match;
      const label = `[redacted:${kind}]`;
      if (secret === match) return label;
      const at = match.lastIndexOf(secret);
      return match.slice(0, at) + label + match.slice(at + secret.length);
    });
  }
  return out;
}

function secretOf(groups: object): string {
  return "secret" in groups && typeof groups.secret === "string" ? groups.secret : "";
}
