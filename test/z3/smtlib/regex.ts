import { inOrder, oneOf, otherThan, text } from "./terms.js";

/** A part of a pattern; an anchor is a part, too. */
type Part =
  | { readonly kind: "set" | "text"; readonly term: string }
  | { readonly kind: "start" | "end" }
  | { readonly kind: "repeat"; readonly part: Part; readonly least: number; readonly most: number }
  | { readonly kind: "either"; readonly options: readonly (readonly Part[])[] };

const DIGIT = '(re.range "0" "9")';
const WORD = `(re.union ${DIGIT} (re.range "A" "Z") (re.range "a" "z") ${literal("_")})`;
const SPACE = oneOf(["\t", "\n", "\f", "\r", " "].map((one) => literal(one)));

function literal(value: string): string {
  return `(str.to_re ${text(value)})`;
}

/**
 * Reads the patterns of the questions: literals, classes, groups, alternatives, repetitions, `^` and `$`. It knows nothing of the
 * reader that it is an oracle for, and throws at what it does not know.
 */
class Reader {
  readonly #source: readonly string[];
  readonly #folds: boolean;
  #at = 0;

  constructor(source: string) {
    this.#folds = source.startsWith("(?i)");
    this.#source = Array.from(this.#folds ? source.slice(4) : source);
  }

  pattern(): readonly (readonly Part[])[] {
    const options = this.#options();
    if (this.#at < this.#source.length) throw this.#unknown();
    return options;
  }

  #options(): readonly (readonly Part[])[] {
    const options: Part[][] = [[]];
    for (let one = this.#peek(); one !== undefined && one !== ")"; one = this.#peek()) {
      if (one === "|") {
        this.#at++;
        options.push([]);
      } else options.at(-1)?.push(this.#repeated(this.#part()));
    }
    return options;
  }

  #part(): Part {
    const one = this.#next();
    switch (one) {
      case "^":
        return { kind: "start" };
      case "$":
        return { kind: "end" };
      case ".":
        return { kind: "set", term: otherThan(literal("\n")) };
      case "[":
        return { kind: "set", term: this.#class() };
      case "\\":
        return { kind: "set", term: this.#escape() };
      case "(": {
        if (this.#peek() === "?" && this.#next() === "?" && this.#next() !== ":") throw this.#unknown();
        const options = this.#options();
        if (this.#next() !== ")") throw this.#unknown();
        return { kind: "either", options };
      }
      default:
        return { kind: "text", term: this.#literal(one) };
    }
  }

  #repeated(part: Part): Part {
    const bounds = this.#bounds();
    if (bounds === undefined) return part;
    const [least, most] = bounds;
    return this.#repeated({ kind: "repeat", part, least, most });
  }

  #bounds(): readonly [number, number] | undefined {
    const rest = this.#source.slice(this.#at).join("");
    const [whole, mark = "", least = "", comma = "", most = ""] =
      /^(?:([*+?])|\{(\d+)(,?)(\d*)\})/.exec(rest) ?? [];
    if (whole === undefined) return undefined;
    this.#at += whole.length;
    if (mark !== "") return mark === "*" ? [0, Infinity] : mark === "+" ? [1, Infinity] : [0, 1];
    return [Number(least), comma === "" ? Number(least) : most === "" ? Infinity : Number(most)];
  }

  #class(): string {
    const negated = this.#peek() === "^";
    if (negated) this.#at++;
    const parts: string[] = [];
    for (let one = this.#next(); one !== "]" || parts.length === 0; one = this.#next()) {
      if (one === "\\") {
        parts.push(this.#escape());
        continue;
      }
      if (this.#peek() !== "-" || this.#source[this.#at + 1] === "]") parts.push(this.#literal(one));
      else {
        this.#at++;
        parts.push(`(re.range ${text(one)} ${text(this.#next())})`);
      }
    }
    return negated ? otherThan(oneOf(parts)) : oneOf(parts);
  }

  #escape(): string {
    const one = this.#next();
    switch (one) {
      case "d":
        return DIGIT;
      case "w":
        return WORD;
      case "s":
        return SPACE;
      case "S":
        return otherThan(SPACE);
      default:
        if (/[0-9A-Za-z]/.test(one)) throw this.#unknown();
        return literal(one);
    }
  }

  #literal(one: string): string {
    return this.#folds ? folded(one) : literal(one);
  }

  #peek(): string | undefined {
    return this.#source[this.#at];
  }

  #next(): string {
    const one = this.#source[this.#at++];
    if (one === undefined) throw this.#unknown();
    return one;
  }

  #unknown(): Error {
    return new Error(`not in the subset: ${this.#source.join("")}`);
  }
}

/** A letter in either case; the Kelvin sign and the long s have one of ASCII. */
export function folded(one: string): string {
  const all = new Set([one.toLowerCase(), one.toUpperCase()]);
  if (all.has("k")) all.add("\u212a");
  if (all.has("s")) all.add("\u017f");
  return oneOf([...all].map((letter) => literal(letter)));
}

/** The regular expression of the strings in which a pattern of RE2 matches somewhere. */
export function searched(source: string): string {
  return oneOf(new Reader(source).pattern().flatMap(spread).map(whole));
}

/** Without anchors in groups: a group at the end that has one is several patterns. */
function spread(parts: readonly Part[]): readonly (readonly Part[])[] {
  const last = parts.at(-1);
  if (last?.kind !== "either" || !last.options.some((option) => option.some(({ kind }) => kind === "end")))
    return [parts];
  return last.options.flatMap((option) => spread([...parts.slice(0, -1), ...option]));
}

function whole(parts: readonly Part[]): string {
  const starts = parts[0]?.kind === "start";
  const ends = parts.at(-1)?.kind === "end";
  const inner = parts.slice(starts ? 1 : 0, ends ? -1 : undefined);
  return inOrder([...(starts ? [] : ["re.all"]), ...inner.map(termOf), ...(ends ? [] : ["re.all"])]);
}

function termOf(part: Part): string {
  switch (part.kind) {
    case "set":
    case "text":
      return part.term;
    case "repeat":
      return repeated(termOf(part.part), part.least, part.most);
    case "either":
      return oneOf(part.options.map((option) => inOrder(option.map(termOf))));
    default:
      throw new Error("an anchor inside of a pattern is not in the subset");
  }
}

function repeated(term: string, least: number, most: number): string {
  if (most === Infinity) {
    if (least === 0) return `(re.* ${term})`;
    return least === 1 ? `(re.+ ${term})` : inOrder([`((_ re.^ ${least}) ${term})`, `(re.* ${term})`]);
  }
  return least === 0 && most === 1 ? `(re.opt ${term})` : `((_ re.loop ${least} ${most}) ${term})`;
}
