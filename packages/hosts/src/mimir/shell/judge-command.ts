import { quote } from "../../text/quote.js";
import { checkCommand, runsItsInput } from "./check-command.js";
import { checkProgram, readsInputAsData } from "./check-program.js";
import { isEvaluatedName, isOwnName } from "./evaluated-names.js";
import { isCodeFile } from "./script-path.js";
import { DECLARATIONS, interpreterOf, isShell, programName } from "./interpreters.js";
import { mentionsTainted, POSITIONAL, type Scan } from "./scan-state.js";
import { carries, isNumber, literal, literalStart, type SimpleCommand, type ShellWord } from "./word.js";

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)\+?=/;
/** They change what the name of a program means. */
const RENAMES: ReadonlySet<string> = new Set(["alias", "enable", "hash"]);

/**
 * Finds what a simple command does with values, and which variables of the shell hold them from then on.
 *
 * @param piped it reads what another command writes
 */
export function judge(scan: Scan, command: SimpleCommand, piped: boolean): void {
  const [head] = command.words;
  if (head === undefined) {
    // `done <<EOF`: what reads it is somewhere in the loop.
    if (command.input !== null && carries(command.input)) scan.feedsMany = true;
    return;
  }
  const problems = checkCommand(command);
  scan.unsafe.push(...problems);
  checkAllowed(scan, command, problems.length === 0);
  const name = literal(head) ?? "";
  if (DECLARATIONS.has(name)) judgeDeclaration(scan, command.words, name);
  taintBuiltins(scan, name, head, command.words);
  if (runsText(scan, name, command)) scan.readsInput ??= head.start;
  if (name === "exec" && command.input !== null && carries(command.input)) scan.feedsMany = true;
  if (name === "tee") {
    for (const one of command.words.slice(1)) writes(scan, literal(one) ?? "", one.start);
  }
  if (["cp", "mv", "ln"].includes(name)) followCopies(scan, command.words.slice(1));
  if (readsInputAsData(command)) return;
  scan.reader ??= head.start;
  if (piped) scan.pipedReader ??= head.start;
}

/** Variables that a builtin of the shell sets, from its input or its arguments. */
function taintBuiltins(scan: Scan, name: string, head: ShellWord, words: readonly ShellWord[]): void {
  if (["cd", "pushd"].includes(name) && words.some(carries)) {
    scan.tainted.add("PWD").add("OLDPWD").add("DIRSTACK");
  }
  if (["read", "mapfile", "readarray"].includes(name)) {
    scan.tainted.add("REPLY").add("MAPFILE");
    for (const one of words.slice(1)) {
      const set = literal(one) ?? "";
      scan.tainted.add(set);
      // What comes on its input may be a value.
      if (isEvaluatedName(set)) scan.readsInput ??= head.start;
    }
  }
  if (name === "getopts" && scan.tainted.has(POSITIONAL)) {
    scan.tainted.add("OPTARG").add(literal(words[2] ?? head) ?? "");
  }
}

/** The command may run code that holds a value. */
function runsText(scan: Scan, name: string, command: SimpleCommand): boolean {
  const programs = command.words.map((one) => programName(literal(one) ?? ""));
  const evaluates = ["eval", "trap", "alias"].includes(name) || programs.some(isShell);
  if (evaluates && command.words.some((one) => mentionsTaintedText(scan, one))) return true;
  return runsItsInput(command) || RENAMES.has(name) || runsWhatWasWritten(scan, command.words);
}

/** The command is one that is known to take values as data. */
function checkAllowed(scan: Scan, command: SimpleCommand, isFine: boolean): void {
  const { problem, code } = checkProgram(command);
  if (problem !== null) {
    if (isFine) scan.unsafe.push(problem);
    return;
  }
  if (code === null || code.shell === null || scan.isSafeCode(code.shell)) return;
  scan.unsafe.push({
    at: code.at.start,
    where: "in an argument of shell code that is not known to use it as data",
    cure: "use it in double quotes in the code, `sh -c 'printf %s \"$1\"' sh {name}`, or move the code into a script",
  });
}

function judgeDeclaration(scan: Scan, words: readonly ShellWord[], name: string): void {
  const [head] = words;
  const exports = name === "export" || words.some((one) => /^-[a-zA-Z]*x/.test(literal(one) ?? ""));
  for (const one of words) {
    const assigned = ASSIGNMENT.exec(literalStart(one))?.[1];
    if (assigned !== undefined && carries(one)) {
      taintFrom(scan, one, assigned);
      if (exports) checkExport(scan, assigned, one.start);
    }
    // Integers and references to names are evaluated at each later assignment.
    if (head !== undefined && /^-[a-zA-Z]*[inaA]/.test(literal(one) ?? "")) scan.readsInput ??= head.start;
  }
}

/** A value in the environment of other programs: only under a name that none of them is known to read. */
export function checkExport(scan: Scan, name: string, at: number): void {
  if (isOwnName(name) || isEvaluatedName(name)) return;
  scan.unsafe.push({
    at,
    where: `in \`${name}\` in the environment, which a program may read as a setting`,
    cure: `call it \`HOOK_${name}\``,
  });
}

/** A variable of the shell is set from a word with a value. */
export function taintFrom(scan: Scan, from: ShellWord, name: string): void {
  const [assignment, ...rest] = from.pieces;
  const right = assignment?.kind === "text" && assignment.text.endsWith("=") ? rest : from.pieces;
  if (isEvaluatedName(name)) {
    scan.unsafe.push({
      at: from.start,
      where: `in ${quote(name)}, which is evaluated`,
      cure: "use another name for the variable",
    });
  }
  if (isNumber({ ...from, pieces: right })) return;
  scan.tainted.add(name);
}

/** `printf %s {name} >f; sh f`: what is written becomes code. */
function runsWhatWasWritten(scan: Scan, words: readonly ShellWord[]): boolean {
  if (scan.written.size === 0) return false;
  const names = words.map((word) => literal(word) ?? "");
  if (scan.written.has(withoutDot(names[0] ?? ""))) return true;
  const runs = names.some(
    (name) => name === "." || name === "source" || interpreterOf(programName(name)) !== undefined,
  );
  return runs && names.some((name) => scan.written.has(withoutDot(name)));
}

/** A file that the command writes: what may be in it is code when it is run. */
export function writes(scan: Scan, name: string, at: number): void {
  scan.written.add(withoutDot(name));
  if (isCodeFile(name)) scan.codeFile ??= at;
}

/** `mv a b.sh`: the copy is what was written, too. */
function followCopies(scan: Scan, operands: readonly ShellWord[]): void {
  const names = operands.map((word) => literal(word) ?? "").filter((name) => !/^-|^$/.test(name));
  if (!names.some((name) => scan.written.has(withoutDot(name)))) return;
  for (const [index, name] of names.entries()) writes(scan, name, operands[index]?.start ?? 0);
}

/** The name of a file without `./` in front. */
function withoutDot(name: string): string {
  return name.replace(/^(?:\.\/+)+/, "");
}

/** Code in a literal: `trap 'rm $x' EXIT`. */
function mentionsTaintedText(scan: Scan, word: ShellWord): boolean {
  return word.pieces.some((piece) => piece.kind === "text" && mentionsTainted(scan, piece.text));
}
