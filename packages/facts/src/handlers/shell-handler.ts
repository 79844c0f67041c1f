import { type Alternatives, type Field, hole, literalOf } from "@gatehouse-hooks/shell";
import type { ProgramCall } from "../programs/program-call.js";
import { runContent, runFile } from "../programs/run-content.js";

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
  const given = { at: 1, asks: false, code: false, onlyReads: false, stdin: false, aliases: false };
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
