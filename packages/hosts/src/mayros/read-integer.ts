/** A string, read as an integer. */
export interface ReadInteger {
  /** As Mayros reads it: the longest prefix that is an integer; `null` without one. */
  readonly value: number | null;
  /** The whole text is an integer in its usual form: no unit, fraction, exponent or leading zero. */
  readonly exact: boolean;
}

const EXACT = /^[+-]?(?:0|[1-9]\d*)$/;
const PREFIX = /^[+-]?\d+/;

/** Reads an integer as Mayros does, and says whether the text is unambiguous. */
export function readInteger(text: string): ReadInteger {
  const trimmed = text.trim();
  const prefix = PREFIX.exec(trimmed);
  if (prefix === null) return { value: null, exact: false };
  // The sum turns -0 into 0.
  return { value: Number(prefix[0]) + 0, exact: EXACT.test(trimmed) };
}
