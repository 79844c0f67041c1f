import { existing } from "@gatehouse-hooks/json";
import { cite } from "../../text/cite.js";
import { CODE_IN_EVERY_ARGUMENT, CODE_ON_INPUT, DECLARATIONS, WRAPPERS } from "./code-readers.table.js";
import { type Interpreter, interpreterOf, programName } from "./interpreters.js";
import {
  carries,
  literal,
  literalStart,
  type SimpleCommand,
  startsWithPath,
  type ShellWord,
} from "./word.js";

/** Why a value may not be in a word. */
export interface WordProblem {
  readonly at: number;
  readonly where: string;
  readonly cure: string;
}

const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*\+?=/;
const TEST_OPERATOR = /^(?:=|==|!=|-eq|-ne|-lt|-le|-gt|-ge|-nt|-ot|-ef)$/;
const FILE_TEST = /^-[bcdefghkLnOGprsSuwxz]$/;
/** Print their arguments and do nothing else with them: a program's name among them starts nothing. */
const PRINTERS: ReadonlySet<string> = new Set(
  "echo printf git logger grep egrep rg which type hash".split(" "),
);

/** Each is looked at together with what follows: a bound keeps the time linear. */
const MAX_INTERPRETERS = 20;

const AS_ARGUMENT = "pass it as an argument: `sh -c 'printf %s \"$1\"' sh {name}`";

/** Finds the words of a simple command in which a value would be read as code, as a program or as an option. */
export function checkCommand({ words, input }: SimpleCommand): readonly WordProblem[] {
  const [problem] = problemsOf(words, input);
  return problem === undefined ? [] : [problem];
}

function* problemsOf(words: readonly ShellWord[], input: ShellWord | null): Generator<WordProblem> {
  yield* splitProblems(words);
  const [head, ...args] = withoutWrappers(words);
  if (head === undefined) return;
  if (carries(head)) {
    yield {
      at: head.start,
      where: "where the name of a program is",
      cure: "write the program's name, behind `--` where options precede it",
    };
    return;
  }
  const name = programName(literal(head) ?? "");
  const carrying = args.find(carries);
  if (carrying !== undefined) yield* argumentProblems(name, args, carrying);
  if (CODE_ON_INPUT.has(name) && input !== null && carries(input)) {
    const where = `in the standard input of ${cite(name)}, which reads it as code`;
    yield { at: input.start, where, cure: AS_ARGUMENT };
  }
  yield* interpreterProblems(words, name, input);
}

function* splitProblems(words: readonly ShellWord[]): Generator<WordProblem> {
  for (const piece of words.flatMap(({ pieces }) => pieces)) {
    if (piece.kind === "expansion" && piece.carries && piece.splits) {
      yield {
        at: piece.at,
        where: "in an expansion that the shell splits into words",
        cure: 'put double quotes around it: `"$name"`, `"$(…)"`',
      };
    }
  }
}

/** @param carrying - the first argument with a value. */
function* argumentProblems(
  name: string,
  args: readonly ShellWord[],
  carrying: ShellWord,
): Generator<WordProblem> {
  if (CODE_IN_EVERY_ARGUMENT.has(name)) yield asCode(carrying, name);
  if (DECLARATIONS.has(name)) {
    const options = args.some((word) => /^[-+]/.test(literal(word) ?? ""));
    const wrong = args.find((word) => carries(word) && (options || !ASSIGNMENT.test(literalStart(word))));
    if (wrong !== undefined) yield asCode(wrong, name);
  }
  if (name === "printf" && args[0] !== undefined && (carries(args[0]) || literal(args[0]) === "-v")) {
    yield { at: carrying.start, where: "in the format of printf", cure: "write `printf '%s' {name}`" };
  }
  if (name === "[" || name === "test") yield* testProblems(args);
}

