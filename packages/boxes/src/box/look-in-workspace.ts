import {
  type BoxPlace,
  type BoxProfile,
  type GlobSegments,
  matchesGlob,
  matchesSegment,
  segmentsOf,
} from "@gatehouse-hooks/box";
import { join } from "node:path";
import type { MachineView } from "./machine-view.js";
import {
  absolute,
  type FoundPlace,
  type Ground,
  isFloating,
  type NamedEntry,
  openSegments,
  resolved,
} from "./places-of-profile.js";
import { mayBeOfRepository, repositoryAt } from "./repositories.js";
import { type FolderMemory, walkAgain } from "./walk-again.js";

/** What git runs by itself, below the folder of a repository. */
const GIT_RUNS = ["hooks", "config", "config.worktree"];
export const GIT_POLICY = "box/git-runs-code";

/** A floating glob by the name that what it means ends with. */
interface Floating {
  readonly place: BoxPlace;
  readonly glob: GlobSegments;
  readonly kind: "hidden" | "kept";
}

/** The floating globs that an entry's name may be of. */
function floatingOf(profile: BoxProfile, ground: Ground): (entry: NamedEntry) => readonly Floating[] {
  const byName = new Map<string, Floating[]>();
  const byPattern: (Floating & { readonly last: string })[] = [];
  for (const kind of ["hidden", "kept"] as const)
    for (const place of profile[kind]) {
      if (!isFloating(place.glob)) continue;
      const whole = segmentsOf(absolute(place.glob, ground));
      const glob = whole.at(-1) === "**" ? whole.slice(0, -1) : whole;
      const last = glob.at(-1) ?? "**";
      const floating = { place, glob, kind };
      if (/[*?[]/.test(last)) byPattern.push({ ...floating, last });
      else byName.set(last, [...(byName.get(last) ?? []), floating]);
    }
  return ({ name }) => [
    ...(byName.get(name) ?? []),
    ...byPattern.filter(({ last }) => matchesSegment(last, name)),
  ];
}

/** One walk for all globs that name files wherever they are. */
export function lookInWorkspace(
  profile: BoxProfile,
  ground: Ground,
  view: MachineView,
  memory: FolderMemory,
): {
  readonly hidden: readonly FoundPlace[];
  readonly kept: readonly FoundPlace[];
  readonly repositories: readonly string[];
  /** Where what is kept was found, also where that is a link. */
  readonly keptPaths: readonly string[];
} {
  const nearOf = floatingOf(profile, ground);
  const found: { readonly hidden: FoundPlace[]; readonly kept: FoundPlace[] } = { hidden: [], kept: [] };
  const repositories = new Set<string>();
  const keptPaths: string[] = [];
  const gitFile = { glob: "", except: [], policy: GIT_POLICY };
  const isNear = (entry: NamedEntry): boolean => mayBeOfRepository(entry) || nearOf(entry).length > 0;
  walkAgain(ground.workspace, view, memory, isNear, (path, entry) => {
    const near = nearOf(entry);
    const segments = near.length === 0 ? [] : segmentsOf(path);
    for (const { place, glob, kind } of near) {
      if (!matchesGlob(glob, segments)) continue;
      if (place.except.some((one) => matchesGlob(openSegments(one, ground), segments))) continue;
      found[kind].push(...resolved(path, place, ground, view));
      if (kind === "kept") keptPaths.push(path);
    }
    // That of a submodule or of a linked worktree says where its repository is, and so does a link.
    if (entry.name === ".git" && !entry.isDirectory()) {
      keptPaths.push(path);
      if (entry.isFile()) found.kept.push(...resolved(path, gitFile, ground, view));
    }
    const repository = repositoryAt(path, entry, view);
    if (repository !== undefined) repositories.add(repository);
  });
  const run = [...repositories].flatMap((one) => GIT_RUNS.map((name) => join(one, name)));
  return {
    hidden: found.hidden,
    kept: [...found.kept, ...run.flatMap((path) => resolved(path, gitFile, ground, view))],
    repositories: [...repositories],
    keptPaths,
  };
}
