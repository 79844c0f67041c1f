import { decodeUtf16 } from "@gatehouse-hooks/languages";
import { type Alternatives, type Field, hole, joinFields, literalOf } from "@gatehouse-hooks/shell";
import { addCode } from "../programs/add-code.js";
import type { ProgramCall } from "../programs/program-call.js";
import { type Running, runContent, runFile } from "../programs/run-content.js";

/** Letters that take the next word. */
const WITH_VALUE = new Set(["-O", "+O", "-o", "+o", "--rcfile", "--init-file"]);

/** Options that change what words and commands mean, and that a shell which is begun with them is not followed with. */
const CHANGES =
  /^(?:dotglob|nocaseglob|nocasematch|lastpipe|cdable_vars|xpg_echo|localvar_\w+|compat\w+|allexport)$/;

/** `sh`, `bash` and their like: `-c` code, a script, or standard input. */
export function readShellCall(context: ProgramCall): Alternatives {
  const isPosix = context.name === "sh" || context.name === "dash" || context.name === "ash";
  if (!isPosix && context.name !== "bash" && context.name !== "rbash")
    context.unknown("dialect", context.name, context.call.span);
  const given = readOptions(context);
  if (!given.asks && !given.onlyReads) runWhatIsGiven(context, given, isPosix ? "sh" : "bash");
  return [hole()];
}

/** What the options of a shell say. */
interface ShellOptions {
  /** The first word behind them. */
  at: number;
  /** It only prints its help or its version. */
  asks: boolean;
  code: boolean;
  onlyReads: boolean;
  stdin: boolean;
  aliases: boolean;
}

function readOptions(context: ProgramCall): ShellOptions {
  const { fields } = context.call;
  const aliases = context.name === "zsh";
  const given = { at: 1, asks: false, code: false, onlyReads: false, stdin: false, aliases };
  for (; given.at < fields.length; given.at++) {
    const text = literalOf(fields[given.at] ?? "");
    if (text === null) break;
    if (text === "--" || text === "-") {
      given.at++;
      break;
    }
    if (text === "+") continue;
    if (!/^[-+]./.test(text)) break;
    if (!text.startsWith("--")) readLetters(context, text, given);
    else if (text === "--help" || text === "--version") return { ...given, asks: true };
    else {
      if (text === "--rcfile" || text === "--init-file") readStart(context, given.at + 1);
      if (WITH_VALUE.has(text)) given.at++;
    }
  }
  return given;
}

function readLetters(context: ProgramCall, text: string, given: ShellOptions): void {
  const on = text.startsWith("-");
  if (text.includes("n")) given.onlyReads = on && !text.includes("i");
  if (text.includes("c")) given.code = on;
  if (text.includes("s")) given.stdin = true;
  // `-o name`, `-O name`; with `-c` the code comes after it.
  if (/[oO]/.test(text.slice(1))) {
    given.at++;
    const option = literalOf(context.call.fields[given.at] ?? "");
    if (option === "expand_aliases" || option === "posix") given.aliases = on;
    else if (option === null || CHANGES.test(option))
      context.unknown("environment", `${context.name} ${text}`, context.spanOf(given.at));
  }
  if (text.includes("i")) given.aliases = on;
}

/** `pwsh`, `powershell`, `cmd`: code behind an option, a script, or standard input. */
export function readWindowsShell(context: ProgramCall): Alternatives {
  if (context.name === "cmd") readCmd(context);
  else readPowerShell(context);
  return [hole()];
}

/** `cmd /c code`: the words behind it are one line. */
function readCmd(context: ProgramCall): void {
  const { fields, input } = context.call;
  const at = fields.findIndex((one, i) => i > 0 && /^\/\/?[ckr]/i.test(leadOf(one)));
  if (at < 0) {
    if (fields.some((one) => one === "/?")) return;
    if (input.kind !== "none") runOther(context, input.content, "cmd", 0);
    return;
  }
  const glued = /^\/\/?[ckr](.+)$/is.exec(leadOf(fields[at] ?? ""))?.[1];
  const words = [...(glued === undefined ? [] : [glued]), ...fields.slice(at + 1)];
  if (words.length > 0) runOther(context, [lineOf(words, words.length > 1)], "cmd", at + 1);
}

/** Options of PowerShell that take the next word. */
const TAKES =
  /^-(?:ex\w*|ep|exec\w*|w|wi\w*|inp\w*|inputformat|o|of|out\w*|v|ver\w*|ps\w*|con\w*|custompipename|settingsfile|wd|wor\w*|configurationname|configurationfile)$/;

