/** The commands of a shell line, as far as they can be told without running it. */
interface SplitLine {
  /** Each command with its quotes removed and its words joined by one space. */
  readonly commands: readonly string[];
  /** The same, as words. */
  readonly parts: readonly CommandPart[];
  /** False when the line holds what only a shell can tell: substitutions, expansions, groups, here-documents. */
  readonly isPlain: boolean;
}

/** One command of a line. */
interface CommandPart {
  /** Quotes removed. */
  readonly words: readonly string[];
  /** What ends it: `&&`, `||`, `;`, `|`, `&`, a line end; empty at the end of the line. */
  readonly operator: string;
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
  const splitter = new Splitter();
  for (let at = 0; at < line.length; at++) splitter.take(line.charAt(at), line.charAt(at + 1));
  return splitter.end();
}

class Splitter {
  readonly #parts: CommandPart[] = [];
  #isElse = false;
  #isPlain = true;
  #words: string[] = [];
  #word: string | undefined;
  #quote: string | undefined;

  take(char: string, next: string): void {
    if (this.#quote !== undefined) this.#takeQuoted(char, this.#quote);
    else if (char === '"' || char === "'") {
      this.#quote = char;
      this.#word ??= "";
    } else if (operators.test(char)) this.#takeOperator(char, next);
    else if (char === " " || char === "\t") this.#endWord();
    else {
      if (special.test(char)) this.#isPlain = false;
      this.#word = (this.#word ?? "") + char;
    }
  }

  end(): SplitLine {
    this.#endCommand("");
    return {
      commands: this.#parts.map((part) => part.words.join(" ")),
      parts: this.#parts,
      isPlain: this.#isPlain && this.#quote === undefined,
    };
  }

  #takeQuoted(char: string, quote: string): void {
    if (char === quote) {
      this.#quote = undefined;
      return;
    }
    this.#word = (this.#word ?? "") + char;
    if (quote === '"' && /[`$\\!]/.test(char)) this.#isPlain = false;
  }

  #takeOperator(char: string, next: string): void {
    this.#endCommand(next === char && (char === "&" || char === "|") ? char + next : char);
    // Up to the next line or semicolon: what follows `a || b &&` depends on both.
    if (char === "|" && next === "|") this.#isElse = true;
    else if (char === ";" || char === "\n" || char === "\r") this.#isElse = false;
  }

  #endWord(): void {
    if (this.#word !== undefined) this.#words.push(this.#word);
    this.#word = undefined;
  }

  #endCommand(operator: string): void {
    this.#endWord();
    if (this.#words.length > 0) this.#parts.push({ words: this.#words, operator, isElse: this.#isElse });
    this.#words = [];
  }
}
