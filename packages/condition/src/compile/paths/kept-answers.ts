import { MapOf, mapGet, mapSet } from "@gatehouse-hooks/json/intrinsics";

/** Answers that are kept; when there are more, all are forgotten. */
const MOST_ANSWERS = 256;

/** Answers that were given before, by what they depend on. */
export class KeptAnswers {
  #known = new MapOf<string, boolean>();
  #count = 0;

  get(key: string): boolean | undefined {
    return mapGet(this.#known, key);
  }

  keep(key: string, answer: boolean): void {
    if (this.#count >= MOST_ANSWERS) {
      this.#known = new MapOf<string, boolean>();
      this.#count = 0;
    }
    mapSet(this.#known, key, answer);
    this.#count++;
  }
}
