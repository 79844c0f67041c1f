import { normalizePath } from "@gatehouse-hooks/shell";

/** What is at an absolute path. `unseen`: that could not be told, because of a missing right or a limit. */
export type LookedUp =
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "other" }
  | { readonly kind: "nothing" }
  | { readonly kind: "unseen" };

/**
 * Looks for links. Paths are absolute and normal, and no folder above them is a link. Gives the same answer for the same path while the
 * facts of one event are made; never throws.
 */
export interface LinkLooks {
  /** What is at a path, without following it. */
  readonly at: (path: string) => LookedUp;
  /** The names of the links in a folder; `null` when they could not be told. */
  readonly linksIn: (folder: string) => readonly string[] | null;
}

/** Where a path leads. */
export interface WalkedPath {
  /** Absolute, without the links that were seen. */
  readonly path: string;
  /** The other names that it has on the way, the first one as it was written; empty where there is no link. */
  readonly names: readonly string[];
  /** Every folder on the way was looked at. */
  readonly isChecked: boolean;
}

/** The most links of one path: Linux follows no more either (path_resolution(7)). */
const MOST_LINKS = 40;

/**
 * Walks along a path as the system does: a link is replaced by what it points to where it stands, so that `link/..` is the folder above
 * its target. Below what is not there nothing is looked up.
 *
 * @param written absolute; need not be normal
 * @param keepsLast the last name is not followed: what deletes or moves a link leaves its target alone. With a slash at the end it is
 */
export function walkLinks(written: string, keepsLast: boolean, at: LinkLooks["at"]): WalkedPath {
  const ahead = written.split("/").reverse();
  const done: string[] = [];
  const names = new Set([normalizePath(written)]);
  let isThere = true;
  let isChecked = true;
  let links = 0;
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
    if (name === "" || name === ".") continue;
    if (name === "..") {
      done.pop();
      isThere = true;
      continue;
    }
    done.push(name);
    if (!isThere || (keepsLast && ahead.length === 0)) continue;
    const found = at(`/${done.join("/")}`);
    if (found.kind === "unseen" || (found.kind === "link" && links === MOST_LINKS)) isChecked = false;
    else if (found.kind === "nothing") isThere = false;
    else if (found.kind === "link") {
      links++;
      done.length = found.target.startsWith("/") ? 0 : done.length - 1;
      const target = found.target.split("/").reverse();
      ahead.push(...target);
      names.add(normalizePath(`/${[...done, ...ahead.toReversed()].join("/")}`));
    }
  }
  const path = `/${done.join("/")}`;
  names.delete(path);
  return { path, names: [...names], isChecked };
}
