/** The commands of a shell line, as far as they can be told without running it. */
export interface SplitLine {
  /** Each command with its quotes removed and its words joined by one space. */
  readonly commands: readonly string[];
  /** The same, as words. */
  readonly parts: readonly CommandPart[];
  /** False when the line holds what only a shell can tell: substitutions, expansions, groups, here-documents. */
  readonly isPlain: boolean;
}

/** One command of a line. */
export interface CommandPart {
  /** Quotes removed. */
  readonly words: readonly string[];
  /** It is behind `||`: it may not have run. */
  readonly isElse: boolean;
}

const operators = /[;&|\n\r]/;
const special = /[`$(){}<>!\\*?[\]~#]/;

/**
 * Splits a shell line at `;`, `&`, `|` and line ends outside of quotes. One pass. It only reports: what is
 * not plain says so.
 */
export function splitCommands(line: string): SplitLine {
  const parts: CommandPart[] = [];
  let isElse = false;
  let isPlain = true;
  let words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  const endWord = (): void => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCommand = (): void => {
    endWord();
    if (words.length > 0) parts.push({ words, isElse });
    words = [];
  };
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (quote !== undefined) {
      if (char === quote) quote = undefined;
      else {
        word = (word ?? "") + char;
        if (quote === '"' && /[`$\\!]/.test(char)) isPlain = false;
      }
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= "";
    } else if (operators.test(char)) {
      endCommand();
      // Up to the next line or semicolon: what follows `a || b &&` depends on both.
      if (char === "|" && line[at + 1] === "|") isElse = true;
      else if (char === ";" || char === "\n" || char === "\r") isElse = false;
    } else if (char === " " || char === "\t") {
      endWord();
    } else {
      if (special.test(char)) isPlain = false;
      word = (word ?? "") + char;
    }
  }
  endCommand();
  return {
    commands: parts.map((part) => part.words.join(" ")),
    parts,
    isPlain: isPlain && quote === undefined,
  };
}
