import { createHmac, timingSafeEqual } from "node:crypto";

/** Seals what travels through other hands. Processes that have the same key open each other's. */
export interface Seals {
  /** HMAC-SHA-256 over the parts, in base64url. Its first part says what it is a seal of, so that no seal counts for something else. */
  readonly of: (kind: string, parts: readonly (string | number)[]) => string;
  readonly fits: (seal: string, kind: string, parts: readonly (string | number)[]) => boolean;
}

const LEAST_KEY = 32;

/** @throws TypeError for a key of fewer than 32 characters */
export function sealing(key: string): Seals {
  if (key.length < LEAST_KEY)
    throw new TypeError(`expected a key of at least ${LEAST_KEY} characters to seal with`);
  const of = (kind: string, parts: readonly (string | number)[]): string =>
    createHmac("sha256", key)
      .update(JSON.stringify([`gatehouse ${kind} 1`, ...parts]))
      .digest("base64url");
  return {
    of,
    fits: (seal, kind, parts) => {
      const right = Buffer.from(of(kind, parts));
      const given = Buffer.from(seal);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
