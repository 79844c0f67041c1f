import type { Issue } from "@gatehouse/engine";
import { isSignedBy, notRoots, readPolicyFiles, readPublicKeys, SIGNATURE_SUFFIX } from "@gatehouse/runtime";
import type { KeyObject } from "node:crypto";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { ENFORCED_FOLDER, type Place } from "./places.js";

/** The keys whose signature makes a file the organisation's. */
export interface PinnedKeys {
  readonly keys: readonly KeyObject[];
  readonly issues: readonly Issue[];
}

const KEY_FILE = "organisation.pub";

/**
 * The pinned keys: those of `/etc/gatehouse/organisation.pub`, which only root may write, or, where the organisation pins
 * none, those of `~/.gatehouse/organisation.pub`. Never a key of a project. Nothing is read when no place needs a signature.
 */
export async function readPinnedKeys(places: readonly Place[], home: string): Promise<PinnedKeys> {
  const signed = places.filter((place) => place.guard === "signature");
  if (signed.length === 0) return { keys: [], issues: [] };
  const organisations = join(ENFORCED_FOLDER, KEY_FILE);
  const isOrganisations = await exists(organisations);
  const path = isOrganisations ? organisations : join(home, ".gatehouse", KEY_FILE);
  const refused = (message: string, cure: string): PinnedKeys => ({
    keys: [],
    issues: [{ severity: "error", code: "bad-key", message, path, cure }],
  });
  if (isOrganisations && (await notRoots(path).catch(() => path)) !== null) {
    return refused(
      "the pinned keys are not owned by root, or others may write them",
      "chown root, chmod go-w",
    );
  }
  const { files, issues } = await readPolicyFiles([{ path, required: false }]);
  const [file] = files;
  if (file === undefined) return { keys: [], issues };
  const { keys, problem } = readPublicKeys(new TextDecoder().decode(file.text));
  if (problem !== null) return refused(`the pinned keys cannot be used: ${problem}`, "openssl pkey -pubout");
  return { keys, issues };
}

/** Why a file is not the organisation's word, or null: a pinned key has signed exactly these bytes. */
export async function signatureProblem(
  path: string,
  bytes: Uint8Array,
  keys: readonly KeyObject[],
): Promise<Omit<Issue, "path"> | null> {
  const refused = (message: string): Omit<Issue, "path"> => ({
    severity: "error",
    code: "not-signed",
    message: `${message}: the file is not loaded`,
    cure: "have the organisation sign it: openssl pkeyutl -sign -rawin",
  });
  if (keys.length === 0) return refused(`no public key is pinned in \`~/.gatehouse/${KEY_FILE}\``);
  const { files } = await readPolicyFiles([{ path: path + SIGNATURE_SUFFIX, required: false }]);
  const [signature] = files;
  if (signature === undefined) return refused(`there is no signature \`${SIGNATURE_SUFFIX}\` beside it`);
  return isSignedBy(keys, bytes, signature.text) ? null : refused("its signature is not one of a pinned key");
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}
