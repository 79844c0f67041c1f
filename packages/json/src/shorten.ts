import { slice } from "./intrinsics/intrinsics.js";

const HALF_PAIR_AT_END = /[\ud800-\udbff]$/;

/**
 * At most `most` UTF-16 code units, the last of them an ellipsis where something is missing. Half of a surrogate pair is not
 * kept: it cannot be written as UTF-8.
 */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${slice(text, 0, most > 0 ? most - 1 : 0).replace(HALF_PAIR_AT_END, "")}…`;
}
