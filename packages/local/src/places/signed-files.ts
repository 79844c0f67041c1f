import type { Issue } from "@gatehouse-hooks/json";
import { notRoots, readPolicyFiles, readPublicKeys, readSigned } from "@gatehouse-hooks/runtime";
import { lstat, realpath, treeOf } from "@gatehouse-hooks/runtime";
import { type SeenVersions, seenVersions, SIGNATURE_SUFFIX } from "@gatehouse-hooks/runtime";
import type { KeyObject } from "node:crypto";
import { join, relative, sep } from "node:path";
import { ENFORCED_FOLDER, type PolicyPlace } from "./places.js";

/** What makes a file the organisation's. */
interface Organisation {
  /** The keys whose signatures count. */
  readonly keys: readonly KeyObject[];
  /** The folder that the paths of statements start from. */
  readonly folder: string;
  readonly versions: SeenVersions;
}

/** The pinned keys, and what is wrong with them or with what they should have signed. */
interface PinnedKeys {
  readonly keys: Organisation;
  readonly issues: readonly Issue[];
}

const KEY_FILE = "organisation.pub";
/** Where the versions of signed files are kept, in the home directory. */
const VERSIONS_FILE = join(".gatehouse", "state", "signed-versions.json");

/**
 * The pinned keys: those of `/etc/gatehouse/organisation.pub`, which only root may write, or, where the organisation pins
 * none, those of `~/.gatehouse/organisation.pub`. Never a key of a project. Nothing is read when no place needs a signature.
 *
 * A pinned key means that there is something it has signed: a folder that is gone, or empty, is an issue.
 */
export async function readPinnedKeys(places: readonly PolicyPlace[], home: string): Promise<PinnedKeys> {
  const place = places.find((one) => one.guard === "signature");
  const folder = place?.path ?? join(home, ".gatehouse", "organisation");
  const organisation = { folder, versions: seenVersions(join(home, VERSIONS_FILE)) };
  const without = (issues: readonly Issue[]): PinnedKeys => ({ keys: { ...organisation, keys: [] }, issues });
  if (place === undefined) return without([]);
  const organisations = join(ENFORCED_FOLDER, KEY_FILE);
  const isOrganisations = await exists(organisations);
  const path = isOrganisations ? organisations : join(home, ".gatehouse", KEY_FILE);
  if (!(await exists(path))) return without([]);
  const missing = await missingFolder(folder, path);
  const refused = (message: string, cure: string): PinnedKeys =>
    without([...missing, { severity: "error", code: "bad-key", message, path, cure }]);
  if (isOrganisations && (await notRoots(path).catch(() => path)) !== null) {
    return refused(
      "the pinned keys are not owned by root, or others may write them",
      "chown root, chmod go-w",
    );
  }
  const { files, issues } = await readPolicyFiles([{ path, required: true }]);
  const [file] = files;
  if (file === undefined) return without([...missing, ...issues]);
  const { keys, problem } = readPublicKeys(new TextDecoder().decode(file.text));
  if (problem !== null) return refused(`the pinned keys cannot be used: ${problem}`, "openssl pkey -pubout");
  return { keys: { ...organisation, keys }, issues: [...missing, ...issues] };
}

/** Why a file does not count as the organisation's, or null: a pinned key has signed these bytes for this place. */
export async function signatureProblem(
  path: string,
  bytes: Uint8Array,
  organisation: Organisation,
): Promise<Omit<Issue, "path"> | null> {
  const refused = (
    message: string,
    cure = "have the organisation sign it: gatehouse sign",
  ): Omit<Issue, "path"> => ({
    severity: "error",
    code: "not-signed",
    message: `${message}: the file is not loaded`,
    cure,
  });
  if (organisation.keys.length === 0)
    return refused(`no public key is pinned in \`~/.gatehouse/${KEY_FILE}\``);
  const { files } = await readPolicyFiles([{ path: path + SIGNATURE_SUFFIX, required: false }]);
  const [signature] = files;
  if (signature === undefined) return refused(`there is no signature \`${SIGNATURE_SUFFIX}\` next to it`);
  const signed = readSigned(organisation.keys, signature.text, {
    purpose: "policies",
    path: await pathIn(organisation.folder, path),
    bytes,
  });
  if (signed.kind === "refused") {
    return signed.code === "bare"
      ? refused(signed.message, "have the organisation sign it anew, with path and version: gatehouse sign")
      : refused(signed.message);
  }
  const older = await organisation.versions.accept(signed.statement);
  return older === null
    ? null
    : refused(older, "have the organisation sign it with the next version: gatehouse sign");
}

/** A file's place in the folder, as statements name it. */
export async function pathIn(folder: string, path: string): Promise<string> {
  return relative(await real(folder), await real(path))
    .split(sep)
    .join("/");
}

async function missingFolder(folder: string, key: string): Promise<readonly Issue[]> {
  const missing = (what: string): readonly Issue[] => [
    {
      severity: "error",
      code: "organisation-missing",
      message: `a key is pinned in \`${key}\`, and ${what}`,
      path: folder,
      cure: "put the organisation's files back, or remove the pinned key",
    },
  ];
  try {
    for await (const entry of treeOf(folder)) {
      if (!entry.isDirectory() && !entry.name.endsWith(SIGNATURE_SUFFIX)) return [];
    }
    return missing("the organisation's folder is empty");
  } catch {
    return missing("the organisation's folder cannot be read");
  }
}

async function real(path: string): Promise<string> {
  return await realpath(path).catch(() => path);
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}
