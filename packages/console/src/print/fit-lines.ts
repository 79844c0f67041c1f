/** The narrowest terminal that lines are wrapped for. */
const NARROWEST = 30;
/** How much further in the rest of a wrapped line begins. */
const HANG = 2;
/** The deepest indent that the rest keeps, as a part of the width. */
const DEEPEST = 0.5;

/** What lines are fitted to. */
export interface FitTo {
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

/** Codes of ECMA-48 have no width. */
// eslint-disable-next-line no-control-regex -- the escape itself is looked for
const STYLE = /\u001b\[[\d;]*m/g;

function widthOf(text: string): number {
  return [...text.replaceAll(STYLE, "")].length;
}

function wrapLine(line: string, columns: number): readonly string[] {
  if (line.length <= columns || widthOf(line) <= columns) return [line];
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
