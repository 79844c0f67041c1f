import { createPrivateKey, type KeyObject } from "node:crypto";
import { UsageError } from "../usage-error.js";

/** An Ed25519 private key. @throws UsageError for anything else */
export function readPrivateKey(pem: Uint8Array): KeyObject {
  try {
    const key = createPrivateKey({ key: Buffer.from(pem), format: "pem" });
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // Said below.
  }
  throw new UsageError(
    "the key is not an Ed25519 private key",
    "openssl genpkey -algorithm ed25519 -out key.pem",
  );
}
