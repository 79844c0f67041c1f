import { createTwoFilesPatch } from "diff";
import { printable } from "../print/printable.js";
import type { Palette } from "../print/palette.js";
import type { PlannedChange } from "./plan-change.js";

const CONTEXT_LINES = 2;

/** The unified difference of a change, for a person. */
export function showChange({ file, next }: PlannedChange, colors: Palette): readonly string[] {
  const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes ?? new Uint8Array());
  const old = file.bytes === undefined ? "/dev/null" : file.target;
  const patch = createTwoFilesPatch(old, file.target, text(file.bytes), text(next), "", "", {
    context: CONTEXT_LINES,
  });
  return patch
    .split("\n")
    .slice(1, -1)
    .map((line) => {
      const shown = printable(line.replaceAll("\t", "    ").replace(/\r$/, ""));
      if (line.startsWith("+")) return colors.green(shown);
      if (line.startsWith("-")) return colors.red(shown);
      return line.startsWith("@@") ? colors.cyan(shown) : shown;
    });
}
