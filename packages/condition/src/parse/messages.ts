import type { IParserErrorMessageProvider, IToken, TokenType } from "chevrotain";
import { quote } from "@gatehouse-hooks/json";

/** What a reader of the message sees for a token of the text. */
export function describe(token: IToken): string {
  return token.image === "" ? "the end" : quote(token.image);
}

const labelOf = (type: TokenType): string => type.LABEL ?? type.name;

/** The parser's messages, reworded: what was expected, what was found. */
export const errorMessages: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: ({ expected, actual }) =>
    `expected ${labelOf(expected)}, found ${describe(actual)}`,
  buildNotAllInputParsedMessage: ({ firstRedundant }) =>
    `expected an operator or the end, found ${describe(firstRedundant)}`,
  buildNoViableAltMessage: ({ actual, previous, ruleName }) => {
    const [token] = actual;
    const found = token === undefined ? "the end" : describe(token);
    return `expected ${ruleName === "operand" ? expectedBehind(previous) : "a value"}, found ${found}`;
  },
  buildEarlyExitMessage: ({ actual }) =>
    `unexpected ${actual[0] === undefined ? "end" : describe(actual[0])}`,
};

/** An operand begins with a value, and continues after `.` and after the `[` of an index. */
function expectedBehind({ image }: IToken): string {
  return image === "." ? "a name" : image === "[" ? "a string or a whole number" : "a value";
}

/** What people write by habit from other languages, and its equivalent here. */
const habits: ReadonlyMap<string, string> = new Map([
  ["and", "write `&&`"],
  ["or", "write `||`"],
  ["not", "write `!`"],
  ["is", "write `==`"],
  ["like", 'write `.glob("…")`, or `.matches("…")`'],
  ["xor", "write `!=` between two conditions in parentheses"],
  ["equals", "write `==`"],
  ["eq", "write `==`"],
  ["ne", "write `!=`"],
  ["contains", 'write `.includes("…")`'],
  ["includes", 'write `.includes("…")`'],
  ["startsWith", 'write `.startsWith("…")`'],
  ["endsWith", 'write `.endsWith("…")`'],
  ["matches", 'write `.matches("…")`'],
  ["instanceof", "types cannot be asked for"],
  ["=", "write `==` to compare"],
  ["===", "write `==`"],
  ["!==", "write `!=`"],
  ["<>", "write `!=`"],
  ["~", 'write `.matches("…")`'],
  ["=~", 'write `.matches("…")`'],
  ["&", "write `&&`"],
  ["|", "write `||`"],
  ["?", "there is no `?`; a missing property is false by itself"],
  ["??", "there is no `??`; a missing property is false by itself"],
  ["?.", "write `.`; a missing property is false by itself"],
  ["=<", "write `<=`"],
  ["=>", "functions cannot be written; see `any` and `all`"],
  ["{", "objects cannot be written"],
  ["}", "objects cannot be written"],
  ["+", "there is no arithmetic"],
  ["-", 'there is no arithmetic; a property with a dash is written `["…"]`'],
  ["*", "there is no arithmetic"],
  ["/", "there is no arithmetic and there are no comments"],
  ["%", "there is no arithmetic"],
  ["^", "there is no arithmetic"],
  ["#", "there are no comments"],
  ["`", "write strings in `\"` or `'`"],
  ["“", "write strings in `\"` or `'`"],
  ["”", "write strings in `\"` or `'`"],
  ["‘", "write strings in `\"` or `'`"],
  ["’", "write strings in `\"` or `'`"],
  [";", "a condition is one expression"],
  ["$", 'names consist of ASCII letters, digits and `_`; other properties are written `["…"]`'],
  ["\\", "escapes are for strings"],
]);

/** The equivalent here, for a word or mark that is not allowed there. */
export function habitCure(text: string): string | undefined {
  return habits.get(text) ?? habits.get(text.toLowerCase());
}

