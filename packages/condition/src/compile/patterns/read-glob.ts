import { codePointAt, newList } from "@gatehouse-hooks/json/intrinsics";
import { limits } from "../../limits.js";
import { LAST_CODE_POINT, codePointsOf, complement } from "./code-points.js";
import type { CodePoints } from "./code-points.js";
import { nothing } from "./text-tree.js";
import type { TextTree } from "./text-tree.js";

/** Why a string is not a glob (a clause for a message). */
export class BadGlob extends Error {}

const STAR = 0x2a;
const COMMA = 0x2c;
const DASH = 0x2d;
const SLASH = 0x2f;
const QUESTION = 0x3f;
const OPEN = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const BEGIN: TextTree = { kind: "place", place: "begin" };
const IN_SEGMENT: TextTree = { kind: "set", set: complement(codePointsOf([SLASH, SLASH])) };
const NAME: TextTree = anyTimes(IN_SEGMENT);
const ANYTHING: TextTree = anyTimes({ kind: "set", set: codePointsOf([0, LAST_CODE_POINT]) });
/** `**` and a slash at the start of a segment: no segment at all, or anything that ends with a slash. */
const SEGMENTS: TextTree = {
  kind: "choice",
  options: [nothing, { kind: "sequence", parts: [ANYTHING, one(SLASH)] }],
};

/**
 * Reads a glob (SPEC, "Globs"), which matches the whole string.
 *
 * @throws BadGlob
 */
export function readGlob(source: string): TextTree {
  const reader: Reader = { source, at: 0, depth: 0 };
  return { kind: "sequence", parts: [BEGIN, readSequence(reader, false), { kind: "place", place: "end" }] };
}

interface Reader {
  readonly source: string;
  at: number;
  depth: number;
}

/** `undefined` at the end. */
function peek({ source, at }: Reader): number | undefined {
  return codePointAt(source, at);
}

function next(reader: Reader): number | undefined {
  const code = peek(reader);
  reader.at += code !== undefined && code > 0xffff ? 2 : 1;
  return code;
}

function readSequence(reader: Reader, inBraces: boolean): TextTree {
  const parts = newList<TextTree>();
  for (;;) {
    const code = peek(reader);
    if (code === undefined || (inBraces && (code === COMMA || code === CLOSE_BRACE))) break;
    const last = parts.length - 1;
    const part = readPart(reader);
    // Segments, and what is in one: anything.
    if (part === NAME && parts[last] === SEGMENTS) parts[last] = ANYTHING;
    else parts[last + 1] = part;
  }
  return { kind: "sequence", parts };
}

function readPart(reader: Reader): TextTree {
  const isStart = reader.at === 0 || codePointAt(reader.source, reader.at - 1) === SLASH;
  const code = next(reader) ?? 0;
  switch (code) {
    case STAR:
      return readStars(reader, isStart);
    case QUESTION:
      return IN_SEGMENT;
    case OPEN:
      return { kind: "set", set: readClass(reader) };
    case OPEN_BRACE:
      return readChoice(reader);
    case BACKSLASH: {
      const literal = next(reader);
      if (literal === undefined) throw new BadGlob("a `\\` at the end");
      return one(literal);
    }
    default:
      return one(code);
  }
}

function one(code: number): TextTree {
  const set = newList<number>();
  set[0] = code;
  set[1] = code;
  return { kind: "set", set };
}

function anyTimes(part: TextTree): TextTree {
  return { kind: "repeat", part, least: 0, most: Infinity };
}

function readStars(reader: Reader, isStart: boolean): TextTree {
  if (peek(reader) !== STAR) return NAME;
  while (peek(reader) === STAR) reader.at++;
  if (!isStart || peek(reader) !== SLASH) return ANYTHING;
  reader.at++;
  return SEGMENTS;
}

function readClass(reader: Reader): CodePoints {
  const mark = peek(reader);
  // `!` or `^`
  const negated = mark === 0x21 || mark === 0x5e;
  if (negated) reader.at++;
  const bounds = newList<number>();
  // A negated class has no slash either.
  if (negated) addRange(bounds, SLASH, SLASH);
  for (let first = true; first || peek(reader) !== CLOSE; first = false) {
    const low = readMember(reader);
    const isRange = peek(reader) === DASH && codePointAt(reader.source, reader.at + 1) !== CLOSE;
    if (isRange) reader.at++;
    const high = isRange ? readMember(reader) : low;
    if (high < low) throw new BadGlob("a range in `[…]` that runs backwards");
    if (negated) addRange(bounds, low, high);
    else addWithoutSlash(bounds, low, high);
  }
  reader.at++;
  const set = codePointsOf(bounds);
  return negated ? complement(set) : set;
}

/** A class has no slash. */
function addWithoutSlash(bounds: number[], low: number, high: number): void {
  if (high < SLASH || low > SLASH) addRange(bounds, low, high);
  else {
    if (low < SLASH) addRange(bounds, low, SLASH - 1);
    if (high > SLASH) addRange(bounds, SLASH + 1, high);
  }
}

function addRange(bounds: number[], low: number, high: number): void {
  bounds[bounds.length] = low;
  bounds[bounds.length] = high;
}

function readMember(reader: Reader): number {
  if (peek(reader) === BACKSLASH) reader.at++;
  const code = next(reader);
  if (code === undefined) throw new BadGlob("a `[` without `]`");
  return code;
}

function readChoice(reader: Reader): TextTree {
  if (++reader.depth > limits.nesting) throw new BadGlob("nested too deep");
  const options = newList<TextTree>();
  let mark: number | undefined = COMMA;
  while (mark === COMMA) {
    options[options.length] = readSequence(reader, true);
    mark = next(reader);
  }
  if (mark !== CLOSE_BRACE) throw new BadGlob("a `{` without `}`");
  reader.depth--;
  return { kind: "choice", options };
}
