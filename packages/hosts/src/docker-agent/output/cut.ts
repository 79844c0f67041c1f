import { visibleName } from "../../text/characters.js";

/** The beginning of a string, at most `max` UTF-16 code units, not cut through a character. */
export function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** A part of a policy's id: every character visible, at most `max` UTF-16 code units. */
export function idPart(text: string, max: number): string {
  return cut(visibleName(text), max);
}
