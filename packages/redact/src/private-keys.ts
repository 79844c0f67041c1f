import { isPlain } from "./is-plain.js";
import type { SecretSpan } from "./secret-rule.js";
import { endOfMatch, linePrefix, nextShownLine } from "./shown-lines.js";

const kind = "private-key";
const beginMark = /-----BEGIN[ A-Z0-9_-]{0,60}PRIVATE KEY(?: BLOCK)?-----/g;
const endMark = /-----END [ A-Z0-9_-]{0,60}-----/y;
const endStart = "-----END";
// Between the pieces of a key: blanks and line breaks, as themselves or as the escapes that JSON and shells write.
const gap = /(?:\s|\\[rn]){0,64}/y;
const header = /[A-Za-z-]{1,20}: [A-Za-z0-9,-]{1,80}/y;
const piece = /[A-Za-z0-9+/=]+/y;
const maxHeaders = 4;
/** Only the last piece of a key is shorter. */
const minPiece = 16;

/** What is between the marks of private keys, whatever it is; a key without its end reaches to the end of the text. */
export function privateKeys(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const begin of text.matchAll(beginMark)) {
    const start = begin.index + begin[0].length;
    if (start <= (spans.at(-1)?.end ?? 0)) continue;
    const found = text.indexOf(endStart, start);
    const end = found < 0 ? text.length : found;
    if (text.slice(start, end).trim() !== "") spans.push({ kind, start, end });
  }
  return spans;
}

/**
 * Private keys with their marks, as far as they are lines of base64: a command between the marks is not one of them, and
 * stays visible with everything after it. Of a key whose lines are shown with something before them, that stays visible, too.
 */
export function wholePrivateKeys(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const begin of text.matchAll(beginMark)) {
    if (begin.index < (spans.at(-1)?.end ?? 0)) continue;
    const end = endOfKey(text, begin.index + begin[0].length);
    spans.push({ kind, start: begin.index, end }, ...shownLines(text, linePrefix(text, begin.index), end));
  }
  return spans;
}

/** The lines of a key behind a place, each without what is shown before it. */
function shownLines(text: string, prefix: string, from: number): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  let beside = 0;
  for (let at: number | undefined = nextShownLine(text, from, prefix); at !== undefined;) {
    const next = endOfMatch(piece, text, at);
    const isShort = next !== undefined && next - at < minPiece;
    if (next === undefined || endOfMatch(header, text, at) !== undefined) {
      // Headers, and the blank line behind them.
      if (spans.length > 0 || beside++ > maxHeaders) break;
      at = nextShownLine(text, endOfMatch(header, text, at) ?? at, prefix);
      continue;
    }
    if (isPlain(text.slice(at, next)) || (isShort && !isLast(text, next, prefix))) break;
    spans.push({ kind, start: at, end: next });
    at = nextShownLine(text, next, prefix);
  }
  return spans;
}

function isLast(text: string, at: number, prefix: string): boolean {
  const next = nextShownLine(text, at, prefix);
  return next === undefined
    ? isAtEnd(text, at)
    : next === text.length || endOfMatch(endMark, text, next) !== undefined;
}

function endOfKey(text: string, afterMark: number): number {
  let end = afterHeaders(text, afterMark);
  for (;;) {
    const start = endOfMatch(gap, text, end) ?? end;
    const marked = endOfMatch(endMark, text, start);
    if (marked !== undefined) return marked;
    const next = endOfMatch(piece, text, start);
    if (next === undefined || isPlain(text.slice(start, next))) return end;
    if (next - start < minPiece && !isAtEnd(text, next)) return end;
    end = next;
  }
}

/** The lines before the key itself (RFC 1421, section 4.6), such as `Proc-Type: 4,ENCRYPTED`. */
function afterHeaders(text: string, start: number): number {
  let end = start;
  for (let count = 0; count < maxHeaders; count++) {
    const next = endOfMatch(header, text, endOfMatch(gap, text, end) ?? end);
    if (next === undefined) break;
    end = next;
  }
  return end;
}

function isAtEnd(text: string, at: number): boolean {
  const next = endOfMatch(gap, text, at) ?? at;
  return next === text.length || endOfMatch(endMark, text, next) !== undefined;
}
