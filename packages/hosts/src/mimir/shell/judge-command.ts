import { cite } from "../../text/cite.js";
import { checkCommand, runsItsInput } from "./check-command.js";
import { checkProgram, readsInputAsData } from "./check-program.js";
import { isEvaluatedName, isOwnName } from "./evaluated-names.js";
import { isCodeFile } from "./script-path.js";
import { DECLARATIONS } from "./code-readers.table.js";
import { interpreterOf, isShell, programName } from "./interpreters.js";
import { unwrap } from "./unwrap.js";
import {
  assignText,
  isTainted,
  mentionsTainted,
  POSITIONAL,
  type ShellWalk,
  taintedNames,
} from "./shell-walk.js";
import {
  carries,
  isNumber,
  literal,
  literalStart,
  programPath,
  type SimpleCommand,
  type ShellWord,
} from "./word.js";

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)\+?=/;
/** They change what the name of a program means. */
const RENAMES: ReadonlySet<string> = new Set(["alias", "enable", "hash"]);

/**
 * Finds what a simple command does with values, and which variables of the shell hold them from then on.
 *
 * @param piped it reads what another command writes
 */
export function judge(walk: ShellWalk, command: SimpleCommand, piped: boolean): void {
  const [head] = command.words;
  if (head === undefined) {
    // `done <<EOF`: what reads it is somewhere in the loop.
    walk.feedsMany ||= isFed(command);
    return;
  }
  const problems = checkCommand(command);
  walk.unsafe.push(...problems);
  const isFine = checkAllowed(walk, command, problems.length === 0);
  // `command read x` and `sudo tee x` are what they start.
  const { rest } = unwrap(command.words);
  const [program = head] = rest;
  const path = programPath(program);
  if (path === null && isFine) walk.unnamed ??= program.start;
  judgeProgram(walk, command, path ?? "", head, rest);
  if (readsInputAsData(command)) return;
  walk.reader ??= head.start;
  if (piped) walk.pipedReader ??= head.start;
}

function judgeProgram(
  walk: ShellWalk,
  command: SimpleCommand,
  name: string,
  head: ShellWord,
  rest: readonly ShellWord[],
): void {
  if (DECLARATIONS.has(name)) judgeDeclaration(walk, rest, name);
  taintBuiltins(walk, name, head, rest);
  if (runsText(walk, name, command) || runsWhatWasWritten(walk, rest)) walk.readsInput ??= head.start;
  if (literal(head) === "exec" && isFed(command)) walk.feedsMany = true;
  followWrites(walk, programName(name), rest.slice(1));
}

/** Values come on its input. */
function isFed({ input }: SimpleCommand): boolean {
  return input !== null && carries(input);
}

/** Files that hold values from then on. */
function followWrites(walk: ShellWalk, program: string, operands: readonly ShellWord[]): void {
  if (program === "tee") for (const one of operands) writes(walk, one);
  if (["cp", "mv", "ln"].includes(program)) followCopies(walk, operands);
}

/** Variables that a builtin of the shell sets, from its input or its arguments. */
function taintBuiltins(walk: ShellWalk, name: string, head: ShellWord, words: readonly ShellWord[]): void {
  if (["cd", "pushd"].includes(name) && words.some(carries)) {
    walk.tainted.add("PWD").add("OLDPWD").add("DIRSTACK");
  }
  if (["read", "mapfile", "readarray"].includes(name)) taintRead(walk, head, words.slice(1));
  // What the callback gets is a line of the input.
  if (["mapfile", "readarray"].includes(name) && words.some((one) => literalStart(one).startsWith("-C")))
    walk.readsInput ??= head.start;
  if (name === "set" && words.some((one) => /^-[a-zA-Z]*a|^allexport$/.test(literal(one) ?? "")))
    for (const tainted of taintedNames(walk)) checkExport(walk, tainted, head.start);
  if (name === "getopts" && walk.tainted.has(POSITIONAL)) {
    walk.tainted.add("OPTARG").add(literal(words[2] ?? head) ?? "");
  }
}

function taintRead(walk: ShellWalk, head: ShellWord, words: readonly ShellWord[]): void {
  walk.tainted.add("REPLY").add("MAPFILE");
  for (const one of words) {
    const set = literal(one) ?? "";
    walk.tainted.add(set);
    // What comes on its input may be a value.
    if (isEvaluatedName(set)) walk.readsInput ??= head.start;
  }
}

/** The command may run code that holds a value. */
function runsText(walk: ShellWalk, name: string, command: SimpleCommand): boolean {
  const programs = command.words.map((one) => programName(literal(one) ?? ""));
  const evaluates = ["eval", "trap", "alias", "let"].includes(name) || programs.some(isShell);
  if (evaluates && command.words.some((one) => mentionsTaintedText(walk, one))) return true;
  if (NAMES_VARIABLES.has(name) && command.words.some((one) => hasTaintedSubscript(walk, one))) return true;
  return runsItsInput(command) || RENAMES.has(name) || runsWhatWasWritten(walk, command.words);
}

/** Builtins whose operands may name an element of an array: its subscript is evaluated. */
const NAMES_VARIABLES: ReadonlySet<string> = new Set(
  "read mapfile readarray unset printf declare typeset export local readonly test [ wait getopts".split(" "),
);

