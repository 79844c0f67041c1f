/** The source of a pattern: the end of an identifier such as `AWS_SECRET_ACCESS_KEY` or `db-password`. */
export const SECRET_NAME: string =
  "(?:password|passwd|passphrase|secret|token|credentials?|api[_-]?key|access[_-]?key(?:[_-]?id)?" +
  "|private[_-]?key|secret[_-]?key|auth[_-]?key|encryption[_-]?key)";

/** One of these is in every text that `SECRET_NAME` matches. Lower case. */
export const SECRET_NAME_WORDS: readonly string[] = [
  "password",
  "passwd",
  "passphrase",
  "secret",
  "token",
  "credential",
  "key",
];

const secretKey = new RegExp(`(?:^|[^A-Za-z0-9]|[a-z])${SECRET_NAME}$`, "i");

/** True when the value of a property of this name is a secret as a whole. */
export function namesSecret(key: string): boolean {
  return secretKey.test(key);
}