function* interpreterProblems(
  words: readonly ShellWord[],
  name: string,
  input: ShellWord | null,
): Generator<WordProblem> {
  let interpreters = 0;
  for (const [index, word] of words.entries()) {
    if (interpreterOf(programName(literal(word) ?? "")) === undefined) continue;
    if (++interpreters > MAX_INTERPRETERS) {
      yield { at: word.start, where: "under too many interpreters", cure: AS_ARGUMENT };
      return;
    }
    const found = interpreterProblem(words, index, name, input);
    if (found === "arguments") return;
    if (found !== null) yield found;
  }
}

function asCode(word: ShellWord, name: string): WordProblem {
  return { at: word.start, where: `in an argument that ${cite(name)} reads as code`, cure: AS_ARGUMENT };
}

/** Without what only starts the command, as far as its interpreters go; which program it is says `checkProgram`. */
function withoutWrappers(words: readonly ShellWord[]): readonly ShellWord[] {
  const textAt = (at: number): string => (words[at] === undefined ? "" : (literal(words[at]) ?? ""));
  let start = 0;
  for (;;) {
    const name = programName(textAt(start));
    if (!WRAPPERS.has(name)) return words.slice(start);
    start++;
    // `command -v node` only asks where it is.
    if (name === "command" && /^-[vV]$/.test(textAt(start))) return [];
    for (let word = words[start]; word !== undefined; word = words[++start]) {
      const text = textAt(start);
      if (text === "--") {
        start++;
        break;
      }
      const option = text.startsWith("-");
      if (!option && !/^[0-9.]+[smhd]?$/.test(text) && !ASSIGNMENT.test(literalStart(word))) break;
    }
  }
}

/** `[ a -o b ]` and `[ -v name ]`: an operand may become an operator, and bash evaluates subscripts. */
function* testProblems(args: readonly ShellWord[]): Generator<WordProblem> {
  const texts = args.map(literal);
  const several = texts.some((text) => text === "-a" || text === "-o" || text === "(" || text === ")");
  for (const [index, word] of args.entries()) {
    if (!carries(word)) continue;
    const before = texts[index - 1] ?? "";
    const after = texts[index + 1] ?? "";
    const clear = TEST_OPERATOR.test(before) || TEST_OPERATOR.test(after) || FILE_TEST.test(before);
    if (clear && !several) continue;
    yield {
      at: word.start,
      where: "in a test where it may be read as an operator",
      cure: 'write one comparison a test: `[ {name} = "…" ]`, joined with `&&` and `||`',
    };
  }
}

/** `arguments`: what follows is data of an interpreter's code. */
function interpreterProblem(
  words: readonly ShellWord[],
  index: number,
  head: string,
  input: ShellWord | null,
): WordProblem | "arguments" | null {
  const name = programName(literal(existing(words[index])) ?? "");
  const interpreter = interpreterOf(name);
  if (interpreter === undefined) return null;
  const args = words.slice(index + 1);
  // Further back it may be a mere word; options with code tell.
  const flagged = args.some((word) => interpreter.code.test(literal(word) ?? ""));
  if (index > 0 && !flagged && (PRINTERS.has(head) || interpreter.firstOperandIsCode === true)) return null;
  const { code, fromInput, ends } = codeWords(args, interpreter);
  const wrong = code.find(carries);
  if (wrong !== undefined) {
    return { at: wrong.start, where: `in what ${cite(name)} reads as code`, cure: cureFor(name) };
  }
  if (fromInput && input !== null && carries(input)) {
    const where = `in the standard input of ${cite(name)}, which reads it as code`;
    return { at: input.start, where, cure: cureFor(name) };
  }
  return ends ? "arguments" : null;
}

function cureFor(name: string): string {
  if (name.includes("awk"))
    return "write `awk -v`'s value on standard input, or read `ENVIRON`; keep it out of the program";
  if (/sed|[jy]q/.test(name)) return "keep it out of the program; with jq: `jq --arg x {name} '… $x …'`";
  if (/^(?:python|pypy)/.test(name))
    return "pass it as an argument: `python3 -c 'import sys; print(sys.argv[1])' {name}`";
  if (name.endsWith("sh")) return AS_ARGUMENT;
  return `pass it as an argument behind the code: \`${name} -e '…' -- {name}\``;
}

