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
  const { fields, input } = context.call;
  const isPosix = context.name === "sh" || context.name === "dash" || context.name === "ash";
  if (!isPosix && context.name !== "bash" && context.name !== "rbash")
    context.unknown("dialect", context.name, context.call.span);
  let code = false;
  let onlyReads = false;
  let stdin = false;
  let aliases = false;
  let at = 1;
  for (; at < fields.length; at++) {
    const text = literalOf(fields[at] ?? "");
    if (text === null) break;
    if (text === "--" || text === "-") {
      at++;
      break;
    }
    if (text === "--help" || text === "--version") return [hole()];
    if (text === "+") continue;
    if (!/^[-+]./.test(text)) break;
    if (text.startsWith("--")) {
      if (text === "--rcfile" || text === "--init-file") readStart(context, at + 1);
      if (WITH_VALUE.has(text)) at++;
      continue;
    }
    const on = text.startsWith("-");
    if (text.includes("n")) onlyReads = on && !text.includes("i");
    if (text.includes("c")) code = on;
    if (text.includes("s")) stdin = true;
    // `-o name`, `-O name`; with `-c` the code comes after it.
    if (/[oO]/.test(text.slice(1))) {
      at++;
      const option = literalOf(fields[at] ?? "");
      if (option === "expand_aliases" || option === "posix") aliases = on;
      else if (option === null || CHANGES.test(option))
        context.unknown("environment", `${context.name} ${text}`, context.spanOf(at));
    }
    if (text.includes("i")) aliases = on;
  }
  if (onlyReads) return [hole()];
  const field = fields[at];
  const rest = fields.slice(at + 1);
  const dialect = isPosix ? "sh" : "bash";
  const via = code ? `${context.name} -c` : context.name;
  const running = { lang: isPosix ? "sh" : "bash", via, index: at, from: "stdin", dialect, aliases } as const;
  if (code) {
    if (field !== undefined) runContent(context, [field], { ...running, from: "inline", arguments: rest });
    return [hole()];
  }
  if (field !== undefined && !stdin) {
    const known = literalOf(field);
    const path = context.absolute(field);
    if (known === "/dev/stdin" || known === "/dev/fd/0" || known === "/proc/self/fd/0")
      runContent(context, input.content, running);
    else if (path?.startsWith("/dev/fd/") === true)
      runContent(context, context.world.file(path) ?? [hole()], running);
    else runFile(context, field, at, { ...running, arguments: fields.slice(at) });
    return [hole()];
  }
  if (input.kind !== "none") {
    const args: readonly Field[] = field === undefined ? [context.name] : [context.name, ...fields.slice(at)];
    runContent(context, input.content, { ...running, index: 0, arguments: args });
  }
  return [hole()];
}

/** A file that is read at the start. */
function readStart(context: ProgramCall, at: number): void {
  const field = context.call.fields[at];
  if (field !== undefined)
    runFile(context, field, at, { lang: "bash", via: context.name, index: at, from: "file" });
}
