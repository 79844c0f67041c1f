import { type LinkLooks, type WalkedPath, walkLinks } from "./walk-links.js";
import type { WalkWork } from "./walk-work.js";

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
