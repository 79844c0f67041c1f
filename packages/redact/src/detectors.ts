import { isPlain } from "./is-plain.js";

/** One kind of secret in free text. */
export interface Detector {
  readonly kind: string;
  /**
   * Global. Linear: repetitions are bounded, disjoint, or start where the look-behind says that a run starts. A group named `secret` is what is hidden; without one
   * the whole match is. A secret never spans blanks, quotes or shell operators: redaction must not hide a command.
   */
  readonly pattern: RegExp;
  /**
   * What stays visible although the pattern matches: words, refs, paths and flags that an action may act on. Default: what
   * `isPlain` takes.
   */
  readonly shows?: (secret: string) => boolean;
}

// One line break, as itself or as the escape that JSON and shells write.
const lineBreak = "(?:[\\r\\n]|\\\\[rn]){1,4}";

// What a value may consist of: no blanks, quotes, shell operators, expansions or URL separators.
const value = "[^\\s\"'`$;&|<>(){}\\[\\],\\\\]";

/** True when the value of a property of this name is a secret as a whole. */
export function namesSecret(key: string): boolean {
  return secretKey.test(key);
}

// Names whose value is a secret, at the end of an identifier such as `AWS_SECRET_ACCESS_KEY` or `db-password`.
const secretName =
  "(?:password|passwd|passphrase|secret|token|credentials?|api[_-]?key|access[_-]?key(?:[_-]?id)?" +
  "|private[_-]?key|secret[_-]?key|auth[_-]?key|encryption[_-]?key)";

const secretKey = new RegExp(`(?:^|[^A-Za-z0-9]|[a-z])${secretName}$`, "i");

/** In the order of use: whole blocks first, then known shapes, then names. */
export const detectors: readonly Detector[] = [
  {
    kind: "private-key",
    // Only lines of base64 belong to the block: a command between the two markers stays visible.
    pattern: new RegExp(
      `-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----` +
        `(?:${lineBreak}[A-Za-z-]{1,20}: [A-Za-z0-9,-]{1,80}){0,4}` +
        `(?:${lineBreak}[A-Za-z0-9+/=]{16,})*` +
        `(?:(?:${lineBreak}[A-Za-z0-9+/=]{1,15})?${lineBreak}-----END [A-Z ]{0,40}-----)?`,
      "g",
    ),
  },
  { kind: "jwt", pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g },
  { kind: "aws-key", pattern: /\b(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA)[A-Z0-9]{16}\b/g },
  { kind: "github-token", pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255})/g },
  { kind: "gitlab-token", pattern: /\bgl(?:pat|ptt|dt|rt|cbt|ft|agent|oas|soat)-[A-Za-z0-9_-]{16,255}/g },
  { kind: "slack-token", pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,255}/g },
  { kind: "slack-webhook", pattern: /\bhooks\.slack\.com\/services\/[A-Za-z0-9/_-]{10,255}/g },
  { kind: "stripe-key", pattern: /\b(?:sk|rk|pk|whsec)_(?:live_|test_)?[A-Za-z0-9]{16,255}/g },
  { kind: "model-key", pattern: /\bsk-[A-Za-z0-9_-]{16,255}/g },
  { kind: "google-key", pattern: /\bAIza[A-Za-z0-9_-]{30,64}|\bya29\.[A-Za-z0-9_-]{20,512}/g },
  { kind: "npm-token", pattern: /\bnpm_[A-Za-z0-9]{30,64}/g },
  { kind: "pypi-token", pattern: /\bpypi-[A-Za-z0-9_-]{30,512}/g },
  { kind: "hugging-face-token", pattern: /\bhf_[A-Za-z0-9]{20,64}/g },
  { kind: "sendgrid-key", pattern: /\bSG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}/g },
  {
    kind: "userinfo",
    pattern: /\b[a-z][a-z0-9+.-]{0,20}:\/\/(?<secret>[^\s/?#@"'`<>;|&$(){}\\]{1,512})@/gi,
    // A user without a password, such as `git`; what is behind a colon is a password whatever it looks like.
    shows: (user) => !user.includes(":") && isPlain(user, false),
  },
  {
    kind: "authorization",
    pattern: new RegExp(
      `\\b(?:authorization[ \\t]{0,8}[:=][ \\t]{0,8}[a-z]{1,20}|bearer)[ \\t]{1,8}(?<secret>${value}{8,4096})`,
      "gi",
    ),
    shows: (value) => isPlain(value, false),
  },
  {
    kind: "named",
    pattern: new RegExp(
      `${secretName}(?:_[A-Za-z0-9]{1,24}){0,2}\\\\{0,3}["']?[ \\t]{0,8}(?:=>|[:=])[ \\t]{0,8}\\\\{0,3}["']?` +
        `(?<secret>${value}{3,4096})`,
      "gi",
    ),
  },
  {
    kind: "named",
    pattern: new RegExp(
      `(?:^|\\s)--?(?:[a-z]{1,24}-){0,3}${secretName}[ \\t]{1,8}["']?(?<secret>${value}{3,4096})`,
      "gi",
    ),
  },
  // It is not readable, and it may be a key: encoded text without a break.
  { kind: "long-token", pattern: /(?<![A-Za-z0-9+=_-])[A-Za-z0-9+=_-]{256,}/g },
];
