import {
  type ArithmeticExpression,
  type ArrayValue,
  type Assignment as ParsedAssignment,
  type CommandNode,
  type CompoundList,
  type ParameterOperation,
  type ParsedScript,
  type PipelineNode,
  type Redirection as ParsedRedirection,
  type Statement as ParsedStatement,
  type TestExpression,
  type Word as ParsedWord,
  type WordPart as ParsedPart,
  parse,
} from "unbash";
import type {
  Arithmetic,
  Assignment,
  Command,
  List,
  Operation,
  Redirection,
  ShellScript,
  SimpleNode,
  Statement,
  TestWord,
  WordNode,
  WordPart,
} from "./syntax.js";

const NONE: readonly never[] = [];
const NO_SCRIPT: ShellScript = { list: [], errors: [], bashOnly: false, moved: false };

/** What a conversion notices on its way. */
interface Notes {
  bashOnly: boolean;
  /** Statements are converted when they are run: most of a text that is too long never is. */
  readonly lazy: boolean;
}

/** A statement whose command is converted when it is asked for. */
class LazyStatement implements Statement {
  readonly background: boolean;
  readonly start: number;
  readonly end: number;
  readonly #node: ParsedStatement;
  readonly #notes: Notes;
  #command: Command | null = null;

  constructor(node: ParsedStatement, notes: Notes) {
    this.background = node.background === true;
    this.start = node.pos;
    this.end = node.end;
    this.#node = node;
    this.#notes = notes;
  }

