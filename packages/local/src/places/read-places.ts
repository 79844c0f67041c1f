import type { Issue } from "@gatehouse-hooks/json";
import { type LostPolicy, lostTo } from "@gatehouse-hooks/engine";
import {
  isTrusted,
  notRoots,
  type FoundPolicyFile,
  type PolicyRoot,
  PROJECT_BUDGET,
  readPolicyFiles,
  type TrustStore,
} from "@gatehouse-hooks/runtime";
import { basename, isAbsolute, join, relative } from "node:path";
import { formatByContent, readsOwnWords } from "@gatehouse-hooks/hosts";
import { type CheckoutFile, oncePerCheckout, type PlacedFile } from "./once-per-checkout.js";
import { SETTINGS_FILE } from "./organisation-settings.js";
import { OWN_CODE_FILE } from "../facts/own-code.js";
import { USER_SETTINGS } from "../own-config/user-settings.js";
import { ENFORCED_FOLDER, type PolicyPlace } from "./places.js";
import { readPinnedKeys, signatureProblem } from "./signed-files.js";

/** Files that could be read, and what is wrong with the others. */
interface ReadPlaces {
  readonly files: readonly PlacedFile[];
  readonly issues: readonly Issue[];
  /** One for each error: a file or place whose rules are not in force. */
  readonly lost: readonly LostPolicy[];
  /** What looks like policies and is not read, apart from the issues. */
  readonly unread: readonly Issue[];
  /** The places that were looked at, as shown. */
  readonly looked: readonly string[];
  /** The files, by real path, whose policies may act: trusted by content, or from a place that needs no trust. */
  readonly mayAct: ReadonlySet<string>;
}

/** The user's list of trusted files is next to the user's policies, and is not one. */
export const TRUST_FILE: string = join(".gatehouse", "trust.json");

/** What Gatehouse itself keeps next to policies. */
function notPolicies(home: string): readonly string[] {
  const own = join(home, ".gatehouse");
  const organisations = [ENFORCED_FOLDER, join(own, "organisation")];
  return [
    join(home, TRUST_FILE),
    join(home, OWN_CODE_FILE),
    join(home, USER_SETTINGS),
    ...["state", "audit", "snapshots"].map((name) => join(own, name)),
    ...organisations.map((folder) => join(folder, SETTINGS_FILE)),
  ];
}

/** Reads all places. Paths are shown as seen from the working directory, and never compared. A file that several checkouts have counts once. */
export async function readPlaces(
  all: readonly PolicyPlace[],
  cwd: string,
  home: string,
  trust: TrustStore = { files: [] },
): Promise<ReadPlaces> {
  const usable = all.filter((place) => place.refused === undefined);
  const read = await readEach(usable, cwd, home);
  const files: CheckoutFile[] = [];
  const keys = await readPinnedKeys(all, home);
  const issues: Issue[] = [...read.issues, ...keys.issues];
  // A folder that is gone is also a place that leads nowhere: the issue about the pinned key says more.
  const lost: LostPolicy[] = [...keys.issues.flatMap((issue) => lostTo(issue, "enforced")), ...read.lost];
  for (const { refused, path, tier } of all) {
    if (refused === undefined) continue;
    const issue: Issue = { severity: "error", code: "bad-place", ...refused, path: shownFrom(cwd, path) };
    issues.push(issue);
    lost.push(...lostTo(issue, tier));
  }
  for (const { place, file } of read.files) {
    const problem = place === undefined ? UNKNOWN_PLACE : await guardProblem(place, file, keys.keys);
    if (problem !== null) {
      const issue: Issue = { ...problem, path: file.path };
      issues.push(issue);
      lost.push(...lostTo(issue, file.tier));
      continue;
    }
    const acts = place?.needsTrust !== true || (await isTrusted(trust, file.realPath, file.text));
    const { inProject, elsewhere } = place ?? {};
    const placed = { ...inFormat(file, place?.format), ...(elsewhere !== undefined && { elsewhere }) };
    const name = inProject === undefined ? undefined : join(inProject, basename(file.foundAt));
    files.push({ placed, acts, name });
  }
  const kept = oncePerCheckout(files);
  const mayAct = new Set(kept.filter(({ acts }) => acts).map(({ placed }) => placed.realPath));
  return {
    files: kept.map(({ placed }) => placed),
    issues,
    lost,
    unread: read.unread,
    looked: usable.map(({ path }) => shownFrom(cwd, path)),
    mayAct,
  };
}

