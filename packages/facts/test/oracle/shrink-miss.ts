import { type Miss, type Predict, holdAgainst } from "./find-misses.js";

/**
 * A shorter script that still executes what its facts do not have: pieces between blanks and operators are left out, half of
 * them first.
 *
 * @param folder gives an empty directory
 */
export function shrinkMiss(miss: Miss, predict: Predict, folder: () => string): Miss {
  let best = miss;
  let pieces = best.script.split(/(\s+|&&|\|\||;;&?|[;|&(){}])/).filter((one) => one !== "");
  for (let size = Math.ceil(pieces.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (;;) {
      const shorter = Array.from({ length: Math.ceil(pieces.length / size) }, (_, i) => [
        ...pieces.slice(0, i * size),
        ...pieces.slice((i + 1) * size),
      ]).filter((one) => one.join("").trim() !== "");
      if (shorter.length === 0) break;
      const texts = shorter.map((one) => one.join(""));
      const found = holdAgainst(texts, predict, folder()).misses[0];
      if (found === undefined) break;
      best = found;
      pieces = shorter[texts.indexOf(found.script)] ?? [];
    }
  }
  return best;
}
