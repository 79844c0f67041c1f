// A judge must see what a command acts on. Secrets are mixed: letters and digits, upper and lower case without an order.
// Words, refs, paths and flags are not.

const maxWord = 24;
/** Words of one value: no path or ref has more. */
const maxPieces = 64;
const word = /^(?:[a-z]+|[A-Z]+|[A-Z]?[a-z]+(?:[A-Z][a-z]{2,})*)$/;
// Longer runs than in any English word: of consonants, or of one letter.
const unspeakable = /[bcdfghjklmnpqrstvwxz]{6}|(.)\1{3}/i;
const number = /^[0-9]{1,8}$/;
const version = /^[vV][0-9]{1,8}$/;
// Part of a path: letters of one case with digits, such as `alice2` or `x86`.
const part = /^(?:[a-z0-9]{1,15}|[A-Z0-9]{1,15})$/;
const separators = /[/\\._~^*?%:+-]+/;
const scheme = /^[a-z][a-z0-9+.-]{0,20}:\/\//;
const pathStart = /^(?:\/|~|\.{1,2}\/)/;

/**
 * Whether a value reads as words, a ref, a path, an address or a flag rather than as a secret: `main`, `release-1.2`,
 * `/home/alice`, `--force`. A password that is an ordinary word reads as a word.
 *
 * @param value - without blanks.
 * @param digits - numbers between words are plain, too. Default true.
 */
export function isPlain(value: string, digits: boolean = true): boolean {
  const path = value.replace(scheme, "");
  const isPath = digits && (path !== value || pathStart.test(path) || path.slice(1, -1).includes("/"));
  const split = path.split(separators, maxPieces + 1);
  if (split.length > maxPieces) return false;
  const pieces = split.filter((piece) => piece !== "");
  const reads = (piece: string): boolean =>
    isWord(piece) || (digits && version.test(piece)) || (isPath && part.test(piece));
  // Digits alone are a code, unless a word is next to them.
  const isCode = !isPath && pieces.length > 0 && !pieces.some(reads);
  return !isCode && pieces.every((piece) => reads(piece) || (digits && number.test(piece)));
}

/** Whether a value is a path, relative ones with a slash included, or an address. */
export function isPlainPath(value: string): boolean {
  return (scheme.test(value) || pathStart.test(value) || value.includes("/")) && isPlain(value);
}

function isWord(piece: string): boolean {
  return piece.length <= maxWord && word.test(piece) && !unspeakable.test(piece);
}
