import { readPublicKeys } from "@gatehouse-hooks/runtime";
import { createPrivateKey, type KeyObject } from "node:crypto";
import { readFile } from "node:fs/promises";
import { printable } from "@gatehouse-hooks/console/print";
import { UsageError } from "@gatehouse-hooks/console";

/** Where a file is, and the name that the person gave it. */
interface NamedFile {
  readonly path: string;
  readonly shown: string;
}

/** A file's bytes. @throws UsageError */
export async function bytesOf({ path, shown }: NamedFile, usage?: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch {
    throw new UsageError(`\`${printable(shown)}\` cannot be read`, usage);
  }
}

/** The Ed25519 private key of a PEM file. @throws UsageError for anything else */
export async function privateKeyOf(file: NamedFile, usage: string): Promise<KeyObject> {
  const pem = await bytesOf(file, usage);
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

/** The public keys of a file. @throws UsageError */
export async function pinnedKeys(file: NamedFile): Promise<ReturnType<typeof readPublicKeys>["keys"]> {
  const { keys, problem } = readPublicKeys(Buffer.from(await bytesOf(file)).toString("utf8"));
  if (problem !== null)
    throw new UsageError(`\`${printable(file.shown)}\`: ${problem}`, "openssl pkey -in key.pem -pubout");
  return keys;
}
