import type { Issue, Position } from "@gatehouse-hooks/json";

/** The largest policy file, in bytes of UTF-8: 256 KiB. A reader of files need not read further. */
export const MAX_FILE_BYTES: number = 262_144;

/** A decoded file: its text with `\n` line ends and without byte order mark, and what positions need. */
export interface Source {
  readonly path: string;
  readonly text: string;
  /** Offset of each line in `text`. */
  readonly lines: readonly number[];
  /** Offset of each line in the text as it was given. */
  readonly givenLines: readonly number[];
}

/** A decoded file, or the one reason why it cannot be decoded. */
export type ReadSource =
  | { readonly kind: "source"; readonly source: Source }
  | { readonly kind: "refused"; readonly issue: Issue };

const LINE_END = /\r\n?|\n/g;
const SURROGATE = /\p{Cs}/u;

/**
 * Decodes the bytes or text of a file: strict UTF-8, at most 256 KiB, an optional byte order mark, any line ends.
 *
 * @param input the whole file; bytes are preferred, because a string may have been decoded with replacements
 */
export function readSource(input: string | Uint8Array, path: string): ReadSource {
  const bytes = typeof input === "string" ? utf8Length(input) : input.length;
  if (bytes > MAX_FILE_BYTES) {
    return refuse(path, "too-large", `the file is larger than ${MAX_FILE_BYTES} bytes and is not loaded`, {
      cure: "split it into several files or shorten it",
    });
  }
  let given: string;
  if (typeof input === "string") {
    given = input;
    const broken = SURROGATE.exec(given);
    if (broken !== null) return refuse(path, "encoding", "the text holds half of a surrogate pair", UTF8);
  } else {
    try {
      given = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(input);
    } catch {
      return refuse(path, "encoding", "the file is not valid UTF-8 and is not loaded", UTF8);
    }
  }
  return { kind: "source", source: sourceOf(given, path) };
}

const UTF8 = { cure: "save the file as UTF-8" };

function sourceOf(given: string, path: string): Source {
  const start = given.startsWith("\ufeff") ? 1 : 0;
  const lines = [0];
  const givenLines = [start];
  let shift = start;
  LINE_END.lastIndex = start;
  for (let end = LINE_END.exec(given); end !== null; end = LINE_END.exec(given)) {
    const next = end.index + end[0].length;
    shift += end[0].length - 1;
    givenLines.push(next);
    lines.push(next - shift);
  }
  return { path, text: given.slice(start).replace(LINE_END, "\n"), lines, givenLines };
}

/** The position of an offset in `source.text`. */
export function positionOf(source: Source, offset: number): Position {
  const { lines } = source;
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const within = offset - (lines[low] ?? 0);
  return { line: low + 1, column: within + 1, offset: (source.givenLines[low] ?? 0) + within };
}

/** The bytes that a string takes in UTF-8; counts no further than needed. */
function utf8Length(text: string): number {
  if (text.length > MAX_FILE_BYTES || text.length * 3 <= MAX_FILE_BYTES) return text.length;
  return new TextEncoder().encode(text).length;
}

function refuse(path: string, code: string, message: string, more: Pick<Issue, "cure">): ReadSource {
  return {
    kind: "refused",
    issue: { severity: "error", code, message, path, line: 1, column: 1, offset: 0, ...more },
  };
}
