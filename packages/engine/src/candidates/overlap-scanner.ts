import type { Found } from "./found.js";
import { prefixScanner } from "./affix-scanner.js";
import type { Scanner, Waiting } from "./scanner.js";

const WILD: ReadonlySet<number> = new Set([0x2a, 0x3f, 0x5b, 0x7b]);
const BACKSLASH = 0x5c;
const ASCII = 0x80;

/** What every string of a glob begins with, in small letters, up to the first character that is not ASCII. */
function beginning(glob: string): string {
  let text = "";
  for (let at = 0; at < glob.length; at++) {
    let code = glob.charCodeAt(at);
    if (WILD.has(code)) break;
    if (code === BACKSLASH && at + 1 < glob.length) code = glob.charCodeAt(++at);
    if (code >= ASCII) break;
    text += String.fromCharCode(code);
  }
  return text.toLowerCase();
}

/** Whether a string begins as the literal does, or the literal as the string, as far as both are known (condition SPEC, "Analysis"). */
export function overlaps(glob: string, literal: string): boolean {
  const text = beginning(glob);
  return text.startsWith(literal) || literal.startsWith(text);
}

/** Finds the literals that a path set overlaps: those that it begins with, and those that begin with what is known of it. */
export function overlapScanner(waiting: readonly Waiting[]): Scanner {
  const shorter = prefixScanner(waiting);
  const sorted = [...waiting].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return {
    scan(glob: string, found: Found): void {
      const text = beginning(glob);
      shorter.scan(text, found);
      for (let i = firstFrom(sorted, text); i < sorted.length; i++) {
        const [literal, position] = sorted[i] as Waiting;
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
    if ((sorted[middle] as Waiting)[0] < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
