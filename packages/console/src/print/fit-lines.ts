import type { Output } from "../io.js";

/** The narrowest terminal that lines are wrapped for. */
const NARROWEST = 30;
/** How much further in the rest of a wrapped line begins. */
const HANG = 2;
/** The deepest indent that the rest keeps, as a part of the width. */
const DEEPEST = 0.5;

/** What lines are fitted to. */
interface FitTo {
  readonly columns: number;
  /** The user's home folder, which is shown as `~`; absent or empty: none is. */
  readonly home?: string;
}

/**
 * Lines as a terminal of a width shows them without breaking a word: each is wrapped at blanks, what is left of it begins further in, and
 * the home folder is `~`. A word that is longer than the width stays whole.
 */
export function fitLines(lines: readonly string[], { columns, home = "" }: FitTo): readonly string[] {
  const all = lines.flatMap((line) => line.split("\n"));
  const short = home.length > 1 ? all.map((line) => withTilde(line, home)) : all;
  return columns < NARROWEST ? short : short.flatMap((line) => wrapLine(line, columns));
}

/** Writes lines to an output: those that a terminal shows fit its width. */
export async function writeFitted(output: Output, lines: readonly string[], home: string): Promise<void> {
  const { columns } = output;
  await output.write(`${(columns === undefined ? lines : fitLines(lines, { columns, home })).join("\n")}\n`);
}

/** Codes of ECMA-48 have no width. */
// eslint-disable-next-line no-control-regex -- the escape itself is looked for
const STYLE = /\u001b\[[\d;]*m/g;

/** Two columns wide on a terminal: East Asian wide characters, and those shown as emoji. */
const WIDE =
  /[\u{1100}-\u{115f}\u{2e80}-\u{303e}\u{3041}-\u{a4cf}\u{a960}-\u{a97f}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe30}-\u{fe6f}\u{ff01}-\u{ff60}\u{ffe0}-\u{ffe6}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/gu;
/** Above or below the character before. */
const MARKS = /\p{Mn}/gu;

/** How many columns a line of a terminal has for this. */
export function widthOf(text: string): number {
  const shown = text.replaceAll(STYLE, "");
  if (/^[\u{20}-\u{2ff}]*$/u.test(shown)) return shown.length;
  return [...shown].length + (shown.match(WIDE)?.length ?? 0) - (shown.match(MARKS)?.length ?? 0);
}

function wrapLine(line: string, columns: number): readonly string[] {
  if (widthOf(line) <= columns) return [line];
  const lead = /^ */.exec(line)?.[0] ?? "";
  const hang = " ".repeat(Math.min(lead.length + HANG, Math.floor(columns * DEEPEST)));
  const wrapped: string[] = [];
  let current = lead;
  let width = lead.length;
  let isEmpty = true;
  for (const [, blanks = "", word = ""] of line.slice(lead.length).matchAll(/( *)([^ ]+)/g)) {
    const own = widthOf(word);
    if (!isEmpty && width + blanks.length + own > columns) {
      wrapped.push(current);
      current = hang + word;
      width = hang.length + own;
    } else {
      current += (isEmpty ? "" : blanks) + word;
      width += (isEmpty ? 0 : blanks.length) + own;
    }
    isEmpty = false;
  }
  return [...wrapped, current];
}

/** What is before a path that is a word of its own; within quotes a shell would not read `~`. */
const BEFORE_PATH = /^$|[\s(`:=]$|\u001b\[[\d;]*m$/;

function withTilde(line: string, home: string): string {
  const parts = line.split(home);
  return parts.reduce((before, after) => {
    const isPath = BEFORE_PATH.test(before.slice(-12)) && /^(?:\/|$|[\s`),;:])/.test(after);
    return `${before}${isPath ? "~" : home}${after}`;
  });
}
