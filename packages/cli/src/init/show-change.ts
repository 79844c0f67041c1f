import { createTwoFilesPatch } from "diff";
import { printable } from "../print/printable.js";
import type { Palette } from "../print/palette.js";
import type { PlannedChange } from "./plan-change.js";

const CONTEXT_LINES = 2;

/** The unified difference of a change, for a person: lines that `paintChange` colours. */
export function showChange({ file, next }: PlannedChange): readonly string[] {
  const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes ?? new Uint8Array());
  const old = file.bytes === undefined ? "/dev/null" : file.target;
  const patch = createTwoFilesPatch(old, file.target, text(file.bytes), text(next), "", "", {
    context: CONTEXT_LINES,
  });
  return patch
    .split("\n")
    .slice(1, -1)
    .map((line) => printable(line.replaceAll("\t", "    ").replace(/\r$/, "")));
}

/** The colour of a line of a difference. */
export function paintChange(line: string, colors: Palette): string {
  if (line.startsWith("+")) return colors.green(line);
  if (line.startsWith("-")) return colors.red(line);
  return line.startsWith("@@") ? colors.cyan(line) : line;
}
