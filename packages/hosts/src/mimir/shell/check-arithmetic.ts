import { marksIn } from "./placeholders.js";
import { giveUp, mentionsTainted, refuseValue, type ShellWalk } from "./shell-walk.js";

const ARITHMETIC = {
  where: "in arithmetic, which evaluates it",
  cure: 'assign it and compare it: `n={name}; [ "$n" -gt 5 ]`',
};

/** A quote, a substitution, a variable that another one names, or what sh may read as a comment or a here-document of `( (…) )`; `16#ff` and `1 << 2` are none. */
const NOT_ARITHMETIC = /['"`\\]|\$\(|\$\{!|(?<![0-9])#|<<(?![\s0-9])/;

/**
 * `$((…))` and `((…))`: bash evaluates what is in it, subscripts with their substitutions included.
 *
 * @param inside what is between the parentheses
 */
export function checkArithmetic(walk: ShellWalk, inside: string, start: number): void {
  if (NOT_ARITHMETIC.test(inside)) giveUp(start, "quotes, substitutions or `${!…}` inside of arithmetic");
  for (const { placeholder } of marksIn(inside, walk.placeholders)) {
    if (placeholder !== null) refuseValue(walk, placeholder, ARITHMETIC);
  }
  if (mentionsTainted(walk, inside)) walk.unsafe.push({ at: start, ...ARITHMETIC });
}
