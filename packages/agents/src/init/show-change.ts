import { createTwoFilesPatch } from "diff";
import { type Palette, printable } from "@gatehouse-hooks/console/print";
import type { PlannedChange } from "./plan-change.js";

const CONTEXT_LINES = 2;

/** Longer lines are hook commands, which are alike for many events. */
const LONG = 80;
/** Longer ones are made by a program for programs. */
const LONGEST_READ = 2_000;

/** The unified difference of a change, whole: what it is applied to becomes what is written. */
export function changeText(change: PlannedChange): string {
  return patchLines(change).join("\n");
}

/** The unified difference of a change, for a person: a long line that was there before refers to the key that it was under. */
export function showChange(change: PlannedChange, colors: Palette): readonly string[] {
  const lines = patchLines(change).map((line) => printable(line.replaceAll("\t", "    ").replace(/\r$/, "")));
  return eachOnce(lines).map((whole) => {
    const line =
      whole.length <= LONGEST_READ ? whole : `${whole.slice(0, LONG)}… (${whole.length} characters)`;
    if (line.startsWith("+")) return colors.green(line);
    if (line.startsWith("-")) return colors.red(line);
    return line.startsWith("@@") ? colors.cyan(line) : line;
  });
}

/** How many lines a change adds and takes away. */
export function countLines(change: PlannedChange): { readonly added: number; readonly removed: number } {
  const lines = patchLines(change).slice(2);
  const count = (mark: string): number => lines.filter((line) => line.startsWith(mark)).length;
  return { added: count("+"), removed: count("-") };
}

function patchLines({ file, next }: PlannedChange): readonly string[] {
  const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes ?? new Uint8Array());
  const old = file.bytes === undefined ? "/dev/null" : file.target;
  const patch = createTwoFilesPatch(old, file.target, text(file.bytes), text(next), "", "", {
    context: CONTEXT_LINES,
  });
  return patch.split("\n").slice(1, -1);
}

function eachOnce(lines: readonly string[]): readonly string[] {
  const shownUnder = new Map<string, string>();
  let key = "";
  return lines.map((line) => {
    key = /"(?!hooks")(\w+)": \[$/.exec(line)?.[1] ?? key;
    const start = line.indexOf('": "');
    if (line.length <= LONG || start < 0 || key === "") return line;
    const text = line.endsWith(",") ? line.slice(0, -1) : line;
    const before = shownUnder.get(text);
    shownUnder.set(text, before ?? key);
    return before === undefined ? line : `${line.slice(0, start + 2)} (the same as of ${before})`;
  });
}