/** What was read of all places, each file with its own. */
interface ReadEach extends Pick<ReadPlaces, "issues" | "lost" | "unread"> {
  readonly files: readonly { readonly place: PolicyPlace | undefined; readonly file: FoundPolicyFile }[];
}

/** Reads the project's places, then those of each other project: each has a budget of its own, so that none makes another one too dear. */
async function readEach(places: readonly PolicyPlace[], cwd: string, home: string): Promise<ReadEach> {
  const all: { [K in keyof ReadEach]: ReadEach[K][number][] } = {
    files: [],
    issues: [],
    lost: [],
    unread: [],
  };
  for (const elsewhere of new Set(places.map((place) => place.elsewhere))) {
    const here = places.filter((place) => place.elsewhere === elsewhere);
    const read = await readPolicyFiles(
      here.map((place) => rootOf(place, cwd)),
      { cwd, home, projectBudget: PROJECT_BUDGET, except: notPolicies(home) },
    );
    all.files.push(...read.files.map((file) => ({ place: here[file.root], file })));
    all.issues.push(...read.issues);
    all.lost.push(...read.lost);
    all.unread.push(...read.unread.filter((one) => !all.unread.some((before) => isSameNote(before, one))));
  }
  return all;
}

/** Said of the same file of another checkout. */
function isSameNote(one: Issue, other: Issue): boolean {
  return one.message === other.message && basename(one.path ?? "") === basename(other.path ?? "");
}

/** A file in the format of its place. */
export function inFormat(file: FoundPolicyFile, format: PolicyPlace["format"]): PlacedFile {
  if (format === undefined) return file;
  const isOfWords = format === "own words by content";
  if (format !== "by content" && !isOfWords) return { ...file, format };
  const found = formatByContent(file.realPath, file.text);
  if (isOfWords)
    return { ...file, format: readsOwnWords(found, "none") ? NATIVE_FORMAT : (found ?? NATIVE_FORMAT) };
  return found === undefined ? file : { ...file, format: found };
}

const NATIVE_FORMAT = "gatehouse";

const UNKNOWN_PLACE: Omit<Issue, "path"> = {
  severity: "error",
  code: "unknown-place",
  message: "it is not known which place the file was read from: the file is not loaded",
};

async function guardProblem(
  place: PolicyPlace,
  file: FoundPolicyFile,
  keys: Parameters<typeof signatureProblem>[2],
): Promise<Omit<Issue, "path"> | null> {
  if (place.guard === undefined) return null;
  return place.guard === "root"
    ? await rootProblem(file.foundAt)
    : await signatureProblem(file.foundAt, file.text, keys);
}

/** Anyone who can write to the organisation's folder could speak in its name. */
async function rootProblem(path: string): Promise<Omit<Issue, "path"> | null> {
  let others: string | null;
  try {
    others = await notRoots(path);
  } catch {
    others = path;
  }
  if (others === null) return null;
  const what = others === path ? "the file" : `the folder \`${others}\``;
  return {
    severity: "error",
    code: "not-organisation",
    message: `${what} is not owned by root, or others may write it: the file is not loaded`,
    cure: "chown root, chmod go-w",
  };
}

/** What is read of a place; its path is shown as seen from the working directory. */
export function rootOf(
  { path, tier, required, extensions, depth, within, needsTrust }: PolicyPlace,
  cwd: string,
): PolicyRoot & { readonly shownAs: string } {
  return {
    path,
    tier,
    required,
    shownAs: shownFrom(cwd, path),
    ...(extensions && { extensions }),
    ...(depth && { depth }),
    ...(within && { within }),
    ...(needsTrust !== true && { named: true as const }),
  };
}

/** A path as seen from the working directory. */
export function shownFrom(cwd: string, path: string): string {
  const near = relative(cwd, path);
  return near === "" || near.startsWith("..") || isAbsolute(near) ? path : near;
}
