/** A `key: value` line as Mayros reads it. */
interface ScannedLine {
  readonly key: string;
  readonly value: string;
  readonly quoted: boolean;
  /** Offset of the value in the line. */
  readonly valueOffset: number;
}

const KEY = /^([A-Za-z0-9_-]+):/;
/** Line ends to the regular expression that Mayros reads lines with, and to nothing else. */
const SEPARATORS = /[\u2028\u2029]/;

/**
 * Mayros' own reading of a front matter line: a key at column 0, a colon without a blank before it, the rest of the
 * line trimmed; if it begins and ends with the same quote, both are cut. No escapes, no comments. A line that holds U+2028 or U+2029
 * is skipped.
 *
 * @returns `null` for a line that Mayros skips
 */
export function scanLine(line: string): ScannedLine | null {
  const match = SEPARATORS.test(line) ? null : KEY.exec(line);
  if (match === null) return null;
  const rest = line.slice(match[0].length);
  const trimmed = rest.trim();
  const start = match[0].length + (rest.length - rest.trimStart().length);
  const quoted = trimmed.length >= 2 && /^["']/.test(trimmed) && trimmed.endsWith(trimmed.charAt(0));
  // A lone quote counts as an empty value.
  const lone = trimmed === '"' || trimmed === "'";
  const value = quoted ? trimmed.slice(1, -1) : lone ? "" : trimmed;
  return { key: match[1] ?? "", value, quoted, valueOffset: start + (quoted ? 1 : 0) };
}
