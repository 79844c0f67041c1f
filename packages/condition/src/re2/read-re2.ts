import { charCodeAt, codePointAt, execute, mapList, newList, slice } from "@gatehouse-hooks/json/intrinsics";
import { LAST_CODE_POINT, codePointsOf, complement } from "../compile/patterns/code-points.js";
import type { CodePoints } from "../compile/patterns/code-points.js";
import type { TextPlace, TextTree } from "../compile/patterns/text-tree.js";
import { limits } from "../limits.js";
import { addFolded, asciiSets } from "./ascii-sets.js";

/** Instructions of a pattern that is read here: so few that RE2 never has more than `limits.patternSize`. */
const MOST_INSTRUCTIONS = 1_900;
/** The largest count of `{…}`, and the largest product of counts within each other. */
const MOST_TIMES = 1_000;

/**
 * Reads the part of RE2's syntax that most patterns are written in (https://github.com/google/re2/wiki/Syntax): literals, escapes
 * of one character, classes, `\d \s \w \b \A \z`, `^ $ .`, groups, alternatives, repetitions, the flags `i m s U`.
 *
 * Nothing for every other pattern, the invalid ones among them: RE2 itself reads those.
 *
 * INVARIANT: RE2 takes each pattern that is read here, within every limit, and means the same by it.
 */
export function readRe2(source: string): TextTree | undefined {
  const reader: Reader = { source, at: 0, fold: false, lines: false, dotAll: false, depth: 0 };
  try {
    const { tree, size } = readChoice(reader);
    return reader.at === source.length && size <= MOST_INSTRUCTIONS ? tree : undefined;
  } catch (reason) {
    if (reason === NOT_READ) return undefined;
    throw reason;
  }
}

const NOT_READ = Symbol("not read");

function stop(): never {
  // oxlint-disable-next-line typescript/only-throw-error -- a signal, not an error: no stack trace to pay for
  throw NOT_READ;
}

interface Reader {
  readonly source: string;
  at: number;
  /** `i`, `m`, `s`. */
  fold: boolean;
  lines: boolean;
  dotAll: boolean;
  depth: number;
}

interface Sized {
  readonly tree: TextTree;
  /** At least as many instructions as RE2 has for it. */
  readonly size: number;
  /** The largest product of the counts of `{…}` within each other. */
  readonly turns: number;
}

function readChoice(reader: Reader): Sized {
  const first = readSequence(reader);
  if (charAt(reader) !== "|") return first;
  const options = newList<TextTree>();
  options[0] = first.tree;
  let { size, turns } = first;
  while (charAt(reader) === "|") {
    reader.at++;
    const option = readSequence(reader);
    options[options.length] = option.tree;
    size += option.size + 2;
    if (option.turns > turns) turns = option.turns;
  }
  return { tree: { kind: "choice", options }, size, turns };
}

function readSequence(reader: Reader): Sized {
  const parts = newList<TextTree>();
  let size = 0;
  let turns = 1;
  while (reader.at < reader.source.length) {
    const char = charAt(reader);
    if (char === "|" || char === ")") break;
    const part = readRepeats(reader);
    if (part === undefined) continue;
    size += part.size;
    if (part.turns > turns) turns = part.turns;
    if (size > MOST_INSTRUCTIONS) stop();
    parts[parts.length] = part.tree;
  }
  const tree: TextTree = (parts.length === 1 ? parts[0] : undefined) ?? { kind: "sequence", parts };
  return { tree, size: size === 0 ? 1 : size, turns };
}

/** A part with the repetition behind it; nothing for `(?i)`, which is none. */
function readRepeats(reader: Reader): Sized | undefined {
  const part = readPart(reader);
  const times = readTimes(reader);
  if (times === undefined) return part;
  // RE2 takes no second repetition, and has its own view of one behind `(?i)`.
  if (part === undefined) return stop();
  if (charAt(reader) === "?") reader.at++;
  if (readTimes(reader) !== undefined) stop();
  const { least, most, counted } = times;
  const copies = most === Infinity ? (least === 0 ? 1 : least) : most;
  const turns = counted && copies > 0 ? part.turns * copies : part.turns;
  if (turns > MOST_TIMES) stop();
  return {
    tree: { kind: "repeat", part: part.tree, least, most },
    // A split a turn that may be left out, and two for a part without end that may be empty.
    size: part.size * copies + (most === Infinity ? 2 : most - least) + 1,
    turns,
  };
}

interface Times {
  readonly least: number;
  readonly most: number;
  /** Written as `{…}`. */
  readonly counted: boolean;
}

