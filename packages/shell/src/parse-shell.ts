import type {
  ArrayValue,
  Assignment as ParsedAssignment,
  CommandNode,
  CompoundList,
  ParsedScript,
  PipelineNode,
  Redirection as ParsedRedirection,
  Statement as ParsedStatement,
} from "unbash";
import { LIMITS } from "./limits.js";
import { type ParseNotes, arithmeticOf, partsOfWord, partsWord, testWordsOf, wordOf } from "./parse-words.js";
import type {
  Assignment,
  ShellCommand,
  List,
  Redirection,
  ShellScript,
  SimpleNode,
  Statement,
  TestWord,
  WordNode,
} from "./syntax.js";
import * as unbash from "unbash";

const NONE: readonly never[] = [];
const NO_SCRIPT: ShellScript = { list: [], errors: [], bashOnly: false, moved: false };

/** A statement whose command is converted when it is asked for. */
class LazyStatement implements Statement {
  readonly background: boolean;
  readonly start: number;
  readonly end: number;
  readonly #node: ParsedStatement;
  readonly #notes: ParseNotes;
  #command: ShellCommand | null = null;

  constructor(node: ParsedStatement, notes: ParseNotes) {
    this.background = node.background === true;
    this.start = node.pos;
    this.end = node.end;
    this.#node = node;
    this.#notes = notes;
  }

  get command(): ShellCommand {
    return (this.#command ??= commandOf(this.#node.command, this.#notes));
  }
}

/**
 * Parses shell text. Never fails: what cannot be read is in `errors`, and the tree holds what can.
 *
 * @param lazy statements are converted when they are asked for; `bashOnly` is not known then
 * @param spelled words keep their parts as they are written, for a reader that must know how each character is quoted
 *
 * The only place that runs the parser; beside it only `parse-words.ts` knows its types, and every other file those of `syntax.ts`.
 */
export function parseShell(text: string, lazy = true, spelled = false): ShellScript {
  return scriptOf(lateUnbash().parse(text), { bashOnly: false, lazy, spelled, script: scriptOf });
}

function scriptOf(parsed: ParsedScript | undefined, notes: ParseNotes): ShellScript {
  if (parsed === undefined) return NO_SCRIPT;
  const list = statementsOf(parsed.commands, notes);
  const errors =
    parsed.errors === undefined ? NONE : parsed.errors.map(({ message, pos }) => ({ message, start: pos }));
  return { list, errors, bashOnly: notes.bashOnly, moved: parsed.source !== undefined };
}

function statementsOf(given: readonly ParsedStatement[], notes: ParseNotes): Statement[] {
  const list: Statement[] = [];
  // More are never run: the one over the limit says so.
  const most = Math.min(given.length, LIMITS.nodes + 1);
  for (let i = 0; i < most; i++) {
    const one = given[i];
    if (one === undefined) break;
    const statement = new LazyStatement(one, notes);
    if (!notes.lazy) void statement.command;
    list.push(statement);
  }
  return list;
}

function listOf(given: CompoundList | undefined, notes: ParseNotes): List {
  return given === undefined ? NONE : statementsOf(given.commands, notes);
}

function commandOf(
  node: ParsedStatement["command"] | PipelineNode | CommandNode | CompoundList,
  notes: ParseNotes,
): ShellCommand {
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
      // More are never run: the one over the limit says so.
      const commands = node.commands.slice(0, LIMITS.nodes + 1).map((one) => commandOf(one, notes));
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
      const plain = node.expression.type === "TestUnary" || node.expression.type === "TestBinary";
      const not = node.expression.type === "TestNot" && node.expression.operand.type === "TestUnary";
      return { kind: "test", words, plain, not };
    }
    case "ArithmeticCommand":
      notes.bashOnly = true;
      return {
        kind: "compute",
        expression: arithmeticOf(node.expression, notes),
        text: node.body,
        start: node.pos,
      };
  }
}

