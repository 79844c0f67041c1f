import type { Tier } from "@gatehouse-hooks/engine";
import {
  AGENT_PLACES,
  type AgentPlaces,
  type AgentPolicyPlaces,
  type HookFolder,
} from "@gatehouse-hooks/hosts/agents";
import { join, relative, resolve } from "node:path";
import { requireHome } from "../private-folder.js";

/** A file or folder that policies are read from. */
export interface PolicyPlace {
  /** Absolute. */
  readonly path: string;
  readonly tier: Tier;
  /** Named explicitly: it is an error when it does not exist. */
  readonly required: boolean;
  /** Which files of a folder count, by the end of their names; absent: all policy files. A README is not a policy file. */
  readonly extensions?: readonly string[];
  /** Levels of sub-folders that are read; absent: none. */
  readonly depth?: number;
  /** The folder that the place must be in when links are followed. */
  readonly within?: string;
  /** Why the place cannot be one. */
  readonly refused?: { readonly message: string; readonly cure: string };
  /** Counts only if it is the organisation's: only root can have written it, or a pinned key has signed it. */
  readonly guard?: "root" | "signature";
  /** Absent: by the names of the files. `by content`; `own words by content`: only a file in an agent's own words, else Gatehouse's. */
  readonly format?: string;
  /** Policies that act do so only when the user trusts the file's content: a cloned project speaks for others. */
  readonly needsTrust?: true;
  /** Its path from the project's folder: the same place of another checkout has the same. */
  readonly inProject?: string;
  /** The project's folder that it is in, where that is not the project itself but another one whose policies hold. */
  readonly elsewhere?: string;
}

/** What decides where the policies of a project are read from. Paths are absolute. */
export type ProjectPlaceOptions = Pick<
  PlaceOptions,
  "project" | "home" | "projectIsHome" | "projectHooks" | "userHooks" | "configNamed"
>;

/** What decides where policies are read from. Paths are absolute. */
interface PlaceOptions {
  readonly project: string;
  readonly home: string;
  /** The project is the home folder: what is there is the user's. */
  readonly projectIsHome?: boolean;
  /** Named on the command line, instead of the project's and the user's places. */
  readonly policies: readonly string[] | undefined;
  readonly policyFormat: string | undefined;
  readonly enforced: readonly string[];
  /** The folders of hooks as configured, or `null` where the configuration turns them off. */
  readonly projectHooks: string | null;
  readonly userHooks: string | null;
  /** A configuration that was named may place the project's hooks anywhere; one that was found, only within the project. */
  readonly configNamed?: boolean;
}

interface OwnPlaces extends AgentPolicyPlaces {
  readonly format: string;
}

/** The organisation's folder. */
export const ENFORCED_FOLDER = "/etc/gatehouse";
/** What agents have of their own. */
const OWN: readonly OwnPlaces[] = AGENT_PLACES.flatMap(ownPlaces);
const NATIVE = [".yaml", ".yml", ".json"];
/** Levels of sub-folders of the organisation's folders. */
const ENFORCED_DEPTH = 8;

function ownPlaces({ name, policies }: AgentPlaces): readonly OwnPlaces[] {
  return policies === undefined ? [] : [{ ...policies, format: name }];
}

/**
 * Where policies are read from. The organisation's folder always counts: neither a lower tier nor the command line
 * leaves it out.
 *
 * @throws UsageError when the home directory is not one
 */
export function places(options: PlaceOptions): readonly PolicyPlace[] {
  const home = requireHome(options.home);
  const named = (path: string, tier: Tier): PolicyPlace => ({ path, tier, required: true });
  const organisation = (path: string, guard: NonNullable<PolicyPlace["guard"]>): PolicyPlace => ({
    path,
    tier: "enforced",
    required: false,
    depth: ENFORCED_DEPTH,
    format: "by content",
    guard,
  });
  const enforced: PolicyPlace[] = [
    organisation(ENFORCED_FOLDER, "root"),
    organisation(join(home, ".gatehouse", "organisation"), "signature"),
    ...options.enforced.map((path): PolicyPlace => ({
      ...named(path, "enforced"),
      depth: ENFORCED_DEPTH,
      format: "by content",
    })),
  ];
  if (options.policies !== undefined) {
    const { policyFormat: format } = options;
    const extensions = format === undefined ? undefined : endingsOf(format);
    return [
      ...enforced,
      ...options.policies.map((path) => ({
        ...named(path, "project"),
        format: format ?? "by content",
        ...(extensions && { extensions }),
      })),
    ];
  }
  return [...enforced, ...projectPlaces(options), ...userPlaces(options.userHooks, home)];
}

