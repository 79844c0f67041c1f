import type { List, ShellCommand, ShellScript, Statement } from "@gatehouse-hooks/shell";
import { groupOf, madeWord, simpleNode, statementOf } from "../script/script-nodes.js";
import { readFor, readIf } from "./cmd-blocks.js";
import { labelName, localLines, orderLines } from "./cmd-flow.js";
import { type CmdReader, type LineMark, skipBlanks, take } from "./cmd-reader.js";
import { readSimple, readWords, redirected, redirectionsOf } from "./cmd-simple.js";
import { writtenValues } from "./cmd-values.js";

const MAX_DEPTH = 40;

/**
 * A text of `cmd` as the tree of a shell. Its own commands are those of PowerShell that do the same. Never fails: what cannot be read
 * is in `errors`.
 */
export function parseCmd(text: string): ShellScript {
  const errors: { readonly message: string; readonly start: number }[] = [];
  const fail = (message: string, start: number): void => {
    if (errors.length < 20) errors.push({ message, start });
  };
  const reader = readerOf(text, {
    ...{ fail, depth: 0, loops: new Set<string>(), set: new Set<string>(), used: new Set<string>() },
    ...{ late: new Set<string>(), values: writtenValues(text), unclear: 0 },
    ...{ open: new Set<string>(), marks: new Map<ShellCommand, LineMark>() },
    ...{ matched: new Set<ShellCommand>(), called: new Set<string>() },
  });
  const list = orderLines(reader, readLines(reader, "", readLine), reader.called);
  for (const [command, { kind, at }] of reader.marks)
    if (kind === "endlocal" && !reader.matched.has(command)) fail("endlocal", at);
  // Wildcards in values are matched by the shell of the tree: what begins with a dot, too.
  const place = { start: 0, end: 0 };
  const dots = simpleNode(
    ["shopt", "-s", "dotglob"].map((one) => madeWord(one, place)),
    place,
  );
  const before = reader.values.wild.size > 0 ? [statementOf(dots, place)] : [];
  return { list: [...before, ...list], errors, bashOnly: false, moved: false };
}

function readerOf(
  text: string,
  shared: Omit<CmdReader, "text" | "at" | "plus" | "command" | "inside">,
): CmdReader {
  const reader: CmdReader = {
    ...{ ...shared, text, at: 0, plus: false },
    command: () => readChain(reader),
    inside: (at, to) => {
      const inner = readerOf(text.slice(0, to), { ...shared, depth: reader.depth + 1 });
      inner.at = at;
      return readLines(inner, "", readChain);
    },
  };
  return reader;
}

/** Commands up to a closing parenthesis, which is not read. */
function readLines(
  reader: CmdReader,
  closing: "" | ")",
  read: (reader: CmdReader) => ShellCommand | null,
): List {
  const list: Statement[] = [];
  // One more than a shell runs of one text, which then says so.
  while (list.length <= 1_600) {
    take(reader, /(?:[\s&]|\^\r?\n)+/y);
    const start = reader.at;
    const next = reader.text[start];
    if (next === undefined || next === closing) return list;
    const command = read(reader);
    if (command !== null) list.push(statementOf(command, { start, end: reader.at }));
    if (reader.at > start) continue;
    reader.fail("not understood", reader.at);
    reader.at++;
  }
  return list;
}

/**
 * A line, with the blocks that begin in it. `%X%` is what it was before the line, whatever the line sets; in `cmd /c` it is that where
 * nothing set it before. So what a line sets and uses has both values.
 */
function readLine(reader: CmdReader): ShellCommand | null {
  const start = reader.at;
  const marks = [...reader.marks.keys()];
  reader.set.clear();
  reader.used.clear();
  reader.late.clear();
  const command = readChain(reader);
  const open = [...reader.late];
  if (open.length === 0) return command;
  for (const one of reader.marks.keys()) if (!marks.includes(one)) reader.marks.delete(one);
  const again = readerOf(reader.text, { ...reader, open: new Set(open) });
  again.at = start;
  const second = readChain(again);
  reader.at = again.at;
  return second;
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
  const place = { start, end: reader.at };
  if (!done.some((one) => reader.marks.get(one)?.kind === "setlocal")) return groupOf(done, place);
  if (done.length === 1) return done[0] ?? null;
  const list = done.map((one) => statementOf(one, place));
  return { kind: "group", body: localLines(reader, list, false) };
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
    reader.fail("nested too deep", reader.at);
    reader.at = reader.text.length;
    return null;
  }
  reader.depth++;
  const command = readNested(reader);
  reader.depth--;
  return command;
}

