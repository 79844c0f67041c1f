import { segmentsOf } from "@gatehouse-hooks/box";
import { realpathSync, renameSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { linkNow, type MachineView, statNow } from "./machine-view.js";

/** A link in the workspace that leads to what is kept. Nothing can be mounted on a link: what it leads to cannot be written, itself it can. */
export interface KeptLink {
  readonly path: string;
  readonly target: string;
}

/** The links on the way from the workspace to a path in it, and the path where it is one. */
export function linksTo(path: string, workspace: string, view: MachineView): readonly KeptLink[] {
  const links: KeptLink[] = [];
  let at = workspace;
  for (const name of segmentsOf(path.slice(workspace.length))) {
    at = join(at, name);
    const target = view.targetOf(at);
    if (target !== undefined) links.push({ path: at, target });
  }
  return links;
}

/**
 * The links to paths that are kept.
 *
 * @throws Error where one leads to what is not there, and can be made
 */
export function keptLinksOf(
  paths: readonly string[],
  workspace: string,
  view: MachineView,
): readonly KeptLink[] {
  const dangling = paths.find((path) => leadsToNothing(path, workspace, view));
  if (dangling !== undefined) throw new Error(`\`${dangling}\` is a link to what is not there; remove it`);
  const links = paths.flatMap((path) => linksTo(path, workspace, view));
  return [...new Map(links.map((link) => [link.path, link])).values()];
}

/** Whether a path is a link to what is not there, and what is in the workspace can be made. */
function leadsToNothing(path: string, workspace: string, view: MachineView): boolean {
  const target = view.targetOf(path);
  if (target === undefined || view.realOf(path) !== undefined) return false;
  const end = resolve(view.realOf(dirname(path)) ?? workspace, target);
  return end.startsWith(`${workspace}/`);
}

/**
 * Makes links again what they were, when the command has ended. What has their place by now is moved aside, and not removed: whoever swaps folders
 * meanwhile would choose what is.
 *
 * @returns the paths that were something else
 */
export function restoreLinks(links: readonly KeptLink[]): readonly string[] {
  return links.flatMap(({ path, target }) => {
    // What is in another folder by now is not at this path.
    if (linkNow(path) === target || realNow(dirname(path)) !== dirname(path)) return [];
    if (statNow(path) !== undefined) renameSync(path, asidePath(path));
    symlinkSync(target, path);
    return [path];
  });
}

function asidePath(path: string): string {
  for (let at = 1; ; at++) {
    const aside = `${path}.made-in-a-box-${at}`;
    if (statNow(aside) === undefined) return aside;
  }
}

function realNow(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
