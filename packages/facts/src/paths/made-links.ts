import { type LinkLooks, type LookedUp, type WalkedPath, walkLinks } from "./walk-links.js";
import type { WalkWork } from "./walk-links.js";

/** The most links that one text makes. */
const MOST_MADE = 64;
const OTHER: LookedUp = { kind: "other" };
const UNSEEN: LookedUp = { kind: "unseen" };

/** The links that the text itself makes: what comes later may go through them. */
export class MadeLinks {
  readonly #work: WalkWork;
  readonly #targets = new Map<string, string | null>();

  constructor(work: WalkWork) {
    this.#work = work;
  }

  /**
   * @param at absolute and normal
   * @param target as it is written; `null` when it is not known
   * @returns whether there was room for it
   */
  add(at: string, target: string | null): boolean {
    if (this.#targets.size >= MOST_MADE) return false;
    this.#targets.set(at, target);
    return true;
  }

  get isEmpty(): boolean {
    return this.#targets.size === 0;
  }

  /** The names of those in a folder. */
  linksIn(folder: string): readonly string[] {
    const start = folder === "/" ? "/" : `${folder}/`;
    return [...this.#targets.keys()].flatMap((at) => {
      const name = at.startsWith(start) ? at.slice(start.length) : "";
      return name === "" || name.includes("/") ? [] : [name];
    });
  }

  /**
   * Where a path leads if all of them were made. `null`: through none of them.
   *
   * @param at for everything else; `null` where there is no disk to ask
   */
  along(written: string, keepsLast: boolean, at: LinkLooks["at"] | null): WalkedPath | null {
    if (this.isEmpty) return null;
    let isMade = false;
    const looks: LinkLooks["at"] = (path) => {
      const target = this.#targets.get(path);
      if (target === undefined) {
        const found = at?.(path) ?? OTHER;
        // The text may have made the folder, too.
        return found.kind === "nothing" ? OTHER : found;
      }
      isMade = true;
      return target === null ? UNSEEN : { kind: "link", target };
    };
    const walked = walkLinks(written, keepsLast, looks, this.#work);
    // What is not seen may go through one.
    return isMade || !walked.isChecked ? walked : null;
  }
}