const READS: Readonly<Record<string, (reader: CmdReader, start: number) => ShellCommand | null>> = {
  goto: (reader, start) => readJump(reader, start),
  setlocal: (reader, start) => {
    take(reader, /[^\r\n&|)<>]*/y);
    return marked(reader, "setlocal", "", start);
  },
  endlocal: (reader, start) => marked(reader, "endlocal", "", start),
  call: (reader, start) => {
    skipBlanks(reader);
    return readCall(reader, start);
  },
  if: (reader) => readIf(reader),
  for: (reader) => readFor(reader),
};

function readNested(reader: CmdReader): ShellCommand | null {
  take(reader, /@[ \t]*/y);
  const start = reader.at;
  if (take(reader, /(?:rem\b|::)[^\r\n]*/iy) !== null) return { kind: "group", body: [] };
  const label = take(reader, /:[^\r\n]*/iy);
  if (label !== null) return marked(reader, "label", label.slice(1), start);
  const word = take(reader, /(?:goto|setlocal|endlocal|(?:call|if|for)(?=[ \t]))\b/iy)?.toLowerCase();
  if (word !== undefined) return READS[word]?.(reader, start) ?? null;
  if (reader.text[reader.at] !== "(") return readSimple(reader);
  reader.at++;
  const body = readLines(reader, ")", readChain);
  if (take(reader, /\)/y) === null) reader.fail("expected )", reader.at);
  return redirected({ kind: "group", body }, redirectionsOf(reader));
}

function marked(reader: CmdReader, kind: LineMark["kind"], name: string, at: number): ShellCommand {
  const place = kind === "label" ? [] : redirectionsOf(reader);
  const command = redirected({ kind: "group", body: [] }, place);
  const label = /^[^\s:+&|<>()]*/.exec(name.trim())?.[0].toLowerCase() ?? "";
  // In a block, a label is not one that can be jumped to and from there go on in the block.
  if (kind === "label" && reader.depth > 1 && label !== "") reader.fail("a label in a block", at);
  else reader.marks.set(command, { kind, label, at });
  return command;
}

/** `goto :eof` ends what was called; another jump is the last of its line. */
function readJump(reader: CmdReader, start: number): ShellCommand {
  const label = (take(reader, /[ \t]*:?[ \t]*[^\s&|<>()]*/y) ?? "").trim().replace(/^:?\s*/, "");
  if (label.toLowerCase() === "eof")
    return simpleNode([madeWord("return", { start, end: reader.at })], { start, end: reader.at });
  const isLast =
    /^[ \t]*(?:\d?>>?[ \t]*(?:nul|&\d)[ \t]*)*(?:$|\)?[ \t]*[\r\n]|\)[ \t]*(?:$|else\b|\)))/i.test(
      reader.text.slice(reader.at, reader.at + 200),
    );
  if (!isLast || /[%!]/.test(label)) reader.fail("a jump", start);
  return marked(reader, "goto", label, start);
}

/** `call :label words`, `call program words`, `call set X=%%Y%%`. */
function readCall(reader: CmdReader, start: number): ShellCommand | null {
  const label = take(reader, /:[^\s&|<>()]*/y)
    ?.slice(1)
    .toLowerCase();
  if (label === undefined) return readSimple(reader);
  const { words, redirections } = readWords(reader, []);
  const place = { start, end: reader.at };
  // What it is called with is text, which is matched and split where it is used.
  if (words.some(({ text }) => /[*?]|[%!]/.test(text)) && reader.values.open.size > 0)
    reader.fail("words in a variable", start);
  if (words.some(({ text }) => /[*?]/.test(text) || (/\s/.test(text) && /%~[1-9]/.test(reader.text))))
    reader.fail("words in an argument", start);
  reader.called.add(label);
  return redirected(simpleNode([madeWord(labelName(label), place), ...words], place), redirections);
}
