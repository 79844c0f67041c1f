import { realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { RuleFile, RuleImporter } from "@gatehouse-hooks/hosts/import";
import { UsageError } from "@gatehouse-hooks/console";
import { shownFrom } from "@gatehouse-hooks/local/places";
import { readRuleFile, ruleFilesAt } from "@gatehouse-hooks/local/rules";

/** A rule file that was found, and whose it is. */
export interface FoundRuleFile extends RuleFile {
  /** The user's own, for every project; else the project's. */
  readonly isUser: boolean;
}

/** Where files are looked for. */
interface RuleFolders {
  readonly cwd: string;
  readonly project: string;
  readonly home: string;
}

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
      found.push({ path: shown, text: await readText(file, shown), isUser });
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
      return { path: shown, text: await readText(file, path), isUser };
    }),
  );
}

/** The files of a place; a folder that cannot be listed has none. */
async function matching(place: string): Promise<readonly string[]> {
  return await ruleFilesAt(place).catch(() => []);
}

/** @throws UsageError for what is not UTF-8, not a file, or cannot be read */
async function readText(file: string, path: string): Promise<string> {
  const read = await readRuleFile(file);
  if (read.kind === "text") return read.text;
  if (read.kind === "absent") throw new UsageError(`cannot read \`${path}\`: ENOENT`, "check the path");
  if (read.code !== undefined)
    throw new UsageError(`cannot read \`${path}\`: ${read.code}`, "check the path");
  throw new UsageError(`\`${path}\` ${read.why.replace(/^it /, "")}`, "save it as a file of UTF-8");
}
