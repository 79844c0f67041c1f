import type {
  ArithmeticExpression,
  ParameterOperation,
  ParsedScript,
  TestExpression,
  Word as ParsedWord,
  WordPart as ParsedPart,
} from "unbash";
import type { Arithmetic, Operation, ShellScript, TestWord, WordNode, WordPart } from "./syntax.js";

const NONE: readonly never[] = [];

/** What a conversion notices on its way. */
export interface ParseNotes {
  bashOnly: boolean;
  /** Statements are converted when they are run: most of a text that is too long never is. */
  readonly lazy: boolean;
  /** Words keep each part as it is written: no literal, no tilde, and a glob's brackets with what is between them. */
  readonly spelled: boolean;
  /** Converts what a substitution holds. */
  readonly script: (parsed: ParsedScript | undefined, notes: ParseNotes) => ShellScript;
}

/** What a word is: an argument may look like an assignment, and its tildes count then. */
type WordPlace = "word" | "argument" | "value";

export function wordOf(node: ParsedWord, notes: ParseNotes, place: WordPlace = "word"): WordNode {
  if (notes.spelled) return spelledWord(node, notes);
  const { text, pos, end } = node;
  // The parser makes parts and values when they are asked for; most words need neither.
  if (PLAIN.test(text)) return { start: pos, end, text, literal: text, at: pos, parts: NONE, braces: false };
  if (place === "argument" && NUMBERS.test(text)) {
    notes.bashOnly = true;
    return partsWord(node, [{ kind: "text", text, quoted: false, start: pos }], true);
  }
  const { value, parts } = node;
  if (parts === undefined) {
    const split = mayHaveTilde(text, place) ? tildeParts(pos, text, value, place, true, true, notes) : null;
    if (split === null) return literalWord(pos, end, text, value);
    return partsWord(node, split, false);
  }
  const only = parts.length === 1 ? parts[0] : undefined;
  if (only?.type === "SingleQuoted") {
    return { start: pos, end, text, literal: only.value, at: only.pos + 1, parts: NONE, braces: false };
  }
  if (only?.type === "DoubleQuoted" && only.parts.every((one) => one.type === "Literal")) {
    const at = text.length === value.length + 2 ? only.pos + 1 : -1;
    return { start: pos, end, text, literal: value, at, parts: NONE, braces: false };
  }
  let braces = false;
  let literal = true;
  for (const part of parts) {
    if (part.type === "BraceExpansion") braces = true;
    if (part.type === "AnsiCQuoted" || part.type === "LocaleString") notes.bashOnly = true;
    if (part.type !== "Literal" && part.type !== "SingleQuoted" && part.type !== "AnsiCQuoted")
      literal = false;
  }
  if (braces) notes.bashOnly = true;
  const converted = mayHaveTilde(text, place)
    ? parts.flatMap((part, i) => {
        const split =
          part.type === "Literal"
            ? tildeParts(
                pos,
                part.text,
                part.value,
                i === 0 ? place : "value",
                i === 0,
                i === parts.length - 1,
                notes,
              )
            : null;
        // After another part, only of a value: the first part says whether the word is one.
        const counts = i === 0 || place === "value" || (place === "argument" && ASSIGNED.test(text));
        return split !== null && counts ? split : partsOfWord([part], notes, false);
      })
    : partsOfWord(parts, notes, false);
  if (literal && converted.every((part) => part.kind === "text")) {
    const joined = converted.map((part) => (part.kind === "text" ? part.text : "")).join("");
    return { start: pos, end, text, literal: joined, at: -1, parts: NONE, braces: false };
  }
  return partsWord(node, converted, braces);
}

/** A word that holds something to expand. */
export function partsWord(
  { pos, end, text }: Pick<ParsedWord, "pos" | "end" | "text">,
  parts: readonly WordPart[],
  braces: boolean,
): WordNode {
  return { start: pos, end, text, literal: null, at: -1, parts, braces };
}

/** The word with all of its parts, quoted or not. */
function spelledWord({ text, pos, end, value, parts }: ParsedWord, notes: ParseNotes): WordNode {
  return {
    start: pos,
    end,
    text,
    literal: null,
    at: -1,
    parts:
      parts === undefined
        ? [{ kind: "text", text: value, quoted: false, start: pos }]
        : partsOfWord(parts, notes, false),
    braces: parts?.some(({ type }) => type === "BraceExpansion") === true,
  };
}

const ASSIGNED = /^[A-Za-z_]\w*=/;

function mayHaveTilde(text: string, place: WordPlace): boolean {
  return text.charCodeAt(0) === TILDE || (place !== "word" && text.includes("~"));
}

const TILDE = 126;
/** Nothing in it is quoted or expanded. */
const PLAIN = /^[\w/.,:=@%+-]+$/;
/** Braces that are expanded, and have no parts of their own. */
const NUMBERS = /^\{\d+\.\.\d+\}$/;

