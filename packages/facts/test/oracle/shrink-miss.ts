import { type Miss, type Predict, holdAgainst } from "./find-misses.js";

/**
 * The shortest script found, by leaving pieces out, that still executes what its facts do not have.
 *
 * @param folder gives an empty directory
 */
export function shrinkMiss(miss: Miss, predict: Predict, folder: () => string): Miss {
  let best = miss;
  for (let size = Math.ceil(best.script.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let found: Miss | undefined = best; found !== undefined;) {
      const { script } = best;
      const shorter = Array.from(
        { length: Math.ceil(script.length / size) },
        (_, i) => script.slice(0, i * size) + script.slice((i + 1) * size),
      ).filter((one) => one.trim() !== "");
      if (shorter.length === 0) break;
      found = holdAgainst(shorter, predict, folder()).misses[0];
      if (found !== undefined) best = found;
    }
  }
  return best;
}
