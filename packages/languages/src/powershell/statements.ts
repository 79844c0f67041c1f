import type { List, ShellCommand, Statement, WordNode } from "@gatehouse-hooks/shell";
import {
  assignNode,
  assignmentOf,
  groupOf,
  madeWord,
  maybeNode,
  printNode,
  simpleNode,
  statementOf,
  unknownPart,
  scriptWord,
} from "../script/script-nodes.js";
import { pathsValue } from "./expressions.js";
import { redirectionsOf } from "./arguments.js";
import { readCommand } from "./commands.js";
import { KEYWORDS } from "./keywords.js";
import { passedOn } from "./known-calls.js";
import {
  type PowerShellReader,
  type ShellValue,
  deeper,
  peek,
  runs,
  skipBlanks,
  skipBreaks,
  skipLines,
  countStep,
  take,
  unread,
  valueWord,
  valueWords,
} from "./reader.js";
import { ITEM, variableName } from "./variables.js";

/** More than a shell runs of one text: the one over that says so. */
const MOST_STATEMENTS = 1_600;

/**
 * Statements up to a closing bracket, which is not read.
 *
 * @param list where they go as they are read
 */
export function readStatements(
  reader: PowerShellReader,
  closing: "" | ")" | "}",
  list: Statement[] = [],
): List {
  while (list.length <= MOST_STATEMENTS) {
    countStep(reader);
    skipLines(reader);
    const start = reader.at;
    const next = reader.text[start];
    if (next === undefined || (closing !== "" && next === closing)) break;
    if (next === ")" || next === "}") {
      unread(reader, `unexpected ${next}`);
      reader.at++;
      continue;
    }
    const command = readStatement(reader);
    const isBeside = take(reader, /[ \t]*&(?!&)/y) !== null;
    if (command !== null) list.push(statementOf(command, { start, end: reader.at }, isBeside));
    if (reader.at === start) {
      unread(reader, "not understood");
      reader.at++;
    }
  }
  return list;
}

const KEYWORD =
  /(?:if|foreach|for|while|do|switch|try|function|filter|param|return|break|continue|exit|throw|begin|process|end|clean|dynamicparam|trap|class|enum|using|data)\b(?![-\\/.=:])/iy;

function readStatement(reader: PowerShellReader): ShellCommand | null {
  const start = reader.at;
  take(reader, /:\w+[ \t]+(?=(?:for|foreach|while|do|switch)\b)/iy);
  const keyword = take(reader, KEYWORD)?.toLowerCase();
  if (keyword === undefined) return readChain(reader);
  const read = KEYWORDS[keyword];
  return read === undefined ? null : deeper(reader, () => read(reader, start, keyword));
}

/** Pipelines with `&&` and `||` between. */
function readChain(reader: PowerShellReader): ShellCommand | null {
  const first = readPipeline(reader);
  if (first === null) return null;
  const commands = [first];
  const operators: ("&&" | "||")[] = [];
  for (;;) {
    skipBlanks(reader);
    const operator = take(reader, /&&|\|\|/y);
    if (operator === null) break;
    skipBreaks(reader);
    const next = readPipeline(reader);
    if (next === null) break;
    operators.push(operator === "&&" ? "&&" : "||");
    commands.push(next);
  }
  return operators.length === 0 ? first : { kind: "chain", commands, operators };
}

const ASSIGNS = /(?:[-+*/%]|\?\?)?=(?!=)/y;
const TARGET =
  /(?:\[[\w.]{1,100}(?:\[[\w.,]{0,100}\])?\]\s{0,20})*\$(?:\{[^}]{0,200}\}|[\w:]{1,200})(?:(?:\.\w{1,100}|\[[^\]\n]{0,200}\]){0,20})[ \t]{0,20}(?=(?:[-+*/%]|\?\?)?=(?!=))/y;
