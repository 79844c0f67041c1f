/** A placeholder as document 003 writes it; blanks, quotes and commas make it something else (JSON, a group). */
const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_]{0,63})\}/y;

/** A placeholder's spelling at an offset. */
export interface Placeholder {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Written `${name}`. */
  readonly dollar: boolean;
}

/** The placeholder that begins at an offset: `{name}`, or `${name}`. */
export function placeholderAt(text: string, offset: number): Placeholder | null {
  const dollar = text[offset] === "$";
  PLACEHOLDER.lastIndex = dollar ? offset + 1 : offset;
  const match = PLACEHOLDER.exec(text);
  return match === null ? null : { name: match[1] ?? "", start: offset, end: PLACEHOLDER.lastIndex, dollar };
}
