import { charCodeAt } from "@gatehouse-hooks/json/intrinsics";
import { limits } from "../../limits.js";

const OPEN = 0x5b;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Whether a string is shown to be a glob without reading it: nothing is escaped, there are no classes, and its braces close. False says
 * nothing. Reading makes a tree, which takes many times as long.
 */
export function isPlainlyGlob(source: string): boolean {
  let depth = 0;
  for (let at = 0; at < source.length; at++) {
    const code = charCodeAt(source, at);
    if (code === BACKSLASH || code === OPEN) return false;
    if (code === OPEN_BRACE && ++depth > limits.nesting) return false;
    if (code === CLOSE_BRACE && depth > 0) depth--;
  }
  return depth === 0;
}
