import { existing } from "@gatehouse-hooks/json";
import { isOwnScript, SCRIPT_EXTENSION } from "./script-path.js";
import { CALLING, type Calling } from "./calling.table.js";
import { programName } from "./interpreters.js";
import { carries, literal, startsWithPath, type ShellWord } from "./word.js";

/** Shell code in an argument, with values behind it as its arguments. */
export interface InlineCode {
  readonly kind: "code";
  /** `null`: the language is not one that we read. */
  readonly shell: string | null;
  readonly at: ShellWord;
}

/** How an interpreter is called. */
type InterpreterCall =
  | InlineCode
  /** Values are data: behind a script, or in nothing at all. */
  | { readonly kind: "data" }
  /** The code comes from the standard input. */
  | { readonly kind: "input" }
  | {
      readonly kind: "refused";
      readonly at: ShellWord | undefined;
      readonly why: string;
      readonly cure: string;
    };

const SCRIPT_ONLY = "call a script by its path, with the value behind it";

/** Reads how an interpreter is called, as far as it takes to know that what is behind is data. */
export function inlineCode(program: string, args: readonly ShellWord[]): InterpreterCall {
  const calling = CALLING.find(([name]) => name.test(program))?.[1];
  const name = programName(program);
  if (calling === undefined) {
    if (/^(?:[gmn]?awk|g?sed|[jy]q)$/.test(name)) return filterCall(name, args);
    return args.some(carries) || args.length === 0
      ? refusal(args.find(carries), "which is not known to read it as data")
      : { kind: "input" };
  }
  for (const [index, word] of args.entries()) {
    const text = literal(word);
    if (text === null) return refusal(word, "where an option or a script may be");
    if (calling.code?.test(text) === true) return codeCall(calling, args, index + 1);
    if (text === "--") {
      const script = args[index + 1];
      return script === undefined ? { kind: "input" } : scriptCall(script, args.slice(index + 2));
    }
    if (text.startsWith("-") && text !== "-") {
      if (calling.flags.test(text)) continue;
      if (args.some(carries)) return refusal(word, "next to an option that is not known");
      return { kind: "input" };
    }
    return scriptCall(word, args.slice(index + 1));
  }
  return { kind: "input" };
}

function codeCall(calling: Calling, args: readonly ShellWord[], at: number): InterpreterCall {
  const code = args[at];
  if (code === undefined) return { kind: "input" };
  const behind = args.slice(at + 1);
  const text = literal(code);
  if (text === null) {
    if (behind.some(carries)) return refusal(code, "with code that is known only when it runs");
    // It may read its input, and run it.
    return { kind: calling.posix === true ? "input" : "data" };
  }
  if (!behind.some(carries))
    return calling.posix === true ? { kind: "code", shell: text, at: code } : { kind: "data" };
  if (calling.posix === true) return { kind: "code", shell: text, at: code };
  const [dashes] = behind;
  if (calling.dashes === true && (dashes === undefined || literal(dashes) !== "--")) {
    return refusal(behind.find(carries), "where it reads options", "write `--` behind the code");
  }
  if (calling.unsafe?.test(text) === true) {
    return refusal(behind.find(carries), "whose code may run what its arguments name");
  }
  return { kind: "data" };
}

function scriptCall(script: ShellWord, behind: readonly ShellWord[]): InterpreterCall {
  const text = literal(script);
  if (text === "-" || (text !== null && /^\/(?:dev|proc)\//.test(text))) return { kind: "input" };
  if (text !== null && isOwnScript(text.includes("/") ? text : `./${text}`)) {
    if (text.includes("/") || SCRIPT_EXTENSION.test(text)) return { kind: "data" };
  }
  if (!behind.some(carries) && !carries(script)) return { kind: "data" };
  return refusal(script, "where the path of a script has to be");
}

/** `awk`, `sed`, `jq`: the program is literal and simple, the values are files' paths, input, or named data. */
function filterCall(name: string, args: readonly ShellWord[]): InterpreterCall {
  const isJq = /^[jy]q$/.test(name);
  let program: string | null = null;
  for (let at = 0; at < args.length; at++) {
    const word = existing(args[at]);
    const text = literal(word);
    if (isJq && (text === "--arg" || text === "--argjson")) {
      const [named] = args.slice(at + 1, at + 2).filter(carries);
      if (named !== undefined) return refusal(named, "where the name of a variable has to be");
      at += 2;
      continue;
    }
    if (text === null) {
      if (program !== null && (startsWithPath(word) || !carries(word))) continue;
      return refusal(word, "where its program, an option or an assignment may be");
    }
    if (!/^-./.test(text)) program ??= text;
    else if (!(isJq ? JQ_SIMPLE : FILTER_SIMPLE).test(text))
      return args.some(carries) ? refusal(word, "next to an option that is not known") : { kind: "input" };
  }
  if (program !== null && isSafeProgram(name, program)) return { kind: "data" };
  const given = args.find(carries);
  return given === undefined ? { kind: "input" } : refusal(given, "whose program may run what it reads");
}

const JQ_SIMPLE =
  /^(?:-[nrcesSMCjaR]+|--(?:null-input|raw-output|compact-output|exit-status|slurp|raw-input|join-output))$/;
const FILTER_SIMPLE = /^-[nErsz]$|^-F.$/;

/** An `e` of sed, and `system` or a pipe of awk, run what they read. */
function isSafeProgram(name: string, program: string): boolean {
  if (/^[jy]q$/.test(name)) return true;
  return name.includes("awk") ? !/system|\||getline|@|\bprintf?\b.*>/.test(program) : isPlainSed(program);
}

function isPlainSed(program: string): boolean {
  return /^(?:[0-9$]*(?:,[0-9$]+)?[pdq=]|s([/|#,])[^/|#,\n]*\1[^/|#,\n]*\1[gpI0-9]*)$/.test(program);
}

function refusal(at: ShellWord | undefined, why: string, cure: string = SCRIPT_ONLY): InterpreterCall {
  return { kind: "refused", at, why, cure };
}
