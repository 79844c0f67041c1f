/** One kind of secret. */
export interface SecretRule {
  readonly name: string;
  /** A string without any of these is not searched, whatever the case of its letters. Lower case. */
  readonly keywords: readonly string[];
  /**
   * Global, with indices, and linear: repetitions are bounded or cannot overlap what follows. A group named `secret` is
   * what is hidden; without one the whole match is.
   */
  readonly pattern: RegExp;
  /** Does what was found have the inner structure of such a secret? Told the secret, not the whole match. */
  readonly isValid?: (secret: string) => boolean;
}

/** A rule for secrets that begin with a known prefix, in this letter case only. */
export function prefixed(
  name: string,
  keywords: string,
  source: string,
  isValid?: (secret: string) => boolean,
): SecretRule {
  return rule(name, keywords, source, "dg", isValid);
}

/** The same, whatever the case. */
export function anyCase(
  name: string,
  keywords: string,
  source: string,
  isValid?: (secret: string) => boolean,
): SecretRule {
  return rule(name, keywords, source, "dgi", isValid);
}

/** A rule for values without a known shape that are assigned to something with this word in its name. */
export function assigned(
  name: string,
  word: string,
  value: string,
  isValid?: (secret: string) => boolean,
): SecretRule {
  const source =
    `${word}[\\w .-]{0,40}["'\`]?[ \\t]{0,8}(?:=>|:=|\\|\\||[:=])[ \\t]{0,8}["'\`]?` +
    `(?<secret>${value})(?![A-Za-z0-9])`;
  return rule(name, word, source, "dgi", isValid);
}

/** @param keywords separated by blanks */
function rule(
  name: string,
  keywords: string,
  source: string,
  flags: string,
  isValid: ((secret: string) => boolean) | undefined,
): SecretRule {
  return {
    name,
    keywords: keywords.toLowerCase().split(" "),
    pattern: new RegExp(source, flags),
    ...(isValid === undefined ? {} : { isValid }),
  };
}
