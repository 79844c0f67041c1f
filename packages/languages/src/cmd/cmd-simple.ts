import type { Redirection, ShellCommand, WordNode, WordPart } from "@gatehouse-hooks/shell";
import {
  type Extent,
  assignmentOf,
  madeWord,
  maybeNode,
  plainPart,
  scriptWord,
  simpleNode,
  statementOf,
  unknownTest,
} from "../script/script-nodes.js";
import { isCmdOwn, ownCommand, setVariable } from "./cmd-commands.js";
import { folderWord } from "./cmd-files.js";
import { type CmdReader, readCmdWord, readRest, skipBlanks, take } from "./cmd-reader.js";

/** A command, and where what it says goes. */
export function redirected(command: ShellCommand, redirections: readonly Redirection[]): ShellCommand {
  if (redirections.length === 0) return command;
  if (command.kind === "simple") return { ...command, redirections };
  return { kind: "redirected", command, redirections };
}

const REDIRECTION = /[0-9]?(?:>>?&[0-9]|<&[0-9]|>>?|<)/y;

/** Redirections, one behind the other. */
export function redirectionsOf(reader: CmdReader): readonly Redirection[] {
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
  const unclear = reader.unclear;
  const word = readCmdWord(reader);
  if (word === null) return null;
  if (reader.unclear > unclear) reader.fail("commas or quotes in a variable", start);
  const given = scriptWord(word.parts, word, word.text);
  // All but the first word of a value goes to the command.
  if (isOpen(word)) reader.fail("words in a variable", start);
  // What begins with two backslashes is a share.
  const whole = /=\s*"?\\\\/.test(reader.text) ? given : folderWord(given);
  const target = /^(?:\\\\\.\\)?nul:?$/i.test(word.text) ? madeWord("/dev/null", word) : whole;
  return { ...base, end: reader.at, operator: written.replace(/^[0-9]/, ""), target };
}

/** The value of a variable in it may be several words. */
function isOpen({ parts }: { readonly parts: readonly WordPart[] }): boolean {
  return parts.some(({ kind }) => kind === "parameter");
}

/** `rd/s/q x`, `cd..`, `echo.`: a name ends where an option or a dot begins. */
const SHORT =
  /(?:del|erase|rd|rmdir|cd|chdir|md|mkdir|dir|copy|move|type|echo|ren|rename|start|exit|set|pushd)(?=[/.\\:])(?![.]\w+[\s"])/iy;

/** The name of a command. */
function readHead(reader: CmdReader): WordNode | null {
  const start = reader.at;
  const short = take(reader, SHORT);
  if (short !== null) return madeWord(short, { start, end: reader.at });
  const word = readCmdWord(reader);
  return word === null ? null : scriptWord(word.parts, word, word.text);
}

/** A command, its words and where its output goes. */
export function readSimple(reader: CmdReader): ShellCommand | null {
  const start = reader.at;
  const before = redirectionsOf(reader);
  const head = readHead(reader);
  if (head === null) return before.length === 0 ? null : redirected({ kind: "group", body: [] }, before);
  const name = (head.literal ?? "").toLowerCase();
  if (name === "echo" || name === "set") {
    const rest = readRest(reader);
    const redirections = [...before, ...redirectionsOf(reader)];
    const place = { start, end: reader.at };
    const command = name === "echo" ? ownCommand(head, [], rest, place) : setIn(reader, rest, place);
    return redirected(command, redirections);
  }
  // A folder that is gone to is another one for what is behind in the line.
  if (/^(?:cd|chdir|pushd|popd)$/.test(name)) reader.set.add("CD");
  const unclear = reader.unclear;
  reader.plus = name === "copy";
  const { words, redirections } = readWords(reader, before);
  reader.plus = false;
  if (isCmdOwn(name) && reader.unclear > unclear) reader.fail("commas or quotes in a variable", start);
  // Which word is the target, when one may be several.
  if (/^(?:copy|move|ren|rename|mklink)$/.test(name) && words.some(isOpen))
    reader.fail("words in a variable", start);
  return redirected(ownCommand(head, words, [], { start, end: reader.at }), redirections);
}

/** Words and redirections up to an operator. */
export function readWords(
  reader: CmdReader,
  before: readonly Redirection[],
): { readonly words: readonly WordNode[]; readonly redirections: readonly Redirection[] } {
  const redirections = [...before];
  const words: WordNode[] = [];
  for (;;) {
    skipBlanks(reader);
    const redirects = redirection(reader);
    if (redirects !== null) {
      redirections.push(redirects);
      continue;
    }
    const word = readCmdWord(reader);
    if (word === null) return { words, redirections };
    words.push(scriptWord(word.parts, word, word.text));
  }
}

/** `set`: where the line uses the variable, too, it has its value before, or the one after. */
function setIn(reader: CmdReader, rest: readonly WordPart[], place: Extent): ShellCommand {
  const { command, names, literal } = setVariable(rest, place);
  for (const name of names) reader.set.add(name);
  // What is in a variable becomes text of the line before it is read.
  if (literal !== null && /[&|<>^]/.test(literal) && names.some((one) => isWritten(reader.text, one)))
    reader.fail("operators in a variable", place.start);
  const [name = ""] = names;
  if (!reader.open.has(name)) return command;
  const body = [statementOf(command, place)];
  if (/[\r\n]/.test(reader.text.trim())) return maybeNode(body, place);
  // In `cmd /c` a name that nothing has set stays as it is written.
  const written = scriptWord([plainPart(`%${name}%`, place.start)], place, "");
  const left = simpleNode([madeWord("export", place), assignmentOf(name, written, place)], place);
  const branches = [{ test: [unknownTest(place)], body }];
  return { kind: "if", branches, otherwise: [statementOf(left, place)] };
}

function isWritten(text: string, name: string): boolean {
  const upper = text.toUpperCase();
  return ["%", "!"].some((sign) => [sign, ":"].some((end) => upper.includes(sign + name + end)));
}
