import { homedir } from "node:os";
import path from "node:path";
import type { Environment } from "../environment.js";
import { type GitCall, runGit } from "./run-git.js";
import type { Repository } from "./find-repository.js";

/** A configuration as git lists it: the last value of each key, which is in lower case except for its middle part. */
export type GitSettings = ReadonlyMap<string, string>;

const MAX_LIST_BYTES = 4_194_304;
/** Extensions that change nothing about reading, or that are carried over. */
const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set([
  "extensions.noop",
  "extensions.noop-v1",
  "extensions.objectformat",
  "extensions.partialclone",
  "extensions.preciousobjects",
  "extensions.relativeworktrees",
  "extensions.worktreeconfig",
]);
/** How the files of a work tree compare with those that are recorded. None of these names a program. */
const CARRIED: readonly string[] = [
  "core.autocrlf",
  "core.eol",
  "core.filemode",
  "core.symlinks",
  "core.ignorecase",
  "core.precomposeunicode",
  "core.quotepath",
  "core.trustctime",
  "core.checkstat",
  "core.abbrev",
  "diff.algorithm",
  "diff.renames",
  "status.showuntrackedfiles",
];
/** A value that needs no quoting. */
const PLAIN = /^[\w.-]{0,100}$/;

/**
 * Reads the configuration that holds in a repository: the system's, the user's and its own. Reading it runs nothing; every
 * other git command would already do what it says.
 *
 * @returns undefined when git cannot read it
 */
export async function readGitSettings(
  call: GitCall,
  { root, gitDir }: Repository,
): Promise<GitSettings | undefined> {
  const listed = await runGit({ ...call, cwd: gitDir }, root, ["config", "--null", "--list", "--includes"], {
    maxBytes: MAX_LIST_BYTES,
    variables: { GIT_DIR: gitDir, ...userConfiguration(call) },
  });
  if (listed === undefined) return undefined;
  const entries = listed.split("\0").filter((entry) => entry !== "");
  return new Map(
    entries.map((entry): [string, string] => {
      const end = entry.indexOf("\n");
      // A key without a value is true.
      return end < 0 ? [entry, "true"] : [entry.slice(0, end), entry.slice(end + 1)];
    }),
  );
}

/** The user's configuration is read, too, but never through variables of the environment. */
function userConfiguration({ env }: GitCall): Environment {
  return {
    HOME: env["HOME"] || homedir(),
    XDG_CONFIG_HOME: env["XDG_CONFIG_HOME"] || undefined,
    GIT_CONFIG_NOSYSTEM: undefined,
    GIT_CONFIG_SYSTEM: undefined,
    GIT_CONFIG_GLOBAL: undefined,
  };
}

/** Why a repository cannot be read without its own configuration, or null. */
export function unreadable(settings: GitSettings): string | null {
  const format = settings.get("extensions.objectformat") ?? "sha1";
  const storage = settings.get("extensions.refstorage") ?? "files";
  if (storage !== "files") return `it keeps its branches as \`${storage}\``;
  if (format !== "sha1" && format !== "sha256") return `its objects have the format \`${format}\``;
  for (const key of settings.keys()) {
    if (key.startsWith("extensions.") && key !== "extensions.refstorage" && !KNOWN_EXTENSIONS.has(key)) {
      return `it has the extension \`${key.slice("extensions.".length)}\``;
    }
  }
  return null;
}

/**
 * The configuration that git gets, as text: what is known and harmless is carried over, everything else is left out. No program
 * that a configuration names is in it, whatever keys a version of git may have for that.
 *
 * @param head what `HEAD` says
 */
export function harmlessConfiguration(settings: GitSettings, head: string): string {
  const format = settings.get("extensions.objectformat");
  const lines = [
    "[core]",
    `repositoryformatversion = ${format === undefined ? 0 : 1}`,
    "bare = false",
    ...(format === undefined ? [] : ["[extensions]", `objectformat = ${quoted(format)}`]),
  ];
  for (const key of CARRIED) {
    const value = settings.get(key);
    if (value === undefined || !PLAIN.test(value)) continue;
    const [section = "", name = ""] = key.split(".");
    lines.push(`[${section}]`, `${name} = ${quoted(value)}`);
  }
  return [...lines, ...tracking(settings, head), ""].join("\n");
}

/** What the branch is compared with: `## main...origin/main [ahead 1]`. */
function tracking(settings: GitSettings, head: string): readonly string[] {
  const branch = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? "";
  const remote = settings.get(`branch.${branch}.remote`) ?? "";
  const merge = settings.get(`branch.${branch}.merge`) ?? "";
  const refspec = settings.get(`remote.${remote}.fetch`);
  if (![branch, remote, merge, refspec ?? ""].every(isPrintable) || remote === "" || merge === "") return [];
  return [
    `[branch ${quoted(branch)}]`,
    `remote = ${quoted(remote)}`,
    `merge = ${quoted(merge)}`,
    ...(refspec === undefined ? [] : [`[remote ${quoted(remote)}]`, `fetch = ${quoted(refspec)}`]),
  ];
}

function isPrintable(text: string): boolean {
  return text.length <= 1_000 && !/\p{Cc}/u.test(text);
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}

/** The user's list of ignored files. */
export function excludesFile(settings: GitSettings, { env }: GitCall): string {
  const home = env["HOME"] || homedir();
  const named = settings.get("core.excludesfile");
  if (named === undefined || named === "") {
    return path.join(env["XDG_CONFIG_HOME"] || path.join(home, ".config"), "git", "ignore");
  }
  return path.resolve(home, named.replace(/^~\//, ""));
}
