import { checkCommand, runsItsInput } from "./check-command.js";
import { DECLARATIONS, EVALUATED_VARIABLES, isShell, programName } from "./interpreters.js";
import { identifiers, isTainted, type Scan } from "./scan-state.js";
import { carries, isNumber, literal, literalStart, type SimpleCommand, type Word } from "./word.js";

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)\+?=/;

/** Finds what a simple command does with values, and which variables of the shell hold them from then on. */
export function judge(scan: Scan, command: SimpleCommand): void {
  const [head] = command.words;
  if (head === undefined) return;
  scan.unsafe.push(...checkCommand(command));
  const name = literal(head) ?? "";
  if (DECLARATIONS.has(name)) {
    for (const one of command.words) {
      const assigned = ASSIGNMENT.exec(literalStart(one))?.[1];
      if (assigned !== undefined && carries(one)) taintFrom(scan, one, assigned);
      // Integers and references to names are evaluated at each later assignment.
      if (/^-[a-zA-Z]*[inaA]/.test(literal(one) ?? "")) scan.readsInput ??= head.start;
    }
  }
  if (["cd", "pushd"].includes(name) && command.words.some(carries)) {
    scan.tainted.add("PWD").add("OLDPWD").add("DIRSTACK");
  }
  if (["read", "mapfile", "readarray"].includes(name)) {
    scan.tainted.add("REPLY").add("MAPFILE");
    for (const one of command.words.slice(1)) scan.tainted.add(literal(one) ?? "");
  }
  const runsText =
    ["eval", "trap", "alias"].includes(name) ||
    command.words.some((one) => isShell(programName(literal(one) ?? "")));
  if (runsText && command.words.some((one) => mentionsTainted(scan, one))) scan.readsInput ??= head.start;
  if (runsItsInput(command)) scan.readsInput ??= head.start;
}

/** A variable of the shell is set from a word with a value. */
export function taintFrom(scan: Scan, from: Word, name: string): void {
  const [assignment, ...rest] = from.pieces;
  const right = assignment?.kind === "text" && assignment.text.endsWith("=") ? rest : from.pieces;
  if (isNumber({ ...from, pieces: right })) return;
  scan.tainted.add(name);
  if (EVALUATED_VARIABLES.has(name)) {
    scan.unsafe.push({
      at: from.start,
      where: `in \`${name}\`, which is evaluated`,
      cure: "use another name for the variable",
    });
  }
}

/** Code in a literal: `trap 'rm $x' EXIT`. */
function mentionsTainted(scan: Scan, word_: Word): boolean {
  return word_.pieces.some(
    (piece) => piece.kind === "text" && identifiers(piece.text).some((name) => isTainted(scan, name)),
  );
}
