import { codePoint } from "./cite.js";

/**
 * Characters that show nothing and can hide an instruction or forge a name: directional controls, zero-width
 * characters, fillers, tags. The joiners U+200C and U+200D are part of ordinary words and emoji: see `IN_NAMES`.
 */
const INVISIBLE =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;
const JOINERS = /[\u200c\u200d]/gu;
/** C0 and C1 controls and DEL, but not tab and line feed. */
// oxlint-disable-next-line no-control-regex -- the control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/gu;
const LINE_BREAKS = /[\t\n]/g;

/** The first character of a kind, and where it stands (UTF-16 code units). */
interface FoundCharacter {
  readonly offset: number;
  /** As `<U+202E>`. */
  readonly shown: string;
}

/** The first invisible character of a string. */
export function findInvisible(text: string): FoundCharacter | null {
  return first(text, INVISIBLE);
}

/** The first control character of a string, other than tab and line feed. */
export function findControl(text: string): FoundCharacter | null {
  return first(text, CONTROL);
}

/**
 * A name in which every character can be seen: invisible and control characters, tabs and line feeds become
 * `<U+202E>` and the like.
 */
export function visibleName(text: string): string {
  return [INVISIBLE, JOINERS, CONTROL, LINE_BREAKS].reduce((name, set) => name.replace(set, codePoint), text);
}

function first(text: string, set: RegExp): FoundCharacter | null {
  set.lastIndex = 0;
  const match = set.exec(text);
  return match === null ? null : { offset: match.index, shown: codePoint(match[0]) };
}

/** The beginning of a string, at most `max` UTF-16 code units, not cut through a character. */
export function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** A part of a policy's id: every character visible, at most `max` UTF-16 code units. */
export function idPart(text: string, max: number): string {
  return cut(visibleName(text), max);
}
