import { charCodeAt } from "./intrinsics/intrinsics.js";

/** A place in a text: the offset from its start (UTF-16 code units), and the 1-based line and column. */
export interface Position {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** The line and column of an offset. Lines end with LF, CR LF or CR. */
export function position(text: string, offset: number): Position {
  let line = 1;
  let lineStart = 0;
  for (let i = 0; i < offset; i++) {
    const unit = charCodeAt(text, i);
    if (unit === 10 || (unit === 13 && charCodeAt(text, i + 1) !== 10)) {
      line++;
      lineStart = i + 1;
    }
  }
  return { offset, line, column: offset - lineStart + 1 };
}
