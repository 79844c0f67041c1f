import { constants } from "node:fs";
import { open, readdir, realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { RuleFile, RuleImporter } from "@gatehouse-hooks/hosts/import";
import { errorCodeOf, UsageError } from "@gatehouse-hooks/console";
import { shownFrom } from "@gatehouse-hooks/local/places";

/** A rule file that was found, and whose it is. */
export interface FoundRuleFile extends RuleFile {
  /** The user's own, for every project; else the project's. */
  readonly isUser: boolean;
}

/** Where files are looked for. */
export interface RuleFolders {
  readonly cwd: string;
  readonly project: string;
  readonly home: string;
}

/** One more than any importer reads, so that it says that a file is too large. */
const MOST_BYTES = 262_144 + 1;
/** Names of one folder that are compared with a place. */
const MOST_NAMES = 1_000;

/** The files at the places of the importers: of the project, of the user, of the machine. */
export async function findRuleFiles(
  importers: readonly RuleImporter[],
  folders: RuleFolders,
): Promise<readonly FoundRuleFile[]> {
  const found: FoundRuleFile[] = [];
  const seen = new Set<string>();
  for (const place of new Set(importers.flatMap(({ places }) => places))) {
    const isUser = place.startsWith("~/") || place.startsWith("/");
    const path = place.startsWith("~/")
      ? join(folders.home, place.slice(2))
      : resolve(folders.project, place);
    for (const file of await matching(path)) {
      const real = await realpath(file).catch(() => null);
      if (real === null || seen.has(real)) continue;
      seen.add(real);
      const shown = place.startsWith("~/")
        ? join("~", file.slice(folders.home.length + 1))
        : shownFrom(folders.cwd, file);
      found.push({ path: shown, text: await readText(file), isUser });
    }
  }
  return found;
}

/**
 * The files that a command line names.
 *
 * @throws UsageError for one that cannot be read
 */
export async function namedRuleFiles(
  paths: readonly string[],
  { cwd, home }: RuleFolders,
): Promise<readonly FoundRuleFile[]> {
  return await Promise.all(
    paths.map(async (path) => {
      const file = resolve(cwd, path);
      const isUser = dirname(dirname(file)) === home;
      const shown = isUser ? `~${file.slice(home.length)}` : path;
      try {
        return { path: shown, text: await readText(file), isUser };
      } catch (error) {
        if (error instanceof UsageError) throw error;
        throw new UsageError(
          `cannot read \`${path}\`: ${errorCodeOf(error) ?? "unreadable"}`,
          "check the path",
        );
      }
    }),
  );
}

/** The files of a place; a `*` is any name, in the last segment only. */
async function matching(place: string): Promise<readonly string[]> {
  const folder = dirname(place);
  const [start = "", end] = place.slice(folder.length + 1).split("*");
  if (end === undefined) return [place];
  const names = await readdir(folder).catch(() => []);
  return names
    .filter(
      (name) => name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end),
    )
    .toSorted()
    .slice(0, MOST_NAMES)
    .map((name) => join(folder, name));
}

/** @throws UsageError for what is not UTF-8, or not a file */
async function readText(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!(await file.stat()).isFile()) throw new UsageError(`\`${path}\` is not a file`);
    const bytes = new Uint8Array(MOST_BYTES);
    let size = 0;
    for (let read = 1; read > 0 && size < bytes.length; size += read)
      read = (await file.read(bytes, size, bytes.length - size)).bytesRead;
    // A file that is cut is refused for its size; its last character may be in pieces.
    const isCut = size === bytes.length;
    return new TextDecoder("utf-8", { fatal: !isCut, ignoreBOM: true }).decode(bytes.subarray(0, size));
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`\`${path}\` is not UTF-8`, "save it as UTF-8");
    throw error;
  } finally {
    await file.close();
  }
}
