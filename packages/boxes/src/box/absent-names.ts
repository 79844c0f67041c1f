import type { BoxProfile, SeenPlace } from "@gatehouse-hooks/box";
import { dirname, join } from "node:path";
import { GIT_POLICY } from "./look-in-workspace.js";
import type { MachineView } from "./machine-view.js";
import { type Ground, isEmptyFolder } from "./places-of-profile.js";

/** A path that must not come into being, absolute, and who says so. */
export type AbsentName = Pick<SeenPlace, "path" | "policy">;

/** Names without a wildcard at the top of the workspace that are kept. */
export function ownNamesOf({ kept }: BoxProfile, { workspace }: Ground): readonly AbsentName[] {
  return kept.flatMap(({ glob, policy }) => {
    const name = /^\*\*\/([^*?[]+?)(?:\/\*\*)?$/.exec(glob)?.[1];
    // Below folders of programs a placeholder would be in the way of whoever installs some.
    const isOwn = name?.startsWith(".") === true || name?.includes("/") === false;
    return name === undefined || !isOwn ? [] : [{ path: join(workspace, name), policy }];
  });
}

/**
 * Of these, and of what git runs, what a call must not make and what is not there.
 *
 * @param kept what is there and is kept: nothing comes into being below one of its folders
 */
export function absentOf(
  names: readonly AbsentName[],
  repositories: readonly string[],
  kept: Iterable<SeenPlace>,
  view: MachineView,
): readonly AbsentName[] {
  const git = repositories.flatMap((folder) =>
    ["hooks", "config"].map((one) => ({ path: join(folder, one), policy: GIT_POLICY })),
  );
  // An empty folder may be the placeholder of another box.
  const absent = [...git, ...names].filter(
    ({ path }) => view.statOf(path) === undefined || isEmptyFolder(path, view),
  );
  // A placeholder is a folder that is kept: one for all that would be below it.
  const closed = new Set(
    [...absent, ...[...kept].filter(({ isFolder }) => isFolder)].map(({ path }) => path),
  );
  return absent.filter(({ path }) => !isBelow(path, closed));
}

function isBelow(path: string, folders: ReadonlySet<string>): boolean {
  for (let above = dirname(path); above !== dirname(above); above = dirname(above))
    if (folders.has(above)) return true;
  return false;
}
