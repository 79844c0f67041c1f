import type { List, ShellCommand, WordNode } from "@gatehouse-hooks/shell";
import {
  eachLine,
  groupOf,
  madeWord,
  maybeNode,
  statementOf,
  unknownPart,
  scriptWord,
} from "../script/script-nodes.js";
import { type CmdReader, loopName, readCmdWord, skipBlanks, take } from "./cmd-reader.js";

function bodyOf(reader: CmdReader): List {
  skipBlanks(reader);
  const start = reader.at;
  const command = reader.command();
  return command === null ? [] : [statementOf(command, { start, end: reader.at })];
}

/** `if [not] exist a command [else command]`, `if a==b …`: either may run. */
export function readIf(reader: CmdReader): ShellCommand {
  const start = reader.at;
  skipBlanks(reader);
  while (take(reader, /(?:\/i|not)\b[ \t]*/iy) !== null) continue;
  if (take(reader, /(?:exist|defined|errorlevel|cmdextversion)[ \t]+/iy) !== null) readCmdWord(reader);
  else {
    readCmdWord(reader);
    take(reader, /[ \t]*(?:==|(?:equ|neq|lss|leq|gtr|geq)\b)[ \t]*/iy);
    readCmdWord(reader);
  }
  const place = { start, end: reader.at };
  const then = maybeNode(bodyOf(reader), place);
  const before = reader.at;
  take(reader, /\s*/y);
  if (take(reader, /else\b/iy) === null) {
    reader.at = before;
    return then;
  }
  return groupOf([then, maybeNode(bodyOf(reader), place)], place);
}

/** `for %i in (a b) do …`, `for /f %i in ('command') do …`, `for /r folder %i in (*.x) do …`. */
export function readFor(reader: CmdReader): ShellCommand {
  const start = reader.at;
  skipBlanks(reader);
  const option = take(reader, /\/[dflr]\b/iy)?.toLowerCase() ?? "";
  skipBlanks(reader);
  if (option === "/f") take(reader, /"[^"]*"|(?:tokens|delims|skip|eol|usebackq)\S*/iy);
  const folder = option === "/r" && reader.text[reader.at] !== "%" ? readCmdWord(reader) : null;
  skipBlanks(reader);
  const letter = /[A-Za-z]$/.exec(take(reader, /%%?[A-Za-z]/y) ?? "")?.[0] ?? "i";
  skipBlanks(reader);
  take(reader, /in\b/iy);
  skipBlanks(reader);
  take(reader, /\(/y);
  const inside =
    /^(?:[^()"']|"[^"]*"|'[^']*')*/.exec(reader.text.slice(reader.at, reader.at + 4000))?.[0] ?? "";
  const from = reader.at;
  reader.at += inside.length;
  take(reader, /\)/y);
  const place = { start, end: reader.at };
  skipBlanks(reader);
  take(reader, /do\b/iy);
  const list = listed(reader, from, inside, option);
  const body = bodyOf(reader);
  if (list.command !== null) {
    const lines = eachLine(loopName(letter), body, place);
    return { kind: "pipeline", commands: [list.command, lines], both: [false], negated: false };
  }
  const words =
    folder === null && option !== "/r"
      ? list.words
      : list.words.map((one) => below(one, folder?.text ?? "."));
  return { kind: "for", name: loopName(letter), words, body };
}

/** Somewhere below a folder. */
function below(word: WordNode, folder: string): WordNode {
  const { start } = word;
  const parts = [
    {
      kind: "text",
      text: `${folder.replaceAll('"', "").replaceAll("\\", "/")}/`,
      quoted: true,
      start,
    } as const,
    unknownPart(start),
  ];
  return scriptWord(parts, word, word.text);
}

/** What is between the parentheses of a `for`. */
function listed(
  reader: CmdReader,
  from: number,
  inside: string,
  option: string,
): { readonly words: readonly WordNode[]; readonly command: ShellCommand | null } {
  const place = { start: from, end: from + inside.length };
  if (option === "/l") return { words: [scriptWord([unknownPart(from)], place, inside)], command: null };
  const code = option === "/f" ? /^\s*(['`])([^]*)\1\s*$/.exec(inside)?.[2] : undefined;
  if (code !== undefined) {
    const at = from + inside.indexOf(code);
    return { words: [], command: { kind: "group", body: reader.inside(at, at + code.length) } };
  }
  const own: CmdReader = { ...reader, text: reader.text.slice(0, place.end), at: from };
  const words: WordNode[] = [];
  for (;;) {
    skipBlanks(own);
    const word = readCmdWord(own);
    if (word === null) break;
    words.push(scriptWord(word.parts, word, word.text));
  }
  if (option !== "/f") return { words, command: null };
  // Lines of files.
  const command: ShellCommand = {
    ...{ kind: "simple", ...place, assignments: [], redirections: [] },
    words: [madeWord("Get-Content", place), ...words],
  };
  return { words: [], command };
}