function hasTaintedSubscript(walk: ShellWalk, word: ShellWord): boolean {
  const [, subscript] = /^[A-Za-z_][A-Za-z0-9_]*\[(.*)\]/s.exec(literal(word) ?? "") ?? [];
  return subscript !== undefined && mentionsTainted(walk, subscript);
}

/** Whether the command is one that is known to take values as data, or has none. */
function checkAllowed(walk: ShellWalk, command: SimpleCommand, isFine: boolean): boolean {
  const { problem, code } = checkProgram(command);
  if (problem !== null) {
    if (isFine) walk.unsafe.push(problem);
    return false;
  }
  if (code === null || code.shell === null || walk.isSafeCode(code.shell)) return isFine;
  walk.unsafe.push({
    at: code.at.start,
    where: "in an argument of shell code that is not known to use it as data",
    cure: "use it in double quotes in the code, `sh -c 'printf %s \"$1\"' sh {name}`, or move the code into a script",
  });
  return false;
}

function judgeDeclaration(walk: ShellWalk, words: readonly ShellWord[], name: string): void {
  const [head] = words;
  const exports = name === "export" || words.some((one) => /^-[a-zA-Z]*x/.test(literal(one) ?? ""));
  for (const one of words) {
    const assigned = ASSIGNMENT.exec(literalStart(one))?.[1];
    const named = literal(one);
    if (exports && named !== null && isTainted(walk, named)) checkExport(walk, named, one.start);
    if (assigned !== undefined && !carries(one)) assignText(walk, assigned, textBehind(one));
    if (assigned !== undefined && carries(one)) {
      taintFrom(walk, one, assigned);
      if (exports) checkExport(walk, assigned, one.start);
    }
    // Integers and references to names are evaluated at each later assignment.
    if (head !== undefined && /^-[a-zA-Z]*[inaA]/.test(literal(one) ?? "")) walk.readsInput ??= head.start;
  }
}

/** What is behind the sign of an assignment, as far as it is the command's own text. */
export function textBehind({ pieces }: ShellWord): string {
  const text = pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join("");
  return text.slice(text.indexOf("=") + 1);
}

/** A value in the environment of other programs: only under a name that none of them is known to read. */
export function checkExport(walk: ShellWalk, name: string, at: number): void {
  if (isOwnName(name) || isEvaluatedName(name)) return;
  walk.unsafe.push({
    at,
    where: `in \`${name}\` in the environment, which a program may read as a setting`,
    cure: `call it \`HOOK_${name}\``,
  });
}

/** A variable of the shell is set from a word with a value. */
export function taintFrom(walk: ShellWalk, from: ShellWord, name: string): void {
  const [assignment, ...rest] = from.pieces;
  const right = assignment?.kind === "text" && assignment.text.endsWith("=") ? rest : from.pieces;
  if (isEvaluatedName(name)) {
    walk.unsafe.push({
      at: from.start,
      where: `in ${cite(name)}, which is evaluated`,
      cure: "use another name for the variable",
    });
  }
  if (isNumber({ ...from, pieces: right })) return;
  walk.tainted.add(name);
}

/** `printf %s {name} >f; sh f`: what is written becomes code. */
function runsWhatWasWritten(walk: ShellWalk, words: readonly ShellWord[]): boolean {
  if (walk.written.size === 0) return false;
  const [head] = words;
  if (head !== undefined && literal(head) !== null && mayBeWritten(walk, head)) return true;
  return words.some((word, index) => {
    const name = literal(word) ?? "";
    if (name !== "." && name !== "source" && interpreterOf(programName(name)) === undefined) return false;
    const behind = words.slice(index + 1);
    const script = behind.find((one) => !literalStart(one).startsWith("-"));
    const named = behind.filter((one) => literal(one) !== null);
    return (script === undefined ? named : [script, ...named]).some((one) => mayBeWritten(walk, one));
  });
}

/** Stands in the set of written files for those whose name is known only when the command runs. */
const SOME_FILE = "\0";

/** The word names a file that the command writes: what is in it may be a value. */
export function mayBeWritten({ written, texts }: ShellWalk, word: ShellWord): boolean {
  const name = programPath(word);
  if (name !== null) return written.has(withoutDot(name)) || (written.has(SOME_FILE) && texts.has(name));
  return word.matches ? written.size > 0 : written.has(SOME_FILE);
}

/** A file that the command writes: what may be in it is code when it is run. */
export function writes(walk: ShellWalk, file: ShellWord): void {
  const name = literal(file);
  if (name === null) walk.written.add(SOME_FILE);
  // What is written to a device is not read from it.
  else if (!name.startsWith("/dev/")) walk.written.add(withoutDot(name));
  if (name !== null && isCodeFile(name)) walk.codeFile ??= file.start;
}

/** `mv a b.sh`: the copy is what was written, too. */
function followCopies(walk: ShellWalk, operands: readonly ShellWord[]): void {
  const files = operands.filter((word) => !/^-|^$/.test(literal(word) ?? "x"));
  if (!files.some((word) => mayBeWritten(walk, word))) return;
  for (const file of files) writes(walk, file);
}

/** The name of a file without `./` in front. */
function withoutDot(name: string): string {
  return name.replace(/^(?:\.\/+)+/, "");
}

/** Code in a literal: `trap 'rm $x' EXIT`. */
function mentionsTaintedText(walk: ShellWalk, word: ShellWord): boolean {
  return word.pieces.some((piece) => piece.kind === "text" && mentionsTainted(walk, piece.text));
}
