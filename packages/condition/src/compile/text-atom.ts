import { charCodeAt, includes, slice, toLowerCase } from "@gatehouse-hooks/json/intrinsics";
import { type Atom, present } from "./atom.js";
import type { PatternLiteral } from "./pattern.js";
import type { Receiver } from "./receiver.js";

/**
 * What the event's string has when the converted string passes a test. Trimming takes off the ends, so that only "includes" is
 * left of a test. In lower or upper case the index may find more, never fewer: the longest run of units that
 * are made by their own letter only is looked for without its case.
 */
export function textAtom(receiver: Receiver, { operator, value, folded }: PatternLiteral): Atom {
  const { path, trimmed, lowered, uppered } = receiver;
  if (value === "" || receiver.sized) return present(path);
  if (!folded && !lowered && !uppered)
    return { path, of: "value", operator: trimmed ? "includes" : operator, value };
  const run = longestRun(value, uppered);
  if (run === "") return present(path);
  const whole = run.length === value.length;
  return { path, of: "folded", operator: trimmed || !whole ? "includes" : operator, value: run };
}

/**
 * The ASCII letters that another character has in its upper case, as one of several units (`ß` is `SS`, `ŉ` is `ʼN`) or by
 * itself (`ı` is `I`): the text need not have them. Unicode gives no new ones (Stability Policy, "Case Pair Stability").
 */
const UPPER_OF_OTHERS = "afhijlnstwy";

/** The longest run of ASCII without such letters, folded; empty when there is none. */
function longestRun(value: string, uppered: boolean): string {
  let best = 0;
  let end = 0;
  for (let start = 0, i = 0; i <= value.length; i++) {
    if (i < value.length && isOwn(value, i, uppered)) continue;
    if (i - start > best) {
      best = i - start;
      end = i;
    }
    start = i + 1;
  }
  return toLowerCase(slice(value, end - best, end));
}

function isOwn(value: string, at: number, uppered: boolean): boolean {
  if (charCodeAt(value, at) >= 0x80) return false;
  return !uppered || !includes(UPPER_OF_OTHERS, toLowerCase(slice(value, at, at + 1)));
}
