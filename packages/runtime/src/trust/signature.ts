import { createPublicKey, type KeyObject, verify } from "node:crypto";

/** The end of a signature's file name: `rules.yaml` is signed by `rules.yaml.sig`. */
export const SIGNATURE_SUFFIX = ".sig";

const SIGNATURE_BYTES = 64;
const BASE64 = /^[A-Za-z0-9+/]{86}==$/;
const PEM = /-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]{1,2000}-----END PUBLIC KEY-----/g;
/** Keys of one file. */
const MAX_KEYS = 100;

/** Public keys, and whether the text held something else. */
export interface FoundKeys {
  readonly keys: readonly KeyObject[];
  /** Lower case, without a full stop; null when every key could be read and there is at least one. */
  readonly problem: string | null;
}

/**
 * Reads pinned Ed25519 public keys: one or more PEM blocks (`openssl pkey -pubout`). Text between them is a comment. A key of
 * another kind is refused with all others: a list that means less than its author wrote is not accepted.
 */
export function readPublicKeys(text: string): FoundKeys {
  const blocks = text.match(PEM) ?? [];
  if (blocks.length === 0) return { keys: [], problem: "expected a PEM block `PUBLIC KEY`" };
  if (blocks.length > MAX_KEYS) return { keys: [], problem: `expected at most ${MAX_KEYS} keys` };
  const keys: KeyObject[] = [];
  for (const block of blocks) {
    const key = readKey(block);
    if (key === null) return { keys: [], problem: "expected Ed25519 public keys only" };
    keys.push(key);
  }
  return { keys, problem: null };
}

/**
 * Whether a detached Ed25519 signature over exactly these bytes was made by one of the keys. False for everything else,
 * nonsense included; never throws.
 *
 * @param signature 64 bytes, or their base64 text with or without line breaks (`openssl pkeyutl -sign -rawin`)
 */
export function isSignedBy(keys: readonly KeyObject[], bytes: Uint8Array, signature: Uint8Array): boolean {
  const raw = rawSignature(signature);
  if (raw === null) return false;
  return keys.some((key) => {
    if (key.asymmetricKeyType !== "ed25519" || key.type !== "public") return false;
    try {
      return verify(null, bytes, key, raw);
    } catch {
      return false;
    }
  });
}

function readKey(pem: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: pem, format: "pem", type: "spki" });
    return key.asymmetricKeyType === "ed25519" ? key : null;
  } catch {
    return null;
  }
}

/** The 64 bytes of a signature, or of its base64 text; null for anything else. */
export function rawSignature(signature: Uint8Array): Uint8Array | null {
  if (signature.length === SIGNATURE_BYTES) return signature;
  if (signature.length > 4 * SIGNATURE_BYTES) return null;
  const text = Buffer.from(signature).toString("latin1").replace(/\s/g, "");
  return BASE64.test(text) ? Buffer.from(text, "base64") : null;
}