function literalWord(start: number, end: number, text: string, value: string): WordNode {
  return { start, end, text, literal: value, at: text === value ? start : -1, parts: NONE, braces: false };
}

/**
 * The parts of a literal that begins with `~`, or, in an assignment, has one after `=` or `:`. `null` when there is none.
 *
 * @param text as it is written; a backslash in a prefix turns the expansion off
 * @param first the word begins here: else only what comes after `:` counts
 * @param last the word ends with this literal: `~user` without a slash counts only then
 */
function tildeParts(
  start: number,
  text: string,
  value: string,
  place: WordPlace,
  first: boolean,
  last: boolean,
  notes: ParseNotes,
): WordPart[] | null {
  const head = place === "argument" ? (ASSIGNED.exec(text)?.[0] ?? "") : "";
  const isValue = place === "value" || head !== "";
  const rest = text.slice(head.length);
  const pieces = isValue ? rest.match(/(?:\\[^]|[^\\:])*:|(?:\\[^]|[^\\:])+|\\/g) : [rest];
  const parts: WordPart[] = head === "" ? [] : [{ kind: "text", text: head, quoted: false, start }];
  let found = false;
  let plain = head;
  for (const [index, piece] of (pieces ?? []).entries()) {
    const stop = piece.search(/[/:]/);
    const prefix = stop === -1 ? piece : piece.slice(0, stop);
    const complete = stop !== -1 || (last && index === (pieces?.length ?? 0) - 1);
    const counts = (first || index > 0) && complete && !prefix.includes("\\");
    const after = piece.charCodeAt(0) === TILDE && counts ? piece.slice(prefix.length) : piece;
    if (after !== piece) {
      found = true;
      // The user of POSIX has a name, and only what stands before a command is an assignment.
      if (head !== "" || !/^[A-Za-z_]?[\w-]*$/.test(prefix.slice(1)) || piece[stop] === ":")
        notes.bashOnly = true;
      parts.push({ kind: "tilde", user: prefix.slice(1) });
      plain += prefix;
    }
    const meant = unescaped(after);
    plain += meant;
    if (meant !== "") parts.push({ kind: "text", text: meant, quoted: false, start });
  }
  return found && plain === value ? parts : null;
}

/** What is meant by a text that no quotes are in. */
function unescaped(text: string): string {
  return text.replace(/\\([^])/g, (_, escaped: string) => (escaped === "\n" ? "" : escaped));
}

/** `$(…)`, parsed when it is asked for: a command may have thousands, of which few are run. */
class LazySubstitution {
  readonly kind = "command";
  readonly start: number;
  readonly end: number;
  readonly #part: Extract<ParsedPart, { type: "CommandExpansion" }>;
  readonly #notes: ParseNotes;
  #script: ShellScript | null = null;

  constructor(part: Extract<ParsedPart, { type: "CommandExpansion" }>, notes: ParseNotes) {
    this.start = part.pos;
    this.end = part.end;
    this.#part = part;
    this.#notes = notes;
  }

