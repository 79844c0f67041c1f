import type { Found } from "./found.js";
import { LiteralTrie } from "./literal-trie.js";
import { Postings } from "./postings.js";
import { exactly, type Fold, LITERAL_UNITS, type Scanner, type WaitingLiteral } from "./scanner.js";

/**
 * Finds the literals that a string starts with. It stops at the first code unit that no literal has there.
 *
 * @param fold of the text; the literals are folded
 */
export function prefixScanner(waiting: readonly WaitingLiteral[], fold: Fold = exactly): Scanner {
  const postings = new Postings(
    waiting.map(([literal, position]) => [literal.slice(0, LITERAL_UNITS), position] as const),
  );
  const trie = new LiteralTrie(postings.values);
  return {
    scan(text: string, found: Found): void {
      let state = 0;
      for (let i = 0; i < text.length; i++) {
        state = trie.child(state, fold(text.charCodeAt(i)));
        if (state === 0) return;
        const id = trie.text[state] ?? -1;
        if (id >= 0) postings.addTo(found, id);
      }
    },
  };
}

/** Finds the literals that a string ends with: the same from the other end. */
export function suffixScanner(waiting: readonly WaitingLiteral[], fold: Fold = exactly): Scanner {
  const postings = new Postings(
    waiting.map(([literal, position]) => [backwards(literal.slice(-LITERAL_UNITS)), position] as const),
  );
  const trie = new LiteralTrie(postings.values);
  return {
    scan(text: string, found: Found): void {
      let state = 0;
      for (let i = text.length - 1; i >= 0; i--) {
        state = trie.child(state, fold(text.charCodeAt(i)));
        if (state === 0) return;
        const id = trie.text[state] ?? -1;
        if (id >= 0) postings.addTo(found, id);
      }
    },
  };
}

/** By code unit: a suffix may begin in the middle of a surrogate pair. */
function backwards(text: string): string {
  return text.split("").reverse().join("");
}
