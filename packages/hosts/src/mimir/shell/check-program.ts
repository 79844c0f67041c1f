import { existing } from "@gatehouse-hooks/json";
import { cite } from "../../text/cite.js";
import { CODE_IN_EVERY_ARGUMENT, WRAPPERS } from "./code-readers.table.js";
import { interpreterOf, programName } from "./interpreters.js";
import { DATA_PROGRAMS, type DataProgram, PACKAGE_RUNNERS } from "./programs.table.js";
import { isOwnName } from "./evaluated-names.js";
import { inlineCode, type InlineCode } from "./inline-code.js";
import { isOwnScript, SCRIPT_EXTENSION, SYSTEM_PROGRAM } from "./script-path.js";
import type { WordProblem } from "./check-command.js";
import { unwrap } from "./unwrap.js";
import {
  carries,
  isNumber,
  literal,
  literalStart,
  programPath,
  type SimpleCommand,
  startsWithPath,
  type ShellWord,
} from "./word.js";

const SCRIPT_CURE =
  'write a script of your own that takes it as an argument, and call that by its path: `./hook.sh {name}`, with `"$1"` in the script';
const DASHES_CURE =
  "write `--` in front of the operands, or fixed text in front of the value: `-- {name}`, `x={name}`";

const PACKAGE_BIN = /(?:^|\/)node_modules\/\.bin\/[^/]+$/;

/** What a command does with values. */
interface ProgramCheck {
  readonly problem: WordProblem | null;
  /** Shell code that the command runs, in which the values are `$1` and so on. */
  readonly code: InlineCode | null;
}

const FINE: ProgramCheck = { problem: null, code: null };

/**
 * Refuses a value in every command that is not known to take it as data: a table of programs, a script by its path, an
 * interpreter behind its code or its script.
 */
export function checkProgram({ words, input }: SimpleCommand): ProgramCheck {
  const fed = input !== null && carries(input);
  const [named] = words;
  if (named === undefined || !(fed || words.some(carries))) return FINE;
  const { rest, assigned, unclear } = unwrap(words);
  const foreign = assigned.find(({ name }) => !isOwnName(name));
  if (foreign !== undefined) {
    return refused(
      foreign.at,
      `in ${cite(foreign.name)}, which a program may read as a setting`,
      "call it `HOOK_…`",
    );
  }
  const [head, ...args] = rest;
  if (unclear !== null) {
    const where = `behind ${cite(literal(named) ?? "")} and something that is not followed`;
    return refused(unclear.start, where, "start the program without it");
  }
  if (head === undefined || !(fed || rest.some(carries))) return FINE;
  const path = programPath(head);
  if (path === null) {
    const where = "in a command whose program is known only when it runs";
    return refused(head.start, where, "write the program's name");
  }
  return checkNamed(path, head, args, fed ? input : null);
}

/** @param fed - its standard input, if a value is in it. */
function checkNamed(
  path: string,
  head: ShellWord,
  args: readonly ShellWord[],
  fed: ShellWord | null,
): ProgramCheck {
  const name = programName(path);
  if (PACKAGE_RUNNERS.has(name)) return checkPackage(args, fed);
  if (Object.hasOwn(DATA_PROGRAMS, name) && isKnownPlace(path)) {
    return checkTable(name, existing(DATA_PROGRAMS[name]), args, fed);
  }
  if (interpreterOf(name) !== undefined) return checkInterpreter(name, head, args, fed !== null);
  return checkScript(path, head, args);
}

function checkInterpreter(
  name: string,
  head: ShellWord,
  args: readonly ShellWord[],
  fed: boolean,
): ProgramCheck {
  const found = inlineCode(name, args);
  if (found.kind === "refused") {
    return refused((found.at ?? head).start, `in an argument of ${cite(name)}, ${found.why}`, found.cure);
  }
  if (found.kind === "input" && fed) {
    return refused(head.start, `in the standard input of ${cite(name)}`, SCRIPT_CURE);
  }
  return { problem: null, code: found.kind === "code" ? found : null };
}

/** A program that no table knows: one of the user's own scripts takes operands as data. */
function checkScript(path: string, head: ShellWord, args: readonly ShellWord[]): ProgramCheck {
  const name = programName(path);
  if (WRAPPERS.has(name) || CODE_IN_EVERY_ARGUMENT.has(name) || !isOwnScript(path)) {
    const first = [head, ...args].find(carries) ?? head;
    return refused(
      first.start,
      `in an argument of ${cite(shortened(path))}, which is not known to read it as data`,
      SCRIPT_CURE,
    );
  }
  const wrong = SCRIPT_EXTENSION.test(path) ? undefined : behindOption(args, undefined);
  if (wrong !== undefined) {
    const where = `behind an option of ${cite(shortened(path))}, which is not known to read it as data`;
    return refused(wrong.start, where, "pass it as an operand, or give the script an extension: `./hook.sh`");
  }
  return FINE;
}

