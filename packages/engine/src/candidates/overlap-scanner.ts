import { existing } from "@gatehouse-hooks/json/intrinsics";
import { foldUnit } from "@gatehouse-hooks/condition/compile";
import type { Found } from "./found.js";
import { LiteralTrie } from "./literal-trie.js";
import { ASCII, BACKSLASH, beginning, isWild } from "./overlaps.js";
import { Postings } from "./postings.js";
import { LITERAL_UNITS, type Scanner, type Waiting } from "./scanner.js";

/** Finds the literals that a path set overlaps: those that it begins with, and those that begin with what is known of it. */
export function overlapScanner(waiting: readonly Waiting[]): Scanner {
  const postings = new Postings(
    waiting.map(([literal, position]) => [literal.slice(0, LITERAL_UNITS), position] as const),
  );
  const trie = new LiteralTrie(postings.values);
  const sorted = [...waiting].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return {
    scan(glob: string, found: Found): void {
      let state = 0;
      for (let at = 0; at < glob.length; at++) {
        let code = glob.charCodeAt(at);
        if (isWild(code)) break;
        if (code === BACKSLASH && at + 1 < glob.length) code = glob.charCodeAt(++at);
        if (code >= ASCII) break;
        state = trie.child(state, foldUnit(code));
        // Most paths end here: no literal begins so.
        if (state === 0) return;
        const id = trie.text[state] ?? -1;
        if (id >= 0) postings.addTo(found, id);
      }
      const text = beginning(glob).slice(0, LITERAL_UNITS);
      for (let i = firstFrom(sorted, text); i < sorted.length; i++) {
        const [literal, position] = existing(sorted[i]);
        if (!literal.startsWith(text)) return;
        found.add(position);
      }
    },
  };
}

/** The index of the first literal that is not less than the text. */
function firstFrom(sorted: readonly Waiting[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (existing(sorted[middle])[0] < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
