import { type LinkLooks, type LookedUp, type WalkedPath, walkLinks } from "./walk-links.js";
import type { WalkWork } from "./walk-links.js";

/** The most links that one text makes, and ways that a path may go where one of them is made twice. */
const MOST_MADE = 64;
const MOST_WAYS = 16;
const OTHER: LookedUp = { kind: "other" };
const UNSEEN: LookedUp = { kind: "unseen" };

/** The links that the text itself makes: what comes later may go through them. */
export class MadeLinks {
  readonly #work: WalkWork;
  /** Where each may lead: which of several `ln` made it is not known. */
  readonly #targets = new Map<string, readonly (string | null)[]>();
  #count = 0;

  constructor(work: WalkWork) {
    this.#work = work;
  }

  /**
   * @param at absolute and normal
   * @param target as it is written; `null` when it is not known
   * @returns whether there was room for it
   */
  add(at: string, target: string | null): boolean {
    const before = this.#targets.get(at) ?? [];
    if (before.includes(target)) return true;
    if (this.#count >= MOST_MADE) return false;
    this.#count++;
    this.#targets.set(at, [...before, target]);
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
   * Where a path may lead if all of them were made: none where it goes through none of them.
   *
   * @param at for everything else; `null` where there is no disk to ask
   */
  along(written: string, keepsLast: boolean, at: LinkLooks["at"] | null): readonly WalkedPath[] {
    const found: WalkedPath[] = [];
    if (this.isEmpty) return found;
    const way: Choice[] = [];
    do {
      let met = 0;
      const look: LinkLooks["at"] = (path) => {
        const targets = this.#targets.get(path);
        if (targets === undefined) {
          const other = at?.(path) ?? OTHER;
          // The text may have made the folder, too.
          return other.kind === "nothing" ? OTHER : other;
        }
        const { taken } = (way[met++] ??= { taken: 0, of: targets.length });
        const target = found.length < MOST_WAYS ? (targets[taken] ?? null) : null;
        return target === null ? UNSEEN : { kind: "link", target };
      };
      const walked = walkLinks(written, keepsLast, look, this.#work);
      // What is not seen may go through one.
      if (met > 0 || !walked.isChecked) found.push(walked);
    } while (found.length <= MOST_WAYS && goesOn(way));
    return found;
  }
}

/** Which of the targets of a link is taken on a way. */
interface Choice {
  taken: number;
  readonly of: number;
}

/** Takes the next target of the last link that has one. */
function goesOn(way: Choice[]): boolean {
  let last = way.at(-1);
  for (; last !== undefined && last.taken + 1 >= last.of; last = way.at(-1)) way.pop();
  if (last !== undefined) last.taken++;
  return last !== undefined;
}
