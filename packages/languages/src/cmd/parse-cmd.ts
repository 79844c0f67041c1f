import type {
  List,
  Redirection,
  ShellCommand,
  ShellScript,
  Statement,
  WordNode,
} from "@gatehouse-hooks/shell";
import { groupOf, madeWord, statementOf, scriptWord } from "../script/script-nodes.js";
import { slashed } from "../script/windows-names.js";
import { readFor, readIf } from "./cmd-blocks.js";
import { ownCommand } from "./cmd-commands.js";
import { type CmdReader, readRest, readCmdWord, skipBlanks, take } from "./cmd-reader.js";

const MAX_DEPTH = 40;

/**
 * A text of `cmd` as the tree of a shell. Its own commands are those of PowerShell that do the same. Never fails: what cannot be read
 * is in `errors`.
 */
export function parseCmd(text: string): ShellScript {
  const errors: CmdReader["errors"] = [];
  return { list: readPart(text, 0, 0, errors), errors, bashOnly: false, moved: false };
}

function readPart(text: string, from: number, depth: number, errors: CmdReader["errors"]): List {
  const reader: CmdReader = {
    ...{ text, at: from, depth, errors },
    command: () => readChain(reader),
    inside: (at, to) => readPart(text.slice(0, to), at, reader.depth + 1, errors),
  };
  return readLines(reader, "");
}

/** Commands up to a closing parenthesis, which is not read. */
function readLines(reader: CmdReader, closing: "" | ")"): List {
  const list: Statement[] = [];
  // One more than a shell runs of one text, which then says so.
  while (list.length <= 1_600) {
    take(reader, /(?:[\s&]|\^\r?\n)+/y);
    const start = reader.at;
    const next = reader.text[start];
    if (next === undefined || next === closing) return list;
    const command = readChain(reader);
    if (command !== null) list.push(statementOf(command, { start, end: reader.at }));
    if (reader.at > start) continue;
    unread(reader, "not understood");
    reader.at++;
  }
  return list;
}

function unread(reader: CmdReader, message: string): void {
  if (reader.errors.length < 20) reader.errors.push({ message, start: reader.at });
}

/** Pipelines with `&`, `&&` and `||` between, in one line. */
function readChain(reader: CmdReader): ShellCommand | null {
  const start = reader.at;
  const first = readPipeline(reader);
  if (first === null) return null;
  let commands = [first];
  let operators: ("&&" | "||")[] = [];
  const done: ShellCommand[] = [];
  const finish = (): void => {
    const [only] = commands;
    if (only !== undefined) done.push(operators.length === 0 ? only : { kind: "chain", commands, operators });
  };
  for (;;) {
    skipBlanks(reader);
    const operator = take(reader, /&&|\|\||&/y);
    if (operator === null) break;
    skipBlanks(reader);
    const next = readPipeline(reader);
    if (next === null) break;
    if (operator === "&") {
      finish();
      [commands, operators] = [[next], []];
    } else {
      commands.push(next);
      operators.push(operator === "&&" ? "&&" : "||");
    }
  }
  finish();
  return groupOf(done, { start, end: reader.at });
}

function readPipeline(reader: CmdReader): ShellCommand | null {
  const commands: ShellCommand[] = [];
  do {
    skipBlanks(reader);
    const command = readCommand(reader);
    if (command === null) break;
    commands.push(command);
    skipBlanks(reader);
  } while (take(reader, /\|(?!\|)/y) !== null);
  const [only] = commands;
  if (commands.length < 2) return only ?? null;
  return { kind: "pipeline", commands, both: commands.slice(1).map(() => false), negated: false };
}

function readCommand(reader: CmdReader): ShellCommand | null {
  if (reader.depth > MAX_DEPTH) {
    unread(reader, "nested too deep");
    reader.at = reader.text.length;
    return null;
  }
  reader.depth++;
  const command = readNested(reader);
  reader.depth--;
  return command;
}

function readNested(reader: CmdReader): ShellCommand | null {
  take(reader, /@[ \t]*/y);
  if (take(reader, /(?:rem\b|::?)[^\r\n]*/iy) !== null) return { kind: "group", body: [] };
  if (take(reader, /if\b(?=[ \t])/iy) !== null) return readIf(reader);
  if (take(reader, /for\b(?=[ \t])/iy) !== null) return readFor(reader);
  if (reader.text[reader.at] !== "(") return readSimple(reader);
  const start = reader.at;
  reader.at++;
  const body = readLines(reader, ")");
  if (take(reader, /\)/y) === null) unread(reader, "expected )");
  const redirections = redirectionsOf(reader);
  const command: ShellCommand = { kind: "group", body };
  return redirections.length === 0
    ? command
    : { kind: "redirected", command: groupOf([command], { start, end: reader.at }), redirections };
}

const REDIRECTION = /[0-9]?(?:>>?&[0-9]|<&[0-9]|>>?|<)/y;

function redirectionsOf(reader: CmdReader): readonly Redirection[] {
  const all: Redirection[] = [];
  for (;;) {
    skipBlanks(reader);
    const one = redirection(reader);
    if (one === null) return all;
    all.push(one);
  }
}

function redirection(reader: CmdReader): Redirection | null {
  const start = reader.at;
  const written = take(reader, REDIRECTION);
  if (written === null) return null;
  const number = /^[0-9]/.exec(written)?.[0];
  const descriptor = number === undefined ? null : Number(number);
  const to = /&([0-9])$/.exec(written)?.[1];
  const base = { start, end: reader.at, variable: null, body: null, delimiter: null, descriptor };
  if (to !== undefined)
    return { ...base, operator: written.includes("<") ? "<&" : ">&", target: madeWord(to, base) };
  skipBlanks(reader);
  const word = readCmdWord(reader);
  if (word === null) return null;
  const parts = word.parts.map((part) =>
    part.kind === "text" ? { ...part, text: slashed(part.text) } : part,
  );
  const whole = scriptWord(parts, word, word.text);
  const target = /^(?:\\\\\.\\)?nul:?$/i.test(word.text) ? madeWord("/dev/null", word) : whole;
  return { ...base, end: reader.at, operator: written.replace(/^[0-9]/, ""), target };
}

/** A command, its words and where its output goes. */
function readSimple(reader: CmdReader): ShellCommand | null {
  const start = reader.at;
  const redirections: Redirection[] = [...redirectionsOf(reader)];
  // `rd/s/q x`, `cd..`, `echo.`: a name ends where an option or a dot begins.
  const short = take(
    reader,
    /(?:del|erase|rd|rmdir|cd|chdir|md|mkdir|dir|copy|move|type|echo|ren|rename|start|call|exit|set|pushd)(?=[/.\\:])(?![.]\w+[\s"])/iy,
  );
  const first = short === null ? readCmdWord(reader) : null;
  if (first === null && short === null) return null;
  const name = short ?? "";
  const place = { start, end: reader.at };
  const head = first === null ? madeWord(name, place) : scriptWord(first.parts, first, first.text);
  const known = (head.literal ?? "").toLowerCase();
  if (known === "echo" || known === "set") {
    const rest = readRest(reader);
    redirections.push(...redirectionsOf(reader));
    return ownCommand(head, [], rest, { start, end: reader.at }, redirections);
  }
  const words: WordNode[] = [];
  for (;;) {
    skipBlanks(reader);
    const redirects = redirection(reader);
    if (redirects !== null) {
      redirections.push(redirects);
      continue;
    }
    const word = readCmdWord(reader);
    if (word === null) break;
    words.push(scriptWord(word.parts, word, word.text));
  }
  return ownCommand(head, words, [], { start, end: reader.at }, redirections);
}