/** Words of other languages that are names here, and their equivalents. */
const words: ReadonlyMap<string, string> = new Map([
  ["True", "true"],
  ["TRUE", "true"],
  ["False", "false"],
  ["FALSE", "false"],
  ["Null", "null"],
  ["NULL", "null"],
  ["None", "null"],
  ["nil", "null"],
  ["undefined", "null"],
]);

/** The word of this language that a name most likely means. */
export function wordFor(name: string): string | undefined {
  return words.get(name);
}

const PAIRS: ReadonlyMap<string, string> = new Map([
  ["“", "”"],
  ["‘", "’"],
  ["`", "`"],
  ["/", "/"],
  ["?", ":"],
  ["${", "}"],
  ["{", "}"],
]);

/** The offsets of marks that only close what an earlier one opened: the mistake is the first one. */
export function closingMarks(
  text: string,
  marks: readonly { readonly offset: number }[],
): ReadonlySet<number> {
  const closing = new Set<number>();
  let wanted: string | undefined;
  for (const { offset } of marks) {
    const mark = text.startsWith("${", offset) ? "${" : text.slice(offset, offset + 1);
    if (mark === wanted) {
      closing.add(offset);
      wanted = undefined;
    } else wanted ??= PAIRS.get(mark);
  }
  return closing;
}

const NEGATED = "put the negation in front, around the comparison: `!(a in b)`";
const RAW_ENDS = "a raw string ends at its first quote: take the other quote around it, or a plain string";

/** Whether a raw string was meant to continue after the quote that ends it, as after `r"a\"`? */
function endsEarly(raw: IToken | undefined, next: IToken): boolean {
  return raw !== undefined && /^r["'][^]*\\["']$/.test(raw.image) && endOf(raw) === next.startOffset;
}

function endOf({ startOffset, image }: IToken): number {
  return startOffset + image.length;
}

/** How to close a string, or why it did not end where it seems to. */
export function openCure(open: IToken, ...before: readonly (IToken | undefined)[]): string {
  const [previous, first] = before;
  const early = previous !== undefined && (endsEarly(previous, open) || endsEarly(first, previous));
  if (early) return RAW_ENDS;
  const quoteMark = open.image.startsWith("r") ? open.image.slice(1, 2) : open.image.slice(0, 1);
  const close = `close it with \`${quoteMark}\``;
  const escaped = !open.image.startsWith("r") && open.image.includes(`\\${quoteMark}`);
  return escaped ? `${close}; a backslash at the end of a string is written \`\\\\\`` : close;
}

/** What to write instead, for a token that the grammar does not allow after the one before. */
export function syntaxCure(token: IToken, previous: IToken | undefined): string | undefined {
  const before = previous?.image ?? "";
  const own = habitOf(before, token.image);
  if (token.image === "not" && previous !== undefined) return NEGATED;
  if (own !== undefined) return own;
  if (previous !== undefined && endsEarly(previous, token)) return RAW_ENDS;
  if (/^r?["']/.test(token.image) && /^r$/i.test(before)) return 'write a raw string as `r"…"`';
  if (COMPARISONS.has(token.image)) {
    return before === "" ? undefined : "a comparison has two sides; join comparisons with `&&` or `||`";
  }
  return (
    MISPLACED.get(token.image) ??
    (token.image.startsWith(".") ? `write \`[${token.image.slice(1)}]\`` : undefined)
  );
}

/** What is written for a habit of another language that these two words, or one of them, are. */
function habitOf(before: string, image: string): string | undefined {
  return (
    habitCure(before + image) ??
    habitCure(image) ??
    (before.toLowerCase() === "not" ? habitCure(before) : undefined)
  );
}

const COMPARISONS: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">=", "in"]);

const SUFFIX_CURE = "only a name, a string, a list or a call is followed by `.` or `[`";
/** What to write instead of a mark where none of its kind may be. */
const MISPLACED: ReadonlyMap<string, string> = new Map([
  ["!", "put the negation in parentheses"],
  [",", "a list is written in `[…]`"],
  [")", "a value is missing before it, or the `(` for it"],
  [".", SUFFIX_CURE],
  ["[", SUFFIX_CURE],
  ["(", "only `has` and the methods after a dot are called"],
]);