/** The places of a project's own policies. */
export function projectPlaces(options: ProjectPlaceOptions): readonly PolicyPlace[] {
  const { project, projectIsHome = false, projectHooks, configNamed = false } = options;
  const home = requireHome(options.home);
  const within = (place: PolicyPlace): PolicyPlace => ({ ...place, within: project });
  const hooks = hookFolders(projectHooks, project, home, "project");
  const found = [
    ...hooks.map((place) => (configNamed && place.refused === undefined ? place : within(place))),
    within(native(project, "project")),
    ...policyFiles(project, "project").map(within),
  ].map((place): PolicyPlace => ({
    ...place,
    needsTrust: true,
    inProject: relative(project, place.path),
  }));
  if (!projectIsHome) return found;
  const users = new Set(userPlaces(options.userHooks, home).map((place) => place.path));
  return found.filter((place) => !users.has(join(home, relative(project, place.path))));
}

function userPlaces(userHooks: string | null, home: string): readonly PolicyPlace[] {
  return [...hookFolders(userHooks, home, home, "user"), native(home, "user"), ...policyFiles(home, "user")];
}

/** The endings of the files of a format in folders that are named. */
function endingsOf(format: string): readonly string[] {
  const hooks = OWN.find((own) => own.format === format)?.hooks;
  return hooks === undefined ? NATIVE : [hooks.ending];
}

/** The folders of hooks, as configured. */
function hookFolders(path: string | null, base: string, home: string, tier: Tier): readonly PolicyPlace[] {
  if (path === null) return [];
  return OWN.flatMap((own) =>
    own.hooks === undefined ? [] : hookFolder(own, own.hooks, { path, base, home, tier }),
  );
}

/** One that is configured must exist; the documented one may. */
function hookFolder(
  { folder, format }: OwnPlaces,
  { below, ending, keys }: HookFolder,
  {
    path,
    base,
    home,
    tier,
  }: { readonly path: string; readonly base: string; readonly home: string; readonly tier: Tier },
): PolicyPlace {
  const at = expandHome(path, home, base);
  if (path === "") {
    const refused = {
      message: `\`${tier === "user" ? keys.user : keys.project}\` of the configuration is empty`,
      cure: "name a folder, or remove the line",
    };
    return { path: at, tier, required: true, refused };
  }
  return { path: at, tier, required: at !== join(base, folder, below), extensions: [ending], format };
}

function native(base: string, tier: Tier): PolicyPlace {
  const path = join(base, ".gatehouse");
  return { path, tier, required: false, extensions: NATIVE, format: "own words by content" };
}

/** The files of policies that agents have of their own. */
function policyFiles(base: string, tier: Tier): readonly PolicyPlace[] {
  return OWN.flatMap(({ folder, files = [], format }) =>
    files.map((name) => ({ path: join(base, folder, name), tier, required: false, format })),
  );
}

/** The files of folders of hooks, as globs below a project. */
export function hookGlobs(): readonly string[] {
  return OWN.flatMap(({ folder, hooks }) =>
    hooks === undefined ? [] : [`${folder}/${hooks.below}/*${hooks.ending}`],
  );
}

/** An absolute path: a leading `~` is the home directory, anything relative starts at `base`. */
export function expandHome(path: string, home: string, base: string): string {
  if (path === "~") return home;
  return path.startsWith("~/") ? join(home, path.slice(2)) : resolve(base, path);
}