const TIMES = /^\{(0|[1-9][0-9]{0,3})(?:(,)(0|[1-9][0-9]{0,3})?)?\}/;
const LIKE_TIMES = /^\{[0-9]+(?:,[0-9]*)?\}/;

function readTimes(reader: Reader): Times | undefined {
  switch (charAt(reader)) {
    case "*":
      reader.at++;
      return { least: 0, most: Infinity, counted: false };
    case "+":
      reader.at++;
      return { least: 1, most: Infinity, counted: false };
    case "?":
      reader.at++;
      return { least: 0, most: 1, counted: false };
    case "{":
      break;
    default:
      return undefined;
  }
  const rest = slice(reader.source, reader.at);
  const found = execute(TIMES, rest);
  if (found === null) return execute(LIKE_TIMES, rest) === null ? undefined : stop();
  const least = numberOf(found[1] ?? "");
  const most = found[3] === undefined ? (found[2] === undefined ? least : Infinity) : numberOf(found[3]);
  if (least > MOST_TIMES || least > most || (most !== Infinity && most > MOST_TIMES)) stop();
  reader.at += found[0].length;
  return { least, most, counted: true };
}

function numberOf(digits: string): number {
  let number = 0;
  for (let i = 0; i < digits.length; i++) number = number * 10 + charCodeAt(digits, i) - 0x30;
  return number;
}

function readPart(reader: Reader): Sized | undefined {
  const char = charAt(reader);
  switch (char) {
    case "(":
      return readGroup(reader);
    case "[":
      return ofSet(readClass(reader));
    case ".":
      reader.at++;
      return ofSet(reader.dotAll ? ANY : ANY_IN_LINE);
    case "^":
      reader.at++;
      return ofPlace(reader.lines ? "line-begin" : "begin");
    case "$":
      reader.at++;
      return ofPlace(reader.lines ? "line-end" : "end");
    case "\\":
      return readEscape(reader);
    case "*":
    case "+":
    case "?":
      return stop();
    case "{":
      // A brace that begins no count is a character; a count has nothing before it here.
      if (readTimes(reader) !== undefined) stop();
      return readLiteral(reader);
    default:
      return readLiteral(reader);
  }
}

const ANY: CodePoints = codePointsOf([0, LAST_CODE_POINT]);
const ANY_IN_LINE: CodePoints = complement(codePointsOf([0x0a, 0x0a]));

function ofSet(set: CodePoints): Sized {
  return set.length === 0 ? stop() : { tree: { kind: "set", set }, size: 1, turns: 1 };
}

function ofPlace(place: TextPlace): Sized {
  return { tree: { kind: "place", place }, size: 1, turns: 1 };
}

const FLAGS = /^\(\?([imsU]*)(?:-([imsU]+))?([:)])/;

function readGroup(reader: Reader): Sized | undefined {
  const { fold, lines, dotAll } = reader;
  if (reader.source[reader.at + 1] === "?") {
    const found = execute(FLAGS, slice(reader.source, reader.at, reader.at + 24));
    if (found === null) return stop();
    reader.at += found[0].length;
    setFlags(reader, found[1] ?? "", true);
    setFlags(reader, found[2] ?? "", false);
    if (found[3] === ")") return found[0] === "(?)" ? stop() : undefined;
  } else reader.at++;
  if (++reader.depth > limits.nesting) stop();
  const { tree, size, turns } = readChoice(reader);
  if (charAt(reader) !== ")") stop();
  reader.at++;
  reader.depth--;
  reader.fold = fold;
  reader.lines = lines;
  reader.dotAll = dotAll;
  return { tree, size: size + 2, turns };
}

function setFlags(reader: Reader, flags: string, on: boolean): void {
  for (let i = 0; i < flags.length; i++) {
    // `U` says which of several matches is wanted, which is nothing to a test.
    if (flags[i] === "i") reader.fold = on;
    else if (flags[i] === "m") reader.lines = on;
    else if (flags[i] === "s") reader.dotAll = on;
  }
}

/** What stands for itself. */
function readLiteral(reader: Reader): Sized {
  return character(reader, readCode(reader));
}

function readCode(reader: Reader): number {
  const code = codePointAt(reader.source, reader.at);
  if (code === undefined || (code >= 0xd800 && code < 0xe000)) return stop();
  reader.at += code > 0xffff ? 2 : 1;
  return code;
}

/** What single ASCII characters are read as: most of a pattern is made of them. */
const EXACT = asciiSets(false);
const FOLDED = asciiSets(true);

function character(reader: Reader, code: number): Sized {
  return ofSet((reader.fold ? FOLDED : EXACT)[code] ?? rangeOf(reader, code, code));
}

