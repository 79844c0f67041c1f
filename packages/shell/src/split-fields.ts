import { type Field, type FieldPart, type Origins, NO_ORIGINS, simplify } from "./field.js";

/** A piece of an expanded word, before it is split into fields. */
export type WordPiece =
  /** Quoted: stays as it is, and makes a field even when it is empty. */
  | { readonly kind: "quoted"; readonly part: FieldPart }
  /** Written in the word itself: never split. */
  | { readonly kind: "plain"; readonly part: FieldPart }
  /** From an expansion without quotes: split, and its globs count. */
  | { readonly kind: "expanded"; readonly part: FieldPart }
  /** Between two elements of `"$@"`. */
  | { readonly kind: "break" };

const BLANKS = " \t\n";

/**
 * Puts pieces together to fields.
 *
 * @param separators value of `IFS`; `null` when it is not known
 * @param noglob `set -f`: globs in expansions are plain characters
 * @param dotglob globs match names that begin with a dot
 */
export function splitFields(
  pieces: readonly WordPiece[],
  separators: string | null,
  noglob: boolean,
  dotglob = false,
): readonly Field[] {
  const fields: Field[] = [];
  let current: FieldPart[] | null = null;
  // A separator that is not blank ends a field even when the field is empty.
  const flush = (): void => {
    if (current !== null) fields.push(simplify(current));
    current = null;
  };
  for (const piece of pieces) {
    if (piece.kind === "break") {
      flush();
      continue;
    }
    const { part } = piece;
    if (piece.kind === "quoted") {
      current ??= [];
      if (part.kind !== "text" || part.text !== "") current.push(part);
      continue;
    }
    if (piece.kind === "plain" || part.kind !== "text") {
      if (part.kind === "text" && part.text === "") continue;
      (current ??= []).push(part);
      continue;
    }
    if (separators === null) {
      (current ??= []).push({ kind: "hole", from: part.from, wide: true, form: "any" });
      continue;
    }
    const { text, from } = part;
    let start = 0;
    for (let i = 0; i <= text.length; i++) {
      const one = text[i];
      if (one !== undefined && !separators.includes(one)) continue;
      if (i > start) pushGlobs((current ??= []), text.slice(start, i), from, noglob, dotglob);
      if (one === undefined) break;
      if (!BLANKS.includes(one)) {
        current ??= [];
        flush();
        // Blanks after a separator belong to it.
        i = afterBlanks(text, i + 1, separators) - 1;
      } else {
        const next = afterBlanks(text, i, separators);
        const mark = text[next];
        // Blanks before a separator belong to it.
        if (mark !== undefined && separators.includes(mark) && current !== null) {
          flush();
          i = afterBlanks(text, next + 1, separators) - 1;
        } else {
          flush();
          i = next - 1;
        }
      }
      start = i + 1;
    }
  }
  flush();
  return fields;
}

/** The index after the blanks that separate. */
function afterBlanks(text: string, from: number, separators: string): number {
  let at = from;
  while (at < text.length && BLANKS.includes(text[at] ?? "x") && separators.includes(text[at] ?? "x")) at++;
  return at;
}

/** A string from an expansion: its `*`, `?` and `[…]` are globs. */
function pushGlobs(into: FieldPart[], text: string, from: Origins, noglob: boolean, dotglob: boolean): void {
  if (noglob || !/[*?[]/.test(text)) {
    into.push({ kind: "text", text, from });
    return;
  }
  let start = 0;
  const glob = /\*|\?|\[[!^]?\]?[^\]/]*\]/g;
  for (let match = glob.exec(text); match !== null; match = glob.exec(text)) {
    if (match.index > start) into.push({ kind: "text", text: text.slice(start, match.index), from });
    into.push(globPart(match[0], dotglob));
    start = match.index + match[0].length;
  }
  if (start < text.length) into.push({ kind: "text", text: text.slice(start), from });
}

/** An operator of a glob. */
export function globPart(text: string, dotglob: boolean): FieldPart {
  return dotglob ? { kind: "glob", text, dots: true } : { kind: "glob", text };
}

/** A piece of a string that is known and has no origins. */
export function quotedText(text: string, from: Origins = NO_ORIGINS): WordPiece {
  return { kind: "quoted", part: { kind: "text", text, from } };
}
