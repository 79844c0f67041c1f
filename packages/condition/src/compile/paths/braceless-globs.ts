import { charCodeAt, newList, slice, existing } from "@gatehouse-hooks/json/intrinsics";

/** The most globs that the braces of one may stand for. */
export const MOST_ALTERNATIVES = 256;

/** Where a glob is read, and what its parts so far stand for. */
interface Reader {
  readonly source: string;
  at: number;
}

/**
 * The globs without braces that a glob stands for, in order: `{a,b}/c` is `a/c` and `b/c`. `undefined` where they are more than
 * `MOST_ALTERNATIVES`.
 *
 * @param source a valid glob (`readGlob`)
 */
export function bracelessGlobs(source: string): readonly string[] | undefined {
  const reader: Reader = { source, at: 0 };
  return sequence(reader, false);
}

function sequence(reader: Reader, inBraces: boolean): readonly string[] | undefined {
  let found: readonly string[] = one("");
  for (;;) {
    const start = reader.at;
    skipPlain(reader, inBraces);
    found = product(found, one(slice(reader.source, start, reader.at))) as readonly string[];
    if (unit(reader) !== "{") return found;
    reader.at++;
    const options = choice(reader);
    const joined = options === undefined ? undefined : product(found, options);
    if (joined === undefined) return undefined;
    found = joined;
  }
}

/** Behind the `{`, up to and with its `}`. */
function choice(reader: Reader): readonly string[] | undefined {
  const all = newList<string>();
  for (;;) {
    const option = sequence(reader, true);
    if (option === undefined || all.length + option.length > MOST_ALTERNATIVES) return undefined;
    for (let i = 0; i < option.length; i++) all[all.length] = existing(option[i]);
    const mark = unit(reader);
    reader.at++;
    if (mark !== ",") return all;
  }
}

/** Up to the next brace; inside braces also to the next comma. */
function skipPlain(reader: Reader, inBraces: boolean): void {
  const { source } = reader;
  let at = reader.at;
  // Most units of most globs are met here: a call for each would take as long as all the rest.
  for (; at < source.length; at++) {
    const code = charCodeAt(source, at);
    if (code === OPEN_BRACE || (inBraces && (code === COMMA || code === CLOSE_BRACE))) break;
    if (code === BACKSLASH) at++;
    else if (code === OPEN_CLASS) {
      reader.at = at;
      skipClass(reader);
      at = reader.at;
    }
  }
  reader.at = at;
}

const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_CLASS = 0x5b;

/** From the `[` to the `]` that ends it: the first member may be a `]`. */
function skipClass(reader: Reader): void {
  reader.at++;
  const mark = unit(reader);
  if (mark === "!" || mark === "^") reader.at++;
  for (let first = true; first || unit(reader) !== "]"; first = false) {
    if (reader.at >= reader.source.length) return;
    reader.at += unit(reader) === "\\" ? 2 : 1;
  }
}

function unit({ source, at }: Reader): string {
  return slice(source, at, at + 1);
}

function one(text: string): readonly string[] {
  const list = newList<string>();
  list[0] = text;
  return list;
}

function product(left: readonly string[], right: readonly string[]): readonly string[] | undefined {
  if (left.length * right.length > MOST_ALTERNATIVES) return undefined;
  const all = newList<string>();
  for (let i = 0; i < left.length; i++)
    for (let k = 0; k < right.length; k++) all[all.length] = `${existing(left[i])}${existing(right[k])}`;
  return all;
}
