import type { Issue } from "@gatehouse-hooks/json";
import { type LostPolicy, lostTo, type Tier } from "@gatehouse-hooks/engine";
import {
  loadMayrosConfig,
  MAYROS_DEFAULTS,
  type MayrosConfig,
  type MayrosOptions,
} from "@gatehouse-hooks/hosts";
import { MAYROS_POLICIES } from "@gatehouse-hooks/hosts/agents";
import { type PolicyRoot, PROJECT_BUDGET, readPolicyFiles, realpath } from "@gatehouse-hooks/runtime";
import { basename, dirname, join } from "node:path";
import type { Settings } from "../settings.js";

/** The configuration in force. */
export interface FoundConfig {
  /** What holds for the project's hooks: the project's own settings over the user's over the documented defaults. */
  readonly config: MayrosConfig;
  /** What the user has set: all of a named file, or what the file in the home folder says. It holds for the user's hooks. */
  readonly user: Partial<MayrosConfig>;
  /** What a file that was only found in the project says. */
  readonly project: Partial<MayrosConfig>;
  /** The file that says `project`, or the one that was named; absent where there is none. */
  readonly path?: string;
  /** The file in the home folder, where it was read. */
  readonly userPath?: string;
  /** Named on the command line, hence the user's. A file that was only found in the project counts as the project's. */
  readonly named: boolean;
  readonly issues: readonly Issue[];
  /** What its errors lose: it may have named a folder of policies. */
  readonly lost: readonly LostPolicy[];
  /** What is beside these files under nearly their names, and is not read. */
  readonly unread: readonly Issue[];
}

/** Where a project keeps its configuration; the first one counts. The first name in the home folder is the user's own. */
const CANDIDATES = MAYROS_POLICIES.settings;

/**
 * Reads the Mayros configuration (document 000, "Configuration"): the named file, or the user's in the home folder and the
 * project's. A file with errors still gives a usable one.
 *
 * @param home absent: nothing is read there
 */
export async function findConfig(
  { config: named, project }: Pick<Settings, "config" | "project">,
  home?: string,
): Promise<FoundConfig> {
  if (named !== undefined) return await namedConfig(named);
  const isHome = home !== undefined && (await isSameFolder(project, home));
  const { file: users, unread: besideUsers } = home === undefined ? NO_FILE : await usersFile(home);
  // In the home folder the first of them is the user's already, and the first one counts.
  const names = isHome ? (users === undefined ? CANDIDATES.slice(1) : []) : CANDIDATES;
  const { file: projects, unread } = await readFirst(
    names.map((name) => ({ path: join(project, name), required: false, within: project })),
  );
  return {
    ...inForce(users?.given ?? {}, projects?.given ?? {}),
    ...(projects === undefined ? {} : { path: projects.path }),
    ...(users === undefined ? {} : { userPath: users.path }),
    named: false,
    unread: [...besideUsers, ...unread],
    ...problemsOf(users, projects),
  };
}

async function namedConfig(path: string): Promise<FoundConfig> {
  const { file, unread } = await readFirst([{ path, required: true, tier: "user" }]);
  const config = file?.config ?? MAYROS_DEFAULTS;
  return { config, user: config, project: {}, path, named: true, unread, ...problemsOf(file) };
}

/** The user's own file, also where the home folder is the project: other files there may come from anywhere. */
async function usersFile(home: string): Promise<ReadFirst> {
  return await readFirst([{ path: join(home, CANDIDATES[0]), required: false, tier: "user", named: true }]);
}

function inForce(
  user: Partial<MayrosConfig>,
  project: Partial<MayrosConfig>,
): Pick<FoundConfig, "config" | "user" | "project"> {
  // Hooks that the user has switched off are not switched on by a repository.
  const enabled = user.enabled !== false && project.enabled !== false;
  return { config: { ...MAYROS_DEFAULTS, ...user, ...project, enabled }, user, project };
}

/** A file that was read, or could not be. */
interface ReadFile extends Pick<FoundConfig, "config" | "issues" | "lost"> {
  readonly given: Partial<MayrosConfig>;
  readonly path: string;
}

/** The first of several files that is there, and what is under nearly their names. */
interface ReadFirst {
  readonly file: ReadFile | undefined;
  readonly unread: readonly Issue[];
}

const NO_FILE: ReadFirst = { file: undefined, unread: [] };

/** The first of the files that is there. */
async function readFirst(roots: readonly PolicyRoot[]): Promise<ReadFirst> {
  const unread: Issue[] = [];
  for (const root of roots) {
    const { path, tier = "project" } = root;
    const read = await readPolicyFiles([root], { cwd: dirname(path), projectBudget: PROJECT_BUDGET });
    const [file] = read.files;
    unread.push(...read.unread.filter(isFile).map((issue) => notSettings(issue, path)));
    if (file === undefined && read.issues.length === 0) continue;
    const { config, given, issues } = loadMayrosConfig(file?.text ?? "{}", { path });
    const made: ReadFile = {
      config,
      given,
      path,
      issues: [...read.issues, ...issues],
      lost: [...read.lost, ...issues.flatMap((issue) => lostTo(issue, tier))],
    };
    return { file: made, unread };
  }
  return { file: undefined, unread };
}

/** A folder of nearly that name, such as that of the hooks, is not one of settings. */
function isFile({ path = "" }: Issue): boolean {
  return /\.(?:ya?ml|json5?)$/i.test(path);
}

function notSettings({ path: found, ...issue }: Issue, read: string): Issue {
  return {
    ...issue,
    ...(found !== undefined && { path: found }),
    message: `it is not read: the settings of hooks are those of \`${read}\``,
    cure: `name it \`${basename(read)}\``,
  };
}

function problemsOf(...files: readonly (ReadFile | undefined)[]): Pick<FoundConfig, "issues" | "lost"> {
  return {
    issues: files.flatMap((file) => file?.issues ?? []),
    lost: files.flatMap((file) => file?.lost ?? []),
  };
}

async function isSameFolder(a: string, b: string): Promise<boolean> {
  try {
    return (await realpath(a)) === (await realpath(b));
  } catch {
    return false;
  }
}

/**
 * What hooks that leave a field out take from the configuration. The user's and the organisation's hooks take nothing from the
 * project: with less time a judge fails, and a failure is only a warning where no action is gated.
 */
export function mayrosOptions(
  { config, user }: Pick<FoundConfig, "config" | "user">,
  tier: Tier | undefined,
): MayrosOptions {
  if (tier === "enforced") return {};
  return tier === "user" ? user : config;
}