/** `-Command code`, `-File script`, `-EncodedCommand text`, beginnings of them, or code alone. */
function readPowerShell(context: ProgramCall): void {
  const { fields, input } = context.call;
  if (fields.length === 2 && /^-(?:h|help|\?|v|version)$/.test(optionOf(fields[1]))) return;
  for (let at = 1; at < fields.length; at++) {
    const option = optionOf(fields[at]);
    if (TAKES.test(option)) at++;
    else if (/^-(?:e|ec|en\w*|encodedcommand)$/.test(option)) return runEncoded(context, at + 1);
    else if (/^-(?:f|fi|fil|file)$/.test(option)) return runScript(context, at + 1);
    else if (/^-(?:c|co\w*|commandwithargs|cwa)$/.test(option)) return runWords(context, at + 1);
    else if (!option.startsWith("-")) return runWords(context, at);
  }
  if (input.kind !== "none") runOther(context, input.content, "powershell", 0);
}

/** An option in small letters, with one dash. */
function optionOf(field: Field = ""): string {
  return leadOf(field)
    .toLowerCase()
    .replace(/^(?:--|\/)/, "-");
}

function runScript(context: ProgramCall, at: number): void {
  const { fields, input } = context.call;
  const script = fields[at];
  const running: Running = {
    lang: "powershell",
    via: context.name,
    index: at,
    from: "file",
    dialect: "powershell",
    arguments: fields.slice(at),
  };
  if (script !== undefined && script !== "-") runFile(context, script, at, running);
  else if (input.kind !== "none") runOther(context, input.content, "powershell", at);
}

/** Words from here on are code; `-` is standard input. */
function runWords(context: ProgramCall, at: number): void {
  const { fields, input } = context.call;
  const words = fields.slice(at);
  if (words.length === 1 && words[0] === "-") runOther(context, input.content, "powershell", at);
  else if (words.length > 0) runOther(context, [lineOf(words, false)], "powershell", at);
}

function leadOf(field: Field): string {
  return typeof field === "string" ? field : "";
}

/** @param quotes words with blanks are one */
function lineOf(words: readonly Field[], quotes: boolean): Field {
  return words
    .map((one): Field => (quotes && typeof one === "string" && /\s/.test(one) ? `"${one}"` : one))
    .reduce((all, one) => joinFields(joinFields(all, " "), one));
}

function runOther(
  context: ProgramCall,
  content: Alternatives,
  dialect: "powershell" | "cmd",
  index: number,
): void {
  runContent(context, content, { lang: dialect, via: context.name, index, from: "inline", dialect });
}

/** Base64 of UTF-16. */
function runEncoded(context: ProgramCall, index: number): void {
  const text = literalOf(context.call.fields[index] ?? "");
  const code = text === null ? null : decodeUtf16(text);
  addCode(context, "decoded", "powershell", null, code, context.spanOf(index));
  if (code === null) context.unknown("dynamic-code", context.name, context.spanOf(index));
  else runOther(context, [code], "powershell", index);
}

const STANDARD_INPUT: ReadonlySet<unknown> = new Set(["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]);

function runWhatIsGiven(context: ProgramCall, given: ShellOptions, dialect: "sh" | "bash"): void {
  const { fields, input } = context.call;
  const { at, code, aliases } = given;
  const field = fields[at];
  const via = code ? `${context.name} -c` : context.name;
  const running = { lang: dialect, via, index: at, from: "stdin", dialect, aliases } as const;
  if (code) {
    const rest = fields.slice(at + 1);
    if (field !== undefined) runContent(context, [field], { ...running, from: "inline", arguments: rest });
  } else if (field !== undefined && !given.stdin) {
    const path = context.absolute(field);
    if (STANDARD_INPUT.has(literalOf(field))) runContent(context, input.content, running);
    else if (path?.startsWith("/dev/fd/") === true)
      runContent(context, context.world.file(path) ?? [hole()], running);
    else runFile(context, field, at, { ...running, arguments: fields.slice(at) });
  } else if (input.kind !== "none") {
    const args: readonly Field[] = field === undefined ? [context.name] : [context.name, ...fields.slice(at)];
    runContent(context, input.content, { ...running, index: 0, arguments: args });
  }
}

/** A file that is read at the start. */
function readStart(context: ProgramCall, at: number): void {
  const field = context.call.fields[at];
  if (field !== undefined)
    runFile(context, field, at, { lang: "bash", via: context.name, index: at, from: "file" });
}
