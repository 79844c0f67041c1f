import type { UntypedTool } from "@gatehouse-hooks/language-server/proven";
import type { Palette } from "./palette.js";
import { printable } from "./printable.js";

/** The most tools that are named. */
const MOST_NAMED = 20;

/** The tools whose arguments are read without anything being known of them, in one line. */
export function untypedLines(untyped: readonly UntypedTool[], colors: Palette): readonly string[] {
  const names = [...new Set(untyped.map(({ tool }) => tool))];
  if (names.length === 0) return [];
  const shown = names.slice(0, MOST_NAMED).map((name) => `\`${printable(name)}\``);
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : "";
  return [colors.dim(`not checked, their arguments are not known: ${shown.join(", ")}${more}`)];
}
