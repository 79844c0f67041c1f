/** Longer beginnings of lines are not compared. */
const MAX_PREFIX = 160;
/** What a line of a listing, of code or of a JSON list may end with, up to the next line. */
const LINE_END = /[ \t]{0,16}(?:\\[rnt]){0,4}["'`]?[ \t]{0,8}[,+;)\\]?[ \t]{0,8}(?:\r?\n|\\r\\n|\\n|\\r)/y;
/** Between two strings of a list on one line, or of a sum. */
const NEXT_STRING = /(?:\\[rn]){0,2}["'`][ \t]{0,8}[,+][ \t]{0,8}["'`]/y;
const QUOTE = /[ \t]{0,64}["'`]?/y;
const QUOTES = ['"', "'", "`"];
const LINE_BREAK = /\n|\\n|\\r/g;

/**
 * Where the next line begins to say something, in a text whose lines are shown with something before them: line numbers, quote
 * marks, the time and the name of a log, the quotes of a list. What is before a line looks as it did on the first one, but for its
 * digits and blanks.
 *
 * @param prefix what is before the first line
 * @param at behind what the line before says
 */
export function nextShownLine(text: string, at: number, prefix: string): number | undefined {
  const inList = endOfMatch(NEXT_STRING, text, at);
  if (inList !== undefined) return inList;
  const start = endOfMatch(LINE_END, text, at);
  if (start === undefined) return undefined;
  // The first line of a string has the string's quote before it, and what is before that.
  const inString = prefix.slice(Math.max(...QUOTES.map((quote) => prefix.lastIndexOf(quote))) + 1);
  return (
    afterLikeness(text, start, prefix) ??
    (inString === prefix || inString === "" ? undefined : afterLikeness(text, start, inString)) ??
    endOfMatch(QUOTE, text, start)
  );
}

/** What is before a place on its line. */
export function linePrefix(text: string, at: number): string {
  const from = Math.max(0, at - MAX_PREFIX);
  const before = text.slice(from, at);
  const last = Array.from(before.matchAll(LINE_BREAK)).at(-1);
  if (last !== undefined) return before.slice(last.index + last[0].length);
  return from === 0 ? before : "";
}

/** Where something that looks like `prefix` ends; one pass over both. */
function afterLikeness(text: string, start: number, prefix: string): number | undefined {
  let at = start;
  for (let i = 0; i < prefix.length; i++) {
    const kind = RUNS.find((one) => one.test(prefix.charAt(i)));
    if (kind === undefined) {
      if (text[at++] !== prefix[i]) return undefined;
      continue;
    }
    const first = i;
    while (i + 1 < prefix.length && kind.test(prefix.charAt(i + 1))) i++;
    // Behind the signs may be the dashes of a mark.
    const most = kind === SIGNS ? i + 1 - first : MAX_PREFIX;
    const begin = at;
    while (at < text.length && at - begin < most && kind.test(text.charAt(at))) at++;
    if (at === begin && kind !== BLANKS) return undefined;
  }
  return at;
}

const BLANKS = /[ \t]/;
/** What `grep` shows behind a line number: either for a match or for what is around it. */
const SIGNS = /[:-]/;
/** Runs of these may have other characters, and those of numbers and blanks another length. */
const RUNS: readonly RegExp[] = [/[0-9]/, BLANKS, SIGNS];

/** Where a match of a sticky pattern at this place ends. */
export function endOfMatch(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