  get script(): ShellScript {
    return (this.#script ??= this.#notes.script(this.#part.script, this.#notes));
  }
}

export function partsOfWord(given: readonly ParsedPart[], notes: ParseNotes, quoted: boolean): WordPart[] {
  const parts: WordPart[] = [];
  for (const part of given) {
    if (part.type === "BraceExpansion" && part.parts !== undefined) {
      // Where braces are not expanded they are characters, and what is between them is expanded.
      parts.push({ kind: "text", text: "{", quoted: false, start: part.pos });
      parts.push(...partsOfWord(part.parts, notes, quoted));
      parts.push({ kind: "text", text: "}", quoted: false, start: part.end - 1 });
    } else if (part.type === "Glob" && part.kind === "bracket" && notes.spelled) {
      const inside = part.parts[0]?.pos ?? part.end - 1;
      parts.push({ kind: "glob", text: part.text.slice(0, inside - part.pos) });
      parts.push(...partsOfWord(part.parts, notes, quoted), { kind: "glob", text: "]" });
    } else parts.push(partOf(part, notes, quoted));
  }
  return parts;
}

function partOf(part: ParsedPart, notes: ParseNotes, quoted: boolean): WordPart {
  switch (part.type) {
    case "Literal":
      return { kind: "text", text: part.value, quoted, start: part.pos };
    case "SingleQuoted":
    case "AnsiCQuoted":
      return { kind: "text", text: part.value, quoted: true, start: part.pos };
    case "DoubleQuoted":
    case "LocaleString":
      return { kind: "quoted", parts: partsOfWord(part.parts, notes, true), start: part.pos };
    case "Glob":
      if (part.kind !== "bracket" || part.parts.every((one) => one.type === "Literal"))
        return { kind: "glob", text: part.text };
      // Quotes and expansions inside of brackets: which characters match is not computed.
      return { kind: "glob", text: "?" };
    case "ExtendedGlob":
      notes.bashOnly = true;
      return { kind: "glob", text: part.text };
    case "BraceExpansion":
      return { kind: "text", text: unescaped(part.text), quoted: false, start: part.pos };
    case "SimpleExpansion":
      return {
        kind: "parameter",
        start: part.pos,
        name: part.text.slice(1),
        prefix: null,
        index: null,
        operation: null,
      };
    case "ParameterExpansion":
      if (
        part.prefix === "!" ||
        part.index !== undefined ||
        (part.operation !== undefined &&
          part.operation.type !== "Default" &&
          part.operation.type !== "Remove")
      ) {
        notes.bashOnly = true;
      }
      return {
        kind: "parameter",
        start: part.pos,
        name: part.parameter,
        prefix: part.prefix ?? null,
        index: part.index === undefined ? null : wordOf(part.index, notes),
        operation: part.operation === undefined ? null : operationOf(part.operation, notes),
      };
    case "CommandExpansion":
      return notes.lazy
        ? new LazySubstitution(part, notes)
        : { kind: "command", script: notes.script(part.script, notes), start: part.pos, end: part.end };
    case "ArithmeticExpansion":
      return {
        kind: "arithmetic",
        expression: arithmeticOf(part.expression, notes),
        text: part.text,
        start: part.pos,
      };
    case "ProcessSubstitution":
      notes.bashOnly = true;
      return {
        kind: "process",
        direction: part.operator === "<" ? "in" : "out",
        script: notes.script(part.script, notes),
        start: part.pos,
        end: part.end,
      };
  }
}

function operationOf(given: ParameterOperation, notes: ParseNotes): Operation {
  const { operator } = given;
  const none = { operator, first: null, second: null };
  switch (given.type) {
    case "Default":
      return { kind: "default", operator, first: wordOf(given.operand, notes), second: null };
    case "Remove":
      return { kind: "remove", operator, first: wordOf(given.operand, notes), second: null };
    case "Replace":
      return {
        kind: "replace",
        operator,
        first: wordOf(given.pattern, notes),
        second: wordOf(given.replacement, notes),
      };
    case "Slice": {
      const second = given.length === undefined ? null : wordOf(given.length, notes);
      return { kind: "slice", operator, first: wordOf(given.offset, notes), second };
    }
    case "CaseModification":
      return {
        kind: "case",
        operator,
        first: given.operand === undefined ? null : wordOf(given.operand, notes),
        second: null,
      };
    case "Transform":
      return { kind: "transform", operator, first: wordOf(given.operand, notes), second: null };
    case "Names":
      return { kind: "names", ...none };
    case "Unknown":
      return { kind: "other", ...none };
  }
}

export function arithmeticOf(given: ArithmeticExpression, notes: ParseNotes): Arithmetic;
export function arithmeticOf(given: ArithmeticExpression | undefined, notes: ParseNotes): Arithmetic | null;
export function arithmeticOf(given: ArithmeticExpression | undefined, notes: ParseNotes): Arithmetic | null {
  if (given === undefined) return null;
  switch (given.type) {
    case "ArithmeticBinary":
      return {
        kind: "binary",
        operator: given.operator,
        left: arithmeticOf(given.left, notes),
        right: arithmeticOf(given.right, notes),
      };
    case "ArithmeticUnary":
      return {
        kind: "unary",
        operator: given.operator,
        operand: arithmeticOf(given.operand, notes),
        prefix: given.prefix,
      };
    case "ArithmeticTernary":
      return {
        kind: "choice",
        test: arithmeticOf(given.test, notes),
        yes: arithmeticOf(given.consequent, notes),
        no: arithmeticOf(given.alternate, notes),
      };
    case "ArithmeticGroup":
      return arithmeticOf(given.expression, notes);
    case "ArithmeticCommandExpansion": {
      const part: WordPart = {
        kind: "command",
        script: notes.script(given.script, notes),
        start: given.pos,
        end: given.end,
      };
      return { kind: "word", text: given.text, parts: [part] };
    }
    case "ArithmeticWord":
      return {
        kind: "word",
        text: given.value,
        parts: given.parts === undefined ? NONE : partsOfWord(given.parts, notes, true),
      };
  }
}

export function testWordsOf(given: TestExpression, words: TestWord[], notes: ParseNotes): void {
  switch (given.type) {
    case "TestUnary":
      words.push({ operator: given.operator, word: wordOf(given.operand, notes) });
      return;
    case "TestBinary":
      words.push({ operator: "", word: wordOf(given.left, notes) });
      words.push({ operator: given.operator, word: wordOf(given.right, notes) });
      return;
    case "TestLogical":
      for (const one of given.operands) testWordsOf(one, words, notes);
      return;
    case "TestNot":
      testWordsOf(given.operand, words, notes);
      return;
    case "TestGroup":
      testWordsOf(given.expression, words, notes);
  }
}