/** A range of code points, with all that is equal but for its case under `(?i)`. */
function rangeOf(reader: Reader, low: number, high: number): CodePoints {
  const bounds = newList<number>();
  addRange(reader, bounds, low, high);
  return codePointsOf(bounds);
}

function addRange({ fold }: Reader, bounds: number[], low: number, high: number): void {
  if (fold && high >= 0x80) stop();
  addFolded(bounds, low, high, fold);
}

function readEscape(reader: Reader): Sized {
  const char = reader.source[reader.at + 1];
  const place = placeOf(char);
  if (place !== undefined) {
    reader.at += 2;
    return ofPlace(place);
  }
  const named = readNamedClass(reader);
  if (named !== undefined) return ofSet(named);
  const code = readEscapedCode(reader);
  return character(reader, code);
}

function placeOf(letter: string | undefined): TextPlace | undefined {
  switch (letter) {
    case "A":
      return "begin";
    case "z":
      return "end";
    case "b":
      return "word-border";
    case "B":
      return "no-word-border";
    default:
      return undefined;
  }
}

const DIGIT: CodePoints = codePointsOf([0x30, 0x39]);
const SPACE: CodePoints = codePointsOf([0x09, 0x0a, 0x0c, 0x0d, 0x20, 0x20]);
const WORD: CodePoints = codePointsOf([0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a]);
const FOLDED_WORD: CodePoints = codePointsOf([
  0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a, 0x017f, 0x017f, 0x212a, 0x212a,
]);

/** `\d` and the like. */
function readNamedClass(reader: Reader): CodePoints | undefined {
  if (charAt(reader) !== "\\") return undefined;
  const set = namedClass(reader.source[reader.at + 1], reader.fold);
  if (set !== undefined) reader.at += 2;
  return set;
}

function namedClass(letter: string | undefined, fold: boolean): CodePoints | undefined {
  switch (letter) {
    case "d":
      return DIGIT;
    case "D":
      return complement(DIGIT);
    case "s":
      return SPACE;
    case "S":
      return complement(SPACE);
    case "w":
      return fold ? FOLDED_WORD : WORD;
    case "W":
      return complement(fold ? FOLDED_WORD : WORD);
    default:
      return undefined;
  }
}

const HEX = /^\\x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]{1,4})\})/;
/** The code point of an escape that stands for one. */
function readEscapedCode(reader: Reader): number {
  const char = reader.source[reader.at + 1] ?? stop();
  if (char === "x") {
    const found = execute(HEX, slice(reader.source, reader.at, reader.at + 8));
    if (found === null) return stop();
    reader.at += found[0].length;
    return hexOf(found[1] ?? found[2] ?? "");
  }
  reader.at += 2;
  switch (char) {
    case "a":
      return 0x07;
    case "f":
      return 0x0c;
    case "n":
      return 0x0a;
    case "r":
      return 0x0d;
    case "t":
      return 0x09;
    case "v":
      return 0x0b;
    default:
      return execute(PUNCTUATION, char) === null ? stop() : charCodeAt(char, 0);
  }
}

/** ASCII that is neither a letter nor a digit. */
const PUNCTUATION = /[\0-/:-@[-`{-\x7f]/;

function hexOf(digits: string): number {
  let code = 0;
  for (let i = 0; i < digits.length; i++) {
    const unit = charCodeAt(digits, i);
    code = code * 16 + (unit <= 0x39 ? unit - 0x30 : (unit | 0x20) - 0x57);
  }
  return code >= 0xd800 && code < 0xe000 ? stop() : code;
}

function readClass(reader: Reader): CodePoints {
  reader.at++;
  const negated = charAt(reader) === "^";
  if (negated) reader.at++;
  const bounds = newList<number>();
  const add = (set: CodePoints): unknown => mapList(set, (bound) => (bounds[bounds.length] = bound));
  for (let first = true; first || charAt(reader) !== "]"; first = false) {
    if (charAt(reader) === "[" && reader.source[reader.at + 1] === ":") stop();
    const named = readNamedClass(reader);
    if (named !== undefined) {
      add(named);
      continue;
    }
    const low = readMember(reader);
    const isRange = charAt(reader) === "-" && reader.source[reader.at + 1] !== "]";
    if (isRange) reader.at++;
    const high = isRange ? readMember(reader) : low;
    if (high < low) stop();
    addRange(reader, bounds, low, high);
  }
  reader.at++;
  const set = codePointsOf(bounds);
  return negated ? complement(set) : set;
}

function readMember(reader: Reader): number {
  return charAt(reader) === "\\" ? readEscapedCode(reader) : readCode(reader);
}

function charAt({ source, at }: Reader): string | undefined {
  return source[at];
}