/** A program that reads its standard input as data; everything else may run it. */
export function readsInputAsData({ words }: SimpleCommand): boolean {
  const { rest, unclear } = unwrap(words);
  const [head, ...args] = rest;
  if (unclear !== null) return false;
  if (head === undefined) return true;
  const path = programPath(head);
  if (path === null) return false;
  const name = programName(path);
  if (Object.hasOwn(DATA_PROGRAMS, name) && isKnownPlace(path)) {
    const { input, subcommands, flags } = existing(DATA_PROGRAMS[name]);
    const named = args.map((word) => literal(word) ?? "").find((text) => flags?.test(text) !== true) ?? "";
    return input === true && (subcommands === undefined || Object.hasOwn(subcommands, named));
  }
  if (PACKAGE_RUNNERS.has(name)) return checkPackage(args, null).problem === null;
  if (READERS.has(name)) return true;
  if (interpreterOf(name) !== undefined) {
    return inlineCode(name, args).kind === "data";
  }
  return !WRAPPERS.has(name) && !CODE_IN_EVERY_ARGUMENT.has(name) && isOwnScript(path);
}

/** They read data; what the shell does with it then is followed. */
const READERS: ReadonlySet<string> = new Set(["read", "mapfile", "readarray"]);

function checkTable(
  name: string,
  program: DataProgram,
  args: readonly ShellWord[],
  fed: ShellWord | null,
): ProgramCheck {
  if (fed !== null && program.input !== true) {
    const where = `in the standard input of ${cite(name)}, which is not known to read it as data`;
    return refused(fed.start, where, SCRIPT_CURE);
  }
  if (program.subcommands !== undefined) return checkSubcommand(name, program, args, program.subcommands);
  const problem = operandProblem(name, program, args);
  return problem === null ? FINE : { problem, code: null };
}

function checkSubcommand(
  name: string,
  program: DataProgram,
  args: readonly ShellWord[],
  subcommands: Readonly<Record<string, DataProgram>>,
): ProgramCheck {
  const at = args.findIndex((word) => program.flags?.test(literal(word) ?? "") !== true);
  const word = args[at];
  const text = word === undefined ? null : literal(word);
  const found = text !== null && Object.hasOwn(subcommands, text) ? subcommands[text] : undefined;
  if (text === null || found === undefined) {
    const first = args.find(carries);
    if (first === undefined) return FINE;
    return refused(
      first.start,
      `in an argument of ${cite(name)} without a subcommand that is known to read it as data`,
      SCRIPT_CURE,
    );
  }
  const rest = args.slice(at + 1);
  // `npm run NAME`: the name of the script.
  const script = /^run(?:-script)?$/.test(text) ? rest[0] : undefined;
  if (script !== undefined && (literal(script) ?? "-").startsWith("-")) {
    return refused(script.start, `where ${cite(name)} reads the name of a script`, "write the script's name");
  }
  const operands = script === undefined ? rest : rest.slice(1);
  // In `npm test -- --flag {name}`, the first `--` ends npm's options, and not those of the program that it calls.
  const called = subcommands === DATA_PROGRAMS["git"]?.subcommands ? operands : withoutDashes(operands);
  const problem = operandProblem(`${name} ${text}`, found, called);
  return problem === null ? FINE : { problem, code: null };
}

function withoutDashes(args: readonly ShellWord[]): readonly ShellWord[] {
  const dashes = args.findIndex((word) => literal(word) === "--");
  return dashes < 0 ? args : args.toSpliced(dashes, 1);
}

/** `npx eslint …`: the package's program, if it is in the table. */
function checkPackage(args: readonly ShellWord[], fed: ShellWord | null): ProgramCheck {
  const at = args.findIndex((word) => !/^(?:-y|--yes|--no|--no-install)$/.test(literal(word) ?? ""));
  const word = args[at];
  const tool = word === undefined ? null : literal(word);
  const name = tool?.replace(/(?<=.)@[^/@]+$/, "") ?? "";
  if (
    word === undefined ||
    !Object.hasOwn(DATA_PROGRAMS, name) ||
    DATA_PROGRAMS[name]?.subcommands !== undefined
  ) {
    const first = args.find(carries) ?? word ?? fed;
    return refused(
      first?.start ?? 0,
      "in an argument of a package that is not known to read it as data",
      SCRIPT_CURE,
    );
  }
  return checkTable(name, existing(DATA_PROGRAMS[name]), args.slice(at + 1), fed);
}