  get command(): Command {
    return (this.#command ??= commandOf(this.#node.command, this.#notes));
  }
}

/**
 * Parses shell text. Never fails: what cannot be read is in `errors`, and the tree holds what can.
 *
 * @param lazy statements are converted when they are asked for; `bashOnly` is not known then
 *
 * The only place that imports the parser; every other file knows the names of `syntax.ts` alone.
 */
export function parseShell(text: string, lazy = true): ShellScript {
  return scriptOf(parse(text), { bashOnly: false, lazy });
}

function scriptOf(parsed: ParsedScript | undefined, notes: Notes): ShellScript {
  if (parsed === undefined) return NO_SCRIPT;
  const list = statementsOf(parsed.commands, notes);
  const errors =
    parsed.errors === undefined ? NONE : parsed.errors.map(({ message, pos }) => ({ message, start: pos }));
  return { list, errors, bashOnly: notes.bashOnly, moved: parsed.source !== undefined };
}

function statementsOf(given: readonly ParsedStatement[], notes: Notes): Statement[] {
  const list: Statement[] = [];
  for (const one of given) {
    const statement = new LazyStatement(one, notes);
    if (!notes.lazy) void statement.command;
    list.push(statement);
  }
  return list;
}

function listOf(given: CompoundList | undefined, notes: Notes): List {
  return given === undefined ? NONE : statementsOf(given.commands, notes);
}

function commandOf(
  node: ParsedStatement["command"] | PipelineNode | CommandNode | CompoundList,
  notes: Notes,
): Command {
  switch (node.type) {
    case "Command":
      return simpleOf(node, notes);
    case "AndOr":
      return {
        kind: "chain",
        commands: node.commands.map((one) => commandOf(one, notes)),
        operators: node.operators,
      };
    case "Pipeline": {
      const commands = node.commands.map((one) => commandOf(one, notes));
      const negations = node.prefixes.filter((one) => one.type === "Negation").length;
      if (node.operators.includes("|&")) notes.bashOnly = true;
      return {
        kind: "pipeline",
        commands,
        both: node.operators.map((one) => one === "|&"),
        negated: negations % 2 === 1,
      };
    }
    case "Redirected":
      return {
        kind: "redirected",
        command: commandOf(node.command, notes),
        redirections: node.redirects.map((one) => redirectionOf(one, notes)),
      };
    case "Function":
      return { kind: "function", name: node.name.value, body: commandOf(node.body, notes) };
    case "Coproc":
      notes.bashOnly = true;
      return { kind: "coproc", name: node.name?.value ?? "COPROC", body: commandOf(node.body, notes) };
    case "CompoundList":
      return { kind: "group", body: listOf(node, notes) };
    case "If": {
      const branches = [node, ...node.elif].map(({ clause, then }) => ({
        test: listOf(clause, notes),
        body: listOf(then, notes),
      }));
      return { kind: "if", branches, otherwise: listOf(node.else, notes) };
    }
    case "For":
    case "Select":
      if (node.type === "Select") notes.bashOnly = true;
      return {
        kind: node.type === "For" ? "for" : "select",
        name: node.name.value,
        words: node.wordlist?.map((one) => wordOf(one, notes)) ?? null,
        body: listOf(node.body, notes),
      };
    case "ArithmeticFor":
      notes.bashOnly = true;
      return {
        kind: "count",
        initialize: arithmeticOf(node.initialize, notes),
        test: arithmeticOf(node.test, notes),
        update: arithmeticOf(node.update, notes),
        body: listOf(node.body, notes),
      };
    case "While":
      return {
        kind: "while",
        until: node.kind === "until",
        test: listOf(node.clause, notes),
        body: listOf(node.body, notes),
      };
    case "Subshell":
      return { kind: "subshell", body: listOf(node.body, notes) };
    case "BraceGroup":
      return { kind: "group", body: listOf(node.body, notes) };
    case "Case":
      return {
        kind: "case",
        word: wordOf(node.word, notes),
        items: node.items.map((item) => ({
          patterns: item.pattern.map((one) => wordOf(one, notes)),
          body: listOf(item.body, notes),
          next: item.terminator ?? ";;",
        })),
      };
    case "TestCommand": {
      notes.bashOnly = true;
      const words: TestWord[] = [];
      testWordsOf(node.expression, words, notes);
      return { kind: "test", words };
    }
    case "ArithmeticCommand":
      notes.bashOnly = true;
      return { kind: "compute", expression: arithmeticOf(node.expression, notes) };
  }
}

function simpleOf(node: Extract<CommandNode, { type: "Command" }>, notes: Notes): SimpleNode {
  const assignments: Assignment[] = [];
  const words: (WordNode | Assignment)[] = [];
  const redirections: Redirection[] = [];
  for (const one of node.prefix) {
    if (one.type === "Assignment") assignments.push(assignmentOf(one, notes));
    else redirections.push(redirectionOf(one, notes));
  }
  if (node.name !== undefined) words.push(wordOf(node.name, notes));
  for (const one of node.suffix) {
    if (one.type === "Word") words.push(wordOf(one, notes));
    else if (one.type === "Assignment") words.push(assignmentOf(one, notes));
    else redirections.push(redirectionOf(one, notes));
  }
  return { kind: "simple", start: node.pos, end: node.end, assignments, words, redirections };
}

function assignmentOf(node: ParsedAssignment, notes: Notes): Assignment {
  const { value } = node;
  const isArray = value.type === "ArrayValue";
  if (isArray || node.append === true || node.index !== undefined) notes.bashOnly = true;
  return {
    start: node.pos,
    end: node.end,
    text: node.text,
    name: node.name,
    value: isArray ? null : wordOf(value, notes, true),
    elements: isArray ? (value satisfies ArrayValue).elements.map((one) => wordOf(one, notes)) : null,
    append: node.append === true,
    index: node.index === undefined ? null : wordOf(node.index, notes),
  };
}

function redirectionOf(node: ParsedRedirection, notes: Notes): Redirection {
  const { descriptor } = node;
  const variable = descriptor?.type === "FileDescriptorVariable" ? descriptor.name : null;
  const hereDocument = node.type === "HereDoc";
  if (node.type === "HereString" || variable !== null || node.operator.startsWith("&>"))
    notes.bashOnly = true;
  return {
    start: node.pos,
    end: node.end,
    operator: hereDocument ? "<<" : node.operator,
    descriptor: descriptor?.type === "FileDescriptor" ? descriptor.value : null,
    variable,
    target: hereDocument || node.target === undefined ? null : wordOf(node.target, notes),
    body: hereDocument ? hereDocumentOf(node, notes) : null,
  };
}

function hereDocumentOf(node: Extract<ParsedRedirection, { type: "HereDoc" }>, notes: Notes): WordNode {
  const { pos, end, text, parts } = node.body;
  // `<<-` takes the tabs away from the beginnings of lines; the parser keeps them.
  const strip = (from: string): string => (node.operator === "<<-" ? from.replace(/^\t+/gm, "") : from);
  if (parts === undefined || node.delimiter?.quoted === true) {
    const literal = strip(node.delimiter?.quoted === true ? text : unescapeBody(text));
    const at = literal === text ? pos : -1;
    return { start: pos, end, text, literal, at, parts: NONE, braces: false };
  }
  const inside = partsOf(parts, notes, true).map((part) =>
    part.kind === "text" ? { ...part, text: strip(part.text) } : part,
  );
  return {
    start: pos,
    end,
    text,
    literal: null,
    at: -1,
    parts: [{ kind: "quoted", parts: inside }],
    braces: false,
  };
}

/** In a here-document that is expanded a backslash escapes `$`, a backquote, itself and the end of the line. */
function unescapeBody(text: string): string {
  return text.includes("\\")
    ? text.replace(/\\([$`\\]|\n)/g, (_, escaped: string) => (escaped === "\n" ? "" : escaped))
    : text;
}

function wordOf(node: ParsedWord, notes: Notes, assigned = false): WordNode {
  const { text, pos, end } = node;
  // The parser makes parts and values when they are asked for; most words need neither.
  if (PLAIN.test(text)) return { start: pos, end, text, literal: text, at: pos, parts: NONE, braces: false };
  const { value, parts } = node;
  if (parts === undefined) {
    if (!assigned && text.charCodeAt(0) !== TILDE) return literalWord(pos, end, text, value);
    if (assigned && !text.includes("~")) return literalWord(pos, end, text, value);
    const split = tildeParts(text, value, assigned, true);
    if (split === null) return literalWord(pos, end, text, value);
    return { start: pos, end, text, literal: null, at: -1, parts: split, braces: false };
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
  const converted = partsOf(parts, notes, false);
  const first = parts[0];
  if (first?.type === "Literal" && (assigned ? text.includes("~") : text.charCodeAt(0) === TILDE)) {
    const split = tildeParts(first.text, first.value, assigned, false);
    if (split !== null) {
      return {
        start: pos,
        end,
        text,
        literal: null,
        at: -1,
        parts: [...split, ...converted.slice(1)],
        braces,
      };
    }
  }
  if (literal) {
    const joined = converted.map((part) => (part.kind === "text" ? part.text : "")).join("");
    return { start: pos, end, text, literal: joined, at: -1, parts: NONE, braces: false };
  }
  return { start: pos, end, text, literal: null, at: -1, parts: converted, braces };
}

const TILDE = 126;
/** Nothing in it is quoted or expanded. */
const PLAIN = /^[\w/.,:=@%+-]+$/;

function literalWord(start: number, end: number, text: string, value: string): WordNode {
  return { start, end, text, literal: value, at: text === value ? start : -1, parts: NONE, braces: false };
}

/**
 * The parts of a literal that begins with `~`, or, in an assignment, has one after `:`. `null` when there is none.
 *
 * @param last the word ends with this literal: `~user` without a slash counts only then
 */
function tildeParts(text: string, value: string, assigned: boolean, last: boolean): WordPart[] | null {
  // A backslash before the end of the prefix turns the expansion off; elsewhere it makes positions differ.
  if (text !== value) {
    const slash = text.indexOf("/");
    if (assigned || slash === -1 || text.slice(0, slash).includes("\\")) return null;
  }
  const pieces = assigned ? value.split(/(?<=:)/) : [value];
  const parts: WordPart[] = [];
  let found = false;
  pieces.forEach((piece, index) => {
    const body = assigned && piece.endsWith(":") ? piece.slice(0, -1) : piece;
    const slash = body.indexOf("/");
    const complete = slash !== -1 || last || index < pieces.length - 1;
    if (body.charCodeAt(0) === TILDE && complete) {
      found = true;
      const stop = slash === -1 ? body.length : slash;
      parts.push({ kind: "tilde", user: body.slice(1, stop) });
      if (piece.length > stop) parts.push({ kind: "text", text: piece.slice(stop), quoted: false });
    } else {
      parts.push({ kind: "text", text: piece, quoted: false });
    }
  });
  return found ? parts : null;
}

function partsOf(given: readonly ParsedPart[], notes: Notes, quoted: boolean): WordPart[] {
  const parts: WordPart[] = [];
  for (const part of given) {
    if (part.type !== "BraceExpansion" || part.parts === undefined) parts.push(partOf(part, notes, quoted));
    else {
      // Where braces are not expanded they are characters, and what is between them is expanded.
      parts.push({ kind: "text", text: "{", quoted: false }, ...partsOf(part.parts, notes, quoted));
      parts.push({ kind: "text", text: "}", quoted: false });
    }
  }
  return parts;
}

function partOf(part: ParsedPart, notes: Notes, quoted: boolean): WordPart {
  switch (part.type) {
    case "Literal":
      return { kind: "text", text: part.value, quoted };
    case "SingleQuoted":
    case "AnsiCQuoted":
      return { kind: "text", text: part.value, quoted: true };
    case "DoubleQuoted":
    case "LocaleString":
      return { kind: "quoted", parts: partsOf(part.parts, notes, true) };
    case "Glob":
      if (part.kind !== "bracket" || part.parts.every((one) => one.type === "Literal"))
        return { kind: "glob", text: part.text };
      // Quotes and expansions inside of brackets: which characters match is not computed.
      return { kind: "glob", text: "?" };
    case "ExtendedGlob":
      notes.bashOnly = true;
      return { kind: "glob", text: part.text };
    case "BraceExpansion":
      return { kind: "text", text: part.text, quoted: false };
    case "SimpleExpansion":
      return { kind: "parameter", name: part.text.slice(1), prefix: null, index: null, operation: null };
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
        name: part.parameter,
        prefix: part.prefix ?? null,
        index: part.index === undefined ? null : wordOf(part.index, notes),
        operation: part.operation === undefined ? null : operationOf(part.operation, notes),
      };
    case "CommandExpansion":
      return { kind: "command", script: scriptOf(part.script, notes), start: part.pos, end: part.end };
    case "ArithmeticExpansion":
      return { kind: "arithmetic", expression: arithmeticOf(part.expression, notes), text: part.text };
    case "ProcessSubstitution":
      notes.bashOnly = true;
      return {
        kind: "process",
        direction: part.operator === "<" ? "in" : "out",
        script: scriptOf(part.script, notes),
        start: part.pos,
        end: part.end,
      };
  }
}

function operationOf(given: ParameterOperation, notes: Notes): Operation {
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

function arithmeticOf(given: ArithmeticExpression, notes: Notes): Arithmetic;
function arithmeticOf(given: ArithmeticExpression | undefined, notes: Notes): Arithmetic | null;
function arithmeticOf(given: ArithmeticExpression | undefined, notes: Notes): Arithmetic | null {
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
        script: scriptOf(given.script, notes),
        start: given.pos,
        end: given.end,
      };
      return { kind: "word", text: given.text, parts: [part] };
    }
    case "ArithmeticWord":
      return {
        kind: "word",
        text: given.value,
        parts: given.parts === undefined ? NONE : partsOf(given.parts, notes, true),
      };
  }
}

function testWordsOf(given: TestExpression, words: TestWord[], notes: Notes): void {
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
