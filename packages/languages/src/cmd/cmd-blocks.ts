import type { List, ShellCommand, WordNode } from "@gatehouse-hooks/shell";
import {
  type Extent,
  eachLineOf,
  groupOf,
  madeWord,
  maybeNode,
  statementOf,
  unknownPart,
  unknownTest,
  scriptWord,
} from "../script/script-nodes.js";
import { matchedPath } from "./cmd-files.js";
import { type CmdReader, loopName, readCmdWord, skipBlanks, take } from "./cmd-reader.js";

/** A body, where the variable of the loop is known. */
function loopBody(reader: CmdReader, letter: string): List {
  const isOuter = reader.loops.has(letter);
  reader.loops.add(letter);
  const body = bodyOf(reader);
  if (!isOuter) reader.loops.delete(letter);
  return body;
}

/** A body, where the variable of the loop is not known. */
function partBody(reader: CmdReader, letter: string): List {
  const isOuter = reader.loops.delete(letter);
  const body = bodyOf(reader);
  if (isOuter) reader.loops.add(letter);
  return body;
}

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
  if (take(reader, /(?:exist|defined|errorlevel|cmdextversion)[ \t]+/iy) !== null) readSide(reader);
  else {
    readSide(reader);
    take(reader, /[ \t]*(?:==|(?:equ|neq|lss|leq|gtr|geq)\b)[ \t]*/iy);
    readSide(reader);
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

/** What a test compares: of a value of several words, all but the first are the command. */
function readSide(reader: CmdReader): void {
  const word = readCmdWord(reader);
  if (word?.parts.some((part) => part.kind === "parameter") === true)
    reader.fail("words in a variable", word.start);
}

/** A loop up to `do`. */
interface LoopHead extends Extent {
  readonly option: string;
  /** How `for /f` parts lines. */
  readonly parsing: string;
  readonly folder: string | null;
  readonly letter: string;
  /** What is between the parentheses, and where it begins. */
  readonly inside: string;
  readonly from: number;
}

function readHead(reader: CmdReader): LoopHead {
  const start = reader.at;
  skipBlanks(reader);
  const option = take(reader, /\/[dflr]\b/iy)?.toLowerCase() ?? "";
  skipBlanks(reader);
  const parsing = option === "/f" ? take(reader, /"[^"]*"|(?:tokens|delims|skip|eol|usebackq)\S*/iy) : null;
  const given = option === "/r" && reader.text[reader.at] !== "%" ? readCmdWord(reader) : null;
  skipBlanks(reader);
  const letter = /[A-Za-z]$/.exec(take(reader, /%%?[A-Za-z]/y) ?? "")?.[0] ?? "i";
  skipBlanks(reader);
  take(reader, /in\b/iy);
  skipBlanks(reader);
  take(reader, /\(/y);
  const from = reader.at;
  const inside = /^(?:[^()"']|"[^"]*"|'[^']*')*/.exec(reader.text.slice(from, from + 4000))?.[0] ?? "";
  reader.at += inside.length;
  take(reader, /\)/y);
  const end = reader.at;
  skipBlanks(reader);
  take(reader, /do\b/iy);
  const folder = option === "/r" ? (given?.text ?? ".") : null;
  return { start, end, option, parsing: parsing ?? "", folder, letter, inside, from };
}

/** `for %i in (a b) do …`, `for /f %i in ('command') do …`, `for /r folder %i in (*.x) do …`. */
export function readFor(reader: CmdReader): ShellCommand {
  const head = readHead(reader);
  const { option, parsing, folder, letter } = head;
  const list = listed(reader, head);
  const isSplit = reader.text.match(/(?<!")%%?~[a-z]/gi)?.some((one) => one.endsWith(letter));
  if (isSplit === true && list.words.some(({ text }) => /\s/.test(text)))
    reader.fail("words in a loop", head.start);
  // A part of a line is not the line.
  const isWhole = option !== "/f" || /delims="|tokens=\*/i.test(parsing);
  const body = isWhole ? loopBody(reader, letter) : partBody(reader, letter);
  // What a round sets, the next one does not see.
  for (const one of reader.set) if (reader.used.has(one)) reader.late.add(one);
  if (list.command !== null) return eachLineOf(loopName(letter), list.command, body, head);
  const words = folder === null ? list.words : list.words.map((one) => below(one, folder));
  const loop: ShellCommand = { kind: "for", name: loopName(letter), words, body };
  if (option !== "/l" && option !== "/r") return loop;
  // As often as there are numbers, or files.
  return { kind: "while", until: false, test: [unknownTest(head)], body: [statementOf(loop, head)] };
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
  { from, inside, option, parsing }: LoopHead,
): { readonly words: readonly WordNode[]; readonly command: ShellCommand | null } {
  const place = { start: from, end: from + inside.length };
  if (option === "/l") return { words: [scriptWord([unknownPart(from)], place, inside)], command: null };
  const code = option === "/f" ? /^\s*(['`])([^]*)\1\s*$/.exec(inside)?.[2] : undefined;
  if (code !== undefined) {
    const at = from + inside.indexOf(code);
    return { words: [], command: { kind: "group", body: reader.inside(at, at + code.length) } };
  }
  // Without `usebackq`, what is in double quotes is the text itself.
  const isText = option === "/f" && !/usebackq/i.test(parsing) && /^\s*"[^"]*"\s*$/.test(inside);
  const own: CmdReader = { ...reader, text: reader.text.slice(0, place.end), at: from };
  const words: WordNode[] = [];
  const unclear = reader.unclear;
  own.unclear = unclear;
  for (;;) {
    skipBlanks(own);
    const word = readCmdWord(own);
    if (word === null) break;
    words.push(matchedPath(scriptWord(word.parts, word, word.text)));
  }
  if (own.unclear > unclear) reader.fail("commas or quotes in a variable", from);
  if (option !== "/f" || isText) return { words, command: null };
  // Lines of files.
  const command: ShellCommand = {
    ...{ kind: "simple", ...place, assignments: [], redirections: [] },
    words: [madeWord("Get-Content", place), ...words],
  };
  return { words: [], command };
}
