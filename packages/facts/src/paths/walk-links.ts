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
/** The most folders within each other that are looked at: each look takes the time of the path up to it. */
const MOST_FOLDERS = 64;

/** What a look costs beside its path, in characters. */
const LOOK = 16;

/**
 * Walks along a path as the system does: a link is replaced by what it points to where it stands, so that `link/..` is the folder above
 * its target. Below what is not there, or was not seen, nothing is looked up.
 *
 * @param written absolute; need not be normal
 * @param keepsLast the last name is not followed: what deletes or moves a link leaves its target alone. With a slash at the end it is
 */
export function walkLinks(
  written: string,
  keepsLast: boolean,
  at: LinkLooks["at"],
  work: WalkWork,
): WalkedPath {
  const path = normalizePath(written);
  if (!work.pay(written.length)) return { path, names: [], isChecked: false };
  return new Walk(written, path, at, work).run(keepsLast);
}

class Walk {
  /** The names that are still to come, the next one last. */
  readonly #ahead: string[];
  readonly #done: string[] = [];
  readonly #names: Set<string>;
  readonly #at: LinkLooks["at"];
  readonly #work: WalkWork;
  #links = 0;
  #isThere = true;
  #isChecked = true;

  constructor(written: string, path: string, at: LinkLooks["at"], work: WalkWork) {
    this.#ahead = written.split("/").reverse();
    this.#names = new Set([path]);
    this.#at = at;
    this.#work = work;
  }

  run(keepsLast: boolean): WalkedPath {
    const ahead = this.#ahead;
    for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
      if (name === "" || name === ".") continue;
      if (name === "..") {
        this.#done.pop();
        this.#isThere = this.#isChecked;
        continue;
      }
      this.#done.push(name);
      if (this.#isThere && !(keepsLast && ahead.length === 0)) this.#look();
    }
    const path = `/${this.#done.join("/")}`;
    this.#names.delete(path);
    return { path, names: [...this.#names], isChecked: this.#isChecked };
  }

  #look(): void {
    const path = this.#done.length > MOST_FOLDERS ? "" : `/${this.#done.join("/")}`;
    const found: LookedUp =
      path !== "" && this.#work.pay(path.length + LOOK) ? this.#at(path) : { kind: "unseen" };
    if (found.kind === "other") return;
    if (found.kind === "link" && this.#links < MOST_LINKS && this.#follow(found.target)) return;
    this.#isThere = false;
    if (found.kind !== "nothing") this.#isChecked = false;
  }

  /** @returns whether there was work left for it */
  #follow(target: string): boolean {
    if (!this.#work.payName(target.length + this.#ahead.length)) return false;
    this.#links++;
    this.#done.length = target.startsWith("/") ? 0 : this.#done.length - 1;
    this.#ahead.push(...target.split("/").reverse());
    this.#names.add(normalizePath(`/${[...this.#done, ...this.#ahead.toReversed()].join("/")}`));
    return true;
  }
}

/** The looks at links of one making of facts. */
export class LinkWalk {
  readonly looks: LinkLooks;
  readonly #work: WalkWork;
  readonly #real = new Map<string, string>();

  constructor(looks: LinkLooks, work: WalkWork) {
    this.looks = looks;
    this.#work = work;
  }

  /**
   * @param written absolute
   * @param keepsLast a link at the end is not followed
   */
  along(written: string, keepsLast: boolean): WalkedPath {
    return walkLinks(written, keepsLast, this.looks.at, this.#work);
  }

  /** A folder without the links on its way, as far as they are seen. */
  real(folder: string): string {
    let real = this.#real.get(folder);
    if (real === undefined)
      this.#real.set(folder, (real = walkLinks(folder, false, this.looks.at, this.#work).path));
    return real;
  }
}

/** How much may be walked for one event, in characters of the paths that are looked at: 1 ms to 15 ms. */
const MOST_WORK = 1_000_000;

/** The most links that are followed in all: no list of facts has room for more names. */
const MOST_NAMES = 256;

/** What is left of the work of one making of facts. */
export class WalkWork {
  #left = MOST_WORK;
  #names = MOST_NAMES;

  /** @returns whether there was enough */
  pay(characters: number): boolean {
    this.#left -= characters;
    return this.#left > 0;
  }

  /** The same for a link that is followed to a name of so many characters. */
  payName(characters: number): boolean {
    this.#names--;
    return this.pay(2 * characters) && this.#names >= 0;
  }
}