function operandProblem(name: string, program: DataProgram, args: readonly ShellWord[]): WordProblem | null {
  const target = program.writes === undefined ? undefined : writtenOperand(program.writes, args);
  if (target !== undefined) {
    return {
      at: target.start,
      where: `in the name of a file that ${cite(name)} writes`,
      cure: "use `{file_path}`, or a fixed name",
    };
  }
  let ended = false;
  let option: string | null = null;
  for (const word of args) {
    const text = literal(word);
    const before = option;
    option = null;
    const start = literalStart(word);
    if (before !== null && !ended && program.operands !== "any") {
      // The option before takes this word, or may take it.
      if (!carries(word)) {
        // What is behind an option of which nothing is known may be its argument, or an option itself.
        if (text !== null && text !== "--" && isOpenOption(program, text)) option = text;
        continue;
      }
      if (takesValue(program, before, start)) continue;
      return {
        at: word.start,
        where: `in the argument of ${cite(shortened(before))}, an option of ${cite(name)} that is not known to read it as data`,
        cure: SCRIPT_CURE,
      };
    }
    if (text === "--" && program.operands !== "any") {
      ended = true;
      continue;
    }
    if (text !== null) {
      if (!ended && isOpenOption(program, text)) option = text;
      continue;
    }
    if (!carries(word)) {
      // `$OPTIONS`: it may be an option.
      if (start === "" && !ended) option = "$…";
      continue;
    }
    const problem = valueProblem(name, program, word, ended);
    if (problem !== null) return problem;
  }
  return null;
}

/** The first operand that names a file to write and may be any file. */
function writtenOperand(writes: "last" | "all", args: readonly ShellWord[]): ShellWord | undefined {
  const targets = writes === "last" ? args.slice(-1) : args;
  return targets.find((word) => carries(word) && !startsWithPath(word) && !isNumber(word));
}

/** An option that takes the next word, or may take it. */
function isOpenOption({ flags, data, prefixed }: DataProgram, text: string): boolean {
  if (data?.includes(text) === true || (prefixed !== undefined && Object.hasOwn(prefixed, text))) return true;
  return /^-./.test(text) && flags?.test(text) !== true;
}

function takesValue(program: DataProgram, option: string, start: string): boolean {
  if (program.data?.includes(option) === true) return true;
  const prefixed = program.prefixed;
  return prefixed !== undefined && Object.hasOwn(prefixed, option) && prefixed[option]?.test(start) === true;
}

/** A word with a value that no option takes. */
function valueProblem(
  name: string,
  program: DataProgram,
  word: ShellWord,
  ended: boolean,
): WordProblem | null {
  const start = literalStart(word);
  const dashed = !ended && start.startsWith("-");
  if (program.operands === "any") return null;
  if (program.operands === "numbers") {
    if (isNumber(word)) return null;
    return {
      at: word.start,
      where: `where ${cite(name)} reads a number`,
      cure: "use a variable that is a number",
    };
  }
  if (dashed) {
    const assigned = /^(--[A-Za-z-]+)=(.*)$/s.exec(start);
    const [, long = "", prefix = ""] = assigned ?? [];
    if (assigned !== null && takesValue(program, long, prefix)) return null;
    return {
      at: word.start,
      where: `in an option of ${cite(name)} that is not known to read it as data`,
      cure: SCRIPT_CURE,
    };
  }
  if (program.operands === "urls") {
    // What begins like a JSON object is not an address with a host.
    if (/^https?:\/\/[^/?#@]+[/?#]|^\{"/.test(start)) return null;
    return {
      at: word.start,
      where: `where ${cite(name)} reads an address`,
      cure: "write the host: `https://example.com/{name}`",
    };
  }
  if (neverDashed(word)) return null;
  if (program.operands === "paths") {
    return {
      at: word.start,
      where: `in an argument of ${cite(name)}, which is known to take paths only`,
      cure: SCRIPT_CURE,
    };
  }
  if (ended || start !== "") return null;
  return { at: word.start, where: `where ${cite(name)} reads options`, cure: DASHES_CURE };
}

/** Paths are written so that they are not options; numbers and JSON never are. */
function neverDashed(word: ShellWord): boolean {
  if (isNumber(word) || startsWithPath(word)) return true;
  const [first] = word.pieces;
  return first?.kind === "value" && first.variable.type !== "text";
}

/** The first value that stands directly behind an option. */
function behindOption(args: readonly ShellWord[], flags: RegExp | undefined): ShellWord | undefined {
  return args.find((word, index) => {
    if (!carries(word)) return false;
    const before = args[index - 1];
    const text = before === undefined ? "" : (literal(before) ?? "-$");
    const dashed = literalStart(word).startsWith("-");
    return dashed || (text !== "--" && text.startsWith("-") && flags?.test(text) !== true);
  });
}

function isKnownPlace(path: string): boolean {
  return !path.includes("/") || SYSTEM_PROGRAM.test(path) || PACKAGE_BIN.test(path);
}

function shortened(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`;
}

function refused(at: number, where: string, cure: string): ProgramCheck {
  return { problem: { at, where, cure }, code: null };
}
