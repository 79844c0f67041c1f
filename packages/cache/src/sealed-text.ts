import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Writes and checks strings that leave the process: complete, unchanged and, with a secret, written by a holder of it. */
export interface Sealer {
  /** `<tag> <kind><text>`. */
  seal(text: string): string;
  /** The text, or `undefined` when it is not exactly what `seal` wrote. */
  open(sealed: string): string | undefined;
}

/** The tag in characters: SHA-256 in hex. */
const TAG_LENGTH = 64;

/**
 * @param secret with it the tag is an HMAC-SHA-256, and only holders of the secret can write an entry; without it the tag is
 *   a SHA-256, which finds accidents but not forgers
 * @param kind what begins each text, so that a text of another kind is not opened; no kind may begin with another one
 */
export function sealer(secret: string | undefined, kind = ""): Sealer {
  const tagOf = (text: string): string =>
    (secret === undefined ? createHash("sha256") : createHmac("sha256", secret)).update(text).digest("hex");

  return {
    seal: (text) => `${tagOf(kind + text)} ${kind}${text}`,
    open(sealed) {
      if (sealed[TAG_LENGTH] !== " ") return undefined;
      const text = sealed.slice(TAG_LENGTH + 1);
      const given = Buffer.from(sealed.slice(0, TAG_LENGTH));
      const right = Buffer.from(tagOf(text));
      const isSealed = given.length === right.length && timingSafeEqual(given, right);
      return isSealed && text.startsWith(kind) ? text.slice(kind.length) : undefined;
    },
  };
}
