/** A file as an editor has it, saved or not. */
export interface TextFile {
  /** Its name tells the format, and where it is in the project. */
  readonly path: string;
  readonly text: string;
}

/** A part of a text, in UTF-16 code units: `[start, end)`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The offset of each line's first character. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/**
 * What is written on a line, without blanks around it.
 *
 * @param line 1-based; a line beyond the end is the last one
 */
export function lineRange(text: string, line: number): TextRange {
  const starts = lineStarts(text);
  const first = starts[Math.max(0, Math.min(line, starts.length) - 1)] ?? 0;
  const next = text.indexOf("\n", first);
  const whole = text.slice(first, next === -1 ? text.length : next);
  const start = first + whole.length - whole.trimStart().length;
  return { start: Math.min(start, first + whole.trimEnd().length), end: first + whole.trimEnd().length };
}

/** Something that can be written at a place. */
export interface Completion {
  readonly label: string;
  readonly kind: "key" | "value" | "event" | "tool" | "field" | "method" | "policy";
  /** What it is, in one line. */
  readonly detail?: string;
  /** What it means. */
  readonly text?: string;
  readonly newText: string;
  /** What is replaced. */
  readonly range: TextRange;
}

/** The most that is offered at a place. */
export const MAX_COMPLETIONS = 500;
