import { detectors } from "./detectors.js";
import { isPlain } from "./is-plain.js";

/**
 * Hides secrets in a string: known key and token shapes, private keys, user names and passwords in URLs, bearer
 * headers, and values assigned to names such as `API_KEY`. Words, refs, paths and flags stay (SPEC, "What stays visible"). Linear
 * time.
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
  for (const { kind, pattern, shows = isPlain } of detectors) {
    const label = `[redacted:${kind}]`;
    out = out.replace(pattern, (match: string, ...rest: unknown[]) => {
      if (kind === "private-key") return hideKey(match, label);
      const groups = rest.at(-1);
      const secret = typeof groups === "object" && groups !== null ? secretOf(groups) : match;
      if (shows(secret)) return match;
      const at = match.lastIndexOf(secret);
      return match.slice(0, at) + label + match.slice(at + secret.length);
    });
  }
  return out;
}

const keyLine = /(?:[\r\n]|\\[rn])+([^\r\n\\]+)/g;

/** A command between the markers of a key is not a line of it: from there on everything stays. */
function hideKey(match: string, label: string): string {
  for (const line of match.matchAll(keyLine)) {
    if (isPlain(line[1] ?? "")) return label + match.slice(line.index);
  }
  return label;
}

function secretOf(groups: object): string {
  return "secret" in groups && typeof groups.secret === "string" ? groups.secret : "";
}