const VALUE =
  /["'$([@{]|[-+!](?=[\d$("'@[]|not\b)|\d[\w.]*(?=[\s,;|)+*/%-]|\.\.|$)|-not\b|-join\b|-split\b/iy;

/** Commands and values with pipes between. */
export function readPipeline(reader: PowerShellReader): ShellCommand | null {
  const { at } = reader;
  const target = take(reader, TARGET);
  if (target !== null) return deeper(reader, () => readAssignment(reader, target, at));
  const commands: ShellCommand[] = [];
  for (;;) {
    const isFirst = commands.length === 0;
    const from = reader.at;
    const isValue = isFirst && peek(reader, VALUE) !== null;
    const value = isValue ? redirected(reader, printed(reader, reader.expression())) : null;
    commands.push(value ?? readCommand(reader, !isFirst));
    skipBlanks(reader);
    if (reader.at === from || take(reader, /\|(?!\|)/y) === null) break;
    skipBreaks(reader);
  }
  const [only] = commands;
  if (only === undefined || commands.length === 1) return only ?? null;
  const passing = overPaths(commands);
  return { kind: "pipeline", commands: passing, both: passing.slice(1).map(() => false), negated: false };
}

/** Where a value goes that is no command's. */
function redirected(reader: PowerShellReader, command: ShellCommand): ShellCommand {
  const redirections = redirectionsOf(reader);
  if (peek(reader, /[|;&)}\n]|\r\n|$/y) === null) unread(reader, "expected the end of the statement");
  return redirections.length === 0 ? command : { kind: "redirected", command, redirections };
}

/** What runs for each line that comes in runs for each path, where it is known which come in. */
function overPaths(commands: readonly ShellCommand[]): readonly ShellCommand[] {
  let paths: readonly WordNode[] = [];
  return commands.map((command): ShellCommand => {
    const given = paths;
    paths = passedOn(command, given);
    if (command.kind !== "while" || given.length === 0) return command;
    return { kind: "for", name: ITEM, words: given, body: command.body };
  });
}

/** A value as a command that prints it, or what runs in it where that is all. */
function printed(reader: PowerShellReader, value: ShellValue): ShellCommand {
  const [part] = value.parts;
  const inner = part?.kind === "quoted" ? part.parts[0] : part;
  const isOne = value.parts.length === 1 && value.items === null;
  if (isOne && inner?.kind === "command") return { kind: "group", body: inner.script.list };
  return printNode(valueWords(reader, value), value);
}

/** The value of what comes behind `=`: an expression, or what a command prints. */
export function readAssigned(reader: PowerShellReader): ShellValue {
  skipBreaks(reader);
  const start = reader.at;
  const isKeyword = peek(reader, /(?:if|foreach|for|while|switch|try)\b/iy) !== null;
  if (!isKeyword && peek(reader, VALUE) !== null && peek(reader, TARGET) === null) {
    const mark = reader.errors.length;
    const value = reader.expression();
    skipBlanks(reader);
    if (peek(reader, /\|(?!\|)|&&/y) === null || reader.errors.length > mark) return value;
    reader.at = start;
  }
  const command = isKeyword ? readStatement(reader) : readPipeline(reader);
  const place = { start, end: reader.at };
  const list = command === null ? [] : [statementOf(command, place)];
  const paths = command === null ? [] : passedOn(command);
  if (paths.length > 0) return pathsValue(list, paths, place);
  const script = { list, errors: [], bashOnly: false, moved: false };
  return { parts: [{ kind: "command", script, ...place }], items: null, ...place };
}

function readAssignment(reader: PowerShellReader, target: string, start: number): ShellCommand {
  const operator = take(reader, ASSIGNS) ?? "=";
  const value = readAssigned(reader);
  const place = { start, end: reader.at };
  const written = /\$\{?([^}\s.[]+)/.exec(target)?.[1] ?? "";
  const isWhole = !/[.[]/.test(target.replace(/^(?:\[[\w.[\]]+\]\s*)+/, ""));
  const unknown = scriptWord([unknownPart(start)], place, "");
  const isKept = isWhole && (operator === "=" || operator === "+=");
  const environment = /^env:(.*)$/i.exec(written)?.[1];
  if (environment !== undefined) {
    const word = isKept && operator === "=" ? valueWord(reader, value) : unknown;
    const own = assignmentOf(environment.toUpperCase().replaceAll(/\W/g, "_"), word, place);
    return simpleNode([madeWord("export", place), own], place);
  }
  const name = variableName(written);
  if (!isKept) {
    // Whatever it holds besides: what runs in the value runs.
    const runsInIt = runs(value.parts)
      ? [assignNode(assignmentOf("ps_unused", valueWord(reader, value), place))]
      : [];
    return groupOf(
      [...runsInIt, maybeNode([statementOf(assignNode(assignmentOf(name, unknown, place)), place)], place)],
      place,
    );
  }
  const words: WordNode | readonly WordNode[] =
    value.items === null ? valueWord(reader, value) : valueWords(reader, value);
  return assignNode(assignmentOf(name, words, place, operator === "+="));
}
