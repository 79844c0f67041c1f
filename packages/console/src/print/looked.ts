import type { Palette } from "./palette.js";
import { printable } from "./printable.js";

/** Where policies were looked for, for users whose file was not found there. */
export function lookedLines(looked: readonly string[], colors: Palette): readonly string[] {
  return [colors.dim("  looked in:"), ...looked.map((place) => colors.dim(`    ${printable(place)}`))];
}