function simpleOf(node: Extract<CommandNode, { type: "Command" }>, notes: ParseNotes): SimpleNode {
  const assignments: Assignment[] = [];
  const words: (WordNode | Assignment)[] = [];
  const redirections: Redirection[] = [];
  for (const one of node.prefix) {
    if (one.type === "Assignment") assignments.push(assignmentOf(one, notes));
    else redirections.push(redirectionOf(one, notes));
  }
  if (node.name !== undefined) words.push(wordOf(node.name, notes));
  for (const one of node.suffix) {
    if (one.type === "Word") words.push(wordOf(one, notes, "argument"));
    else if (one.type === "Assignment") words.push(assignmentOf(one, notes));
    else redirections.push(redirectionOf(one, notes));
  }
  return { kind: "simple", start: node.pos, end: node.end, assignments, words, redirections };
}

function assignmentOf(node: ParsedAssignment, notes: ParseNotes): Assignment {
  const value = node.value.type === "Word" ? (arrayIn(node.value.text) ?? node.value) : node.value;
  const isArray = value.type === "ArrayValue";
  if (isArray || node.append === true || node.index !== undefined) notes.bashOnly = true;
  return {
    start: node.pos,
    end: node.end,
    text: node.text,
    name: node.name,
    value: isArray ? null : wordOf(value, notes, "value"),
    elements: isArray ? (value satisfies ArrayValue).elements.map((one) => wordOf(one, notes)) : null,
    append: node.append === true,
    index: node.index === undefined ? null : wordOf(node.index, notes),
  };
}

/** `(…)x` behind `=` is a string in which is expanded what an array would have; `$!`, the first of these, is not known. */
function arrayIn(text: string): ArrayValue | null {
  const end = text.startsWith("(") ? text.lastIndexOf(")") : -1;
  if (end === -1) return null;
  const [one] = lateUnbash().parse(`x=($! ${text.slice(1, end)} ${text.slice(end + 1)})`).commands;
  const [first] = one?.command.type === "Command" ? one.command.prefix : [];
  return first?.type === "Assignment" && first.value.type === "ArrayValue" ? first.value : null;
}

function redirectionOf(node: ParsedRedirection, notes: ParseNotes): Redirection {
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
    target:
      hereDocument || node.target === undefined
        ? null
        : wordOf(node.target, notes, node.type === "HereString" ? "value" : "word"),
    body: hereDocument ? hereDocumentOf(node, notes) : null,
    delimiter: hereDocument
      ? {
          text: node.delimiter?.text ?? "",
          quoted: node.delimiter?.quoted === true,
          closed: node.closing !== undefined,
        }
      : null,
  };
}

function hereDocumentOf(node: Extract<ParsedRedirection, { type: "HereDoc" }>, notes: ParseNotes): WordNode {
  const { pos, end, text, parts } = node.body;
  // `<<-` takes the tabs away from the beginnings of lines; the parser keeps them.
  const strip = (from: string): string => (node.operator === "<<-" ? from.replace(/^\t+/gm, "") : from);
  if (parts === undefined || node.delimiter?.quoted === true) {
    const literal = strip(node.delimiter?.quoted === true ? text : unescapeBody(text));
    const at = literal === text ? pos : -1;
    return { start: pos, end, text, literal, at, parts: NONE, braces: false };
  }
  const inside = partsOfWord(parts, notes, true).map((part) =>
    part.kind === "text" ? { ...part, text: strip(part.text) } : part,
  );
  return partsWord(node.body, [{ kind: "quoted", parts: inside, start: pos }], false);
}

/** In a here-document that is expanded a backslash escapes `$`, a backquote, itself and the end of the line. */
function unescapeBody(text: string): string {
  return text.includes("\\")
    ? text.replace(/\\([$`\\]|\n)/g, (_, escaped: string) => (escaped === "\n" ? "" : escaped))
    : text;
}

/** The parser. The build lets it run on the first call: most of what imports this package reads no command at once. */
function lateUnbash(): typeof unbash {
  return unbash;
}
