/** How one kind of secret is found. */
export interface SecretRule {
  /** What a label calls it, such as `github-token`. Several rules may find one kind. */
  readonly kind: string;
  /** A string without any of these is not searched, whatever the case of its letters. Lower case; none: always searched. */
  readonly keywords: readonly string[];
  /**
   * Global, with indices, and linear. A group `secret` is what must not leave; without one it is the whole match. A group
   * `whole` is what a label replaces; without one it is the secret.
   */
  readonly pattern: RegExp;
  /** Does what was found have the inner structure of such a secret? Default: yes. */
  readonly isValid?: (secret: string) => boolean;
  /**
   * What is not hidden although the pattern matches: words, refs, paths and flags that an action may act on. Default: what
   * `isPlain` accepts.
   */
  readonly shows?: (secret: string, whole: string) => boolean;
  /** The secret may hold shell operators: a label ends before the first, so that it never covers a command. */
  readonly mayHoldShell?: boolean;
}

/** A rule for secrets that begin with a known prefix, in this letter case only. */
export function prefixed(
  kind: string,
  keywords: string,
  source: string,
  isValid?: (secret: string) => boolean,
): SecretRule {
  return rule(kind, keywords, source, "dg", isValid);
}

/** The same, whatever the case. */
export function anyCase(
  kind: string,
  keywords: string,
  source: string,
  isValid?: (secret: string) => boolean,
): SecretRule {
  return rule(kind, keywords, source, "dgi", isValid);
}

/** A rule for values without a known shape that are assigned to something with this word in its name. */
export function assigned(
  kind: string,
  word: string,
  value: string,
  isValid?: (secret: string) => boolean,
): SecretRule {
  const source =
    `${word}[\\w .-]{0,40}["'\`]?[ \\t]{0,8}(?:=>|:=|\\|\\||[:=])[ \\t]{0,8}["'\`]?` +
    `(?<secret>${value})(?![A-Za-z0-9])`;
  return rule(kind, word, source, "dgi", isValid);
}

/** @param keywords separated by blanks */
function rule(
  kind: string,
  keywords: string,
  source: string,
  flags: string,
  isValid: ((secret: string) => boolean) | undefined,
): SecretRule {
  return {
    kind,
    keywords: keywords
      .toLowerCase()
      .split(" ")
      .filter((word) => word !== ""),
    pattern: new RegExp(source, flags),
    ...(isValid === undefined ? {} : { isValid }),
  };
}

/** A secret in a text, in UTF-16 code units: from `start` to before `end`. */
export interface SecretSpan {
  /** What kind of secret it is, such as `github-token`: the `kind` of its rule. */
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}
