import { editDistance } from "@gatehouse-hooks/engine";

/** Longer words are not compared: the cost is the product of the lengths. */
const MAX_LENGTH = 64;

/**
 * The known word that a misspelt one probably means: at most a third of its letters (and at most three) differ,
 * letter case, dashes and underscores aside. Never the word itself.
 */
export function suggest(word: string, known: readonly string[]): string | null {
  if (word.length > MAX_LENGTH) return null;
  const plain = plainWord(word);
  let best: string | null = null;
  let bestDistance = Math.min(3, Math.ceil(plain.length / 3)) + 1;
  for (const candidate of known) {
    if (candidate === word) continue;
    const other = plainWord(candidate);
    const distance = editDistance(plain, other, bestDistance - 1);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** A word without what people vary: `before-tool-call`, `beforeToolCall` and `before_tool_call` are one. */
export function plainWord(word: string): string {
  return word.toLowerCase().replace(/[-_\s]/g, "");
}
