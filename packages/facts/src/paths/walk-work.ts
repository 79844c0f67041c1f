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
