import { editDistance } from "@gatehouse-hooks/json";

/** Shorter names than this are near too many others. */
const SHORTEST = 5;

/** Whether a name was probably meant as another one: their usual misspellings, endings and one typing error aside. */
export function isNear(name: string, expected: string): boolean {
  return nearTo(expected)(name);
}

/** The same for many names. */
export function nearTo(expected: string): (name: string) => boolean {
  const meant = stem(expected);
  const letters = [...new Set(meant)];
  return (name) => {
    // A stem is never longer than its name.
    if (name.length < meant.length - 1 || missesTwo(name.toLowerCase(), letters)) return false;
    const written = stem(name);
    return written === meant || (meant.length >= SHORTEST && editDistance(written, meant, 1) <= 1);
  };
}

/** One typing error takes one letter away: that rules out most names of a folder, without patterns. */
function missesTwo(name: string, letters: readonly string[]): boolean {
  let missing = 0;
  for (const letter of letters) if (!name.includes(letter) && ++missing > 1) return true;
  return false;
}

/** A name without its usual misspellings. */
function stem(name: string): string {
  return name
    .toLowerCase()
    .replace(/^[._-]+/, "")
    .replace(/\.(?:ya?ml|json5?|md|d)$/, "")
    .replace(/[\s_-]/g, "")
    .replace(/s$/, "");
}