/** The words in which a value would be code or an option of the interpreter; whether the code comes from its input. */
function codeWords(
  args: readonly ShellWord[],
  interpreter: Interpreter,
): { readonly code: readonly ShellWord[]; readonly fromInput: boolean; readonly ends: boolean } {
  const code: ShellWord[] = [];
  let coded = false;
  const fromInput = args.some((word) => interpreter.input?.test(literal(word) ?? "") === true);
  for (let at = 0; at < args.length; at++) {
    const word = existing(args[at]);
    const text = literal(word);
    if (text === "--" && coded) break;
    const kind = optionKind(word, interpreter);
    if (kind === "option") code.push(word);
    if (kind === "data" || kind === "code") code.push(...args.slice(at + 1, at + 2));
    if (kind === "code") {
      coded = true;
      if (interpreter.stopsAtCode === true) return { code, fromInput: false, ends: true };
    }
    if (kind !== "operand") {
      // `data` takes a name and its value.
      at += { option: 0, code: 1, data: 2 }[kind];
      continue;
    }
    if (coded && !carries(word)) break;
    code.push(...(coded ? [word] : operandCode(word, args.slice(at + 1), interpreter)));
    return { code, fromInput: fromInput || literalStart(word) === "-", ends: false };
  }
  return { code, fromInput: !coded || fromInput, ends: false };
}

/** Of the first operand, without code before it. */
function operandCode(
  word: ShellWord,
  behind: readonly ShellWord[],
  interpreter: Interpreter,
): readonly ShellWord[] {
  const isScript = interpreter.firstOperandIsCode !== true && startsWithPath(word);
  // It may be the argument of an option, and the code comes later: `bash -o posix -c …`.
  return [...codeAfter(behind, interpreter), ...(isScript ? [] : [word])];
}

function optionKind(word: ShellWord, { data, code }: Interpreter): "data" | "code" | "option" | "operand" {
  const text = literal(word);
  if (text !== null && data?.includes(text) === true) return "data";
  if (text !== null && code.test(text)) return "code";
  // `-cCODE`, `--eval=CODE`, and a value that may be an option.
  return literalStart(word).startsWith("-") && literalStart(word) !== "-" ? "option" : "operand";
}

/** The words behind options for code, and options with the code in themselves. */
function codeAfter(args: readonly ShellWord[], { code }: Interpreter): readonly ShellWord[] {
  return args.filter((word, index) => {
    const before = args[index - 1];
    return (
      (before !== undefined && code.test(literal(before) ?? "")) ||
      (literal(word) === null && code.test(literalStart(word)))
    );
  });
}

/** A program that runs what it reads: nothing that comes through a pipe may hold a value. */
export function runsItsInput({ words, input }: SimpleCommand): boolean {
  if (words.some((word) => literal(word) === "xargs")) return true;
  const rest = withoutWrappers(words);
  const name = programName(rest[0] === undefined ? "" : (literal(rest[0]) ?? ""));
  const texts = rest.slice(1).map((word) => literal(word) ?? "");
  if (name === "source" || name === ".") return texts.some((text) => STANDARD_INPUT.test(text));
  if (input !== null) return false;
  if (CODE_ON_INPUT.has(name)) return true;
  return rest.slice(0, PRINTERS.has(name) ? 1 : MAX_INTERPRETERS).some((word, index) => {
    const interpreter = interpreterOf(programName(literal(word) ?? ""));
    if (interpreter === undefined || interpreter.firstOperandIsCode === true) return false;
    const args = rest.slice(index + 1);
    return codeWords(args, interpreter).fromInput || texts.some((text) => STANDARD_INPUT.test(text));
  });
}

const STANDARD_INPUT = /^\/(?:dev\/stdin|dev\/fd\/0|proc\/self\/fd\/0)$/;
