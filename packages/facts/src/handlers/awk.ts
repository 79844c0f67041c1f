import { type CodeToken, codeTokens, withConstants } from "@gatehouse-hooks/languages";
import { type Alternatives, hole, literalOf } from "@gatehouse-hooks/shell";
import { reportArguments } from "../programs/apply-usage.js";
import { finish } from "../programs/finish-usage.js";
import { readPath } from "../programs/read-path.js";
import type { GivenOption } from "../programs/parse-arguments.js";
import type { ProgramCall } from "../programs/program-call.js";
import { addCode } from "../programs/add-code.js";
import { runFile } from "../programs/run-content.js";

/** `awk`: its program can run commands and write files; where it only prints, it is a filter. */
export function readAwk(context: ProgramCall): Alternatives {
  reportArguments(context);
  if (context.parsed.asks) return [hole()];
  const named = (...names: readonly string[]): readonly GivenOption[] =>
    context.given.filter(({ option }) => names.some((one) => option.names.includes(one)));
  const files = named("-f", "-E");
  let operands = context.operands;
  const inline = named("-e");
  if (files.length === 0 && inline.length === 0) {
    const [program, ...rest] = operands;
    operands = rest;
    if (program !== undefined) readProgram(context, literalOf(program.field), program.index);
  }
  for (const one of inline) readProgram(context, one.value === null ? null : literalOf(one.value), one.index);
  const included = named("-i").filter(({ value }) => value !== "inplace");
  for (const { value, index } of [...files, ...included]) {
    if (value !== null) runFile(context, value, index, { lang: "awk", via: "awk -f", index, from: "file" });
  }
  for (const { index } of named("-l")) context.unknown("opaque-code", "awk -l", context.spanOf(index));
  for (const { name, value, index } of named("-d", "-o", "-p"))
    if (value !== null) context.path("writes", value, index, name);
  const edits = named("-i").some(({ value }) => value === "inplace");
  operands.forEach(({ field, index }, i) => {
    // `name=value` between the files is an assignment.
    if (/^[A-Za-z_]\w*=/.test(literalOf(field) ?? "")) return;
    readPath(context, field, index, `operand ${i + 2}`, false);
    if (edits) context.path("writes", field, index, `operand ${i + 2}`);
  });
  return finish(context, [{ ...context.usage.base, filter: true }]);
}

function readProgram(context: ProgramCall, program: string | null, index: number): void {
  const span = context.spanOf(index);
  if (program === null) {
    context.unknown("dynamic-code", "awk", span);
    return;
  }
  context.world.spend(program.length * 2);
  const known = dangers(context, program, index);
  if (known) return;
  addCode(context, "inline", "awk", null, program, span);
  context.unknown("opaque-code", `awk: ${program}`, span);
}

/** Facts of what is plain to see. Returns true when nothing else is left that could run or write. */
function dangers(context: ProgramCall, program: string, index: number): boolean {
  const tokens = codeTokens(withoutPatterns(program), "awk");
  if (dangersOf(context, tokens, index)) return true;
  // What a name holds in a later round is not known, so what it is given first is only seen, too.
  const named = withConstants(tokens, "awk");
  if (named.some((token, at) => token !== tokens[at])) dangersOf(context, named, index);
  return false;
}

function dangersOf(context: ProgramCall, tokens: readonly CodeToken[], index: number): boolean {
  let isPlain = true;
  let prints = false;
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind === "name" && (text === "print" || text === "printf")) prints = true;
    if (kind === "mark" && /^[;}\n]$/.test(text)) prints = false;
    const read = DANGERS.get(`${kind} ${text}`);
    if (read !== undefined && !read({ context, tokens, at, index, prints })) isPlain = false;
  }
  return isPlain;
}

/** A token, and what is around it. */
interface AwkToken {
  readonly context: ProgramCall;
  readonly tokens: readonly CodeToken[];
  readonly at: number;
  /** Of the program among the words. */
  readonly index: number;
  /** It belongs to a `print`. */
  readonly prints: boolean;
}

/** What can run or write; each says whether it has made facts of all that it does. */
const DANGERS: ReadonlyMap<string, (token: AwkToken) => boolean> = new Map([
  ["name system", readSystem],
  ["name getline", readGetline],
  ["mark |", readPipe],
  ["mark >", readRedirection],
  ["mark @", () => false],
  // Files that it reads need not be among the words.
  ["name ARGV", () => false],
  ["name ARGC", () => false],
]);

function isMark(token: CodeToken | undefined, text: string): boolean {
  return token?.kind === "mark" && token.text === text;
}

function readSystem({ context, tokens, at, index }: AwkToken): boolean {
  const argument = tokens[at + 2];
  if (argument?.kind !== "string") return false;
  const whole = isMark(tokens[at + 3], ")");
  context.world.code(whole ? argument.text : `${argument.text} $__UNKNOWN`, {
    via: "awk system",
    maybe: !whole,
    span: context.spanOf(index),
  });
  return whole;
}

function readGetline({ context, tokens, at, index }: AwkToken): boolean {
  const file = tokens[at + 2];
  if (!isMark(tokens[at + 1], "<") || file?.kind !== "string") return false;
  context.path("reads", file.text, index, "getline");
  return true;
}

function readPipe({ context, tokens, at, index }: AwkToken): boolean {
  const next = tokens[at + 1];
  const before = tokens[at - 1];
  if (isMark(next, "|") || isMark(before, "|")) return true;
  const reads = before?.kind === "string" && next?.text === "getline";
  const code = next?.kind === "string" ? next : reads ? before : undefined;
  if (code === undefined) return false;
  context.world.code(code.text, {
    via: "awk pipe",
    maybe: false,
    input: { kind: "pipe", content: [hole()] },
    span: context.spanOf(index),
  });
  return true;
}

function readRedirection({ context, tokens, at, index, prints }: AwkToken): boolean {
  const next = tokens[at + 1];
  if (!prints || next === undefined || next.text === "=" || tokens[at - 1]?.text === ">") return true;
  const append = next.text === ">";
  const target = append ? tokens[at + 2] : next;
  const after = tokens[at + (append ? 3 : 2)];
  const isWhole = after === undefined || (after.kind === "mark" && /[;}\n]/.test(after.text));
  if (target?.kind !== "string" || !isWhole) return false;
  context.path("writes", target.text, index, "print >", { append });
  return true;
}

/** Regular expressions hold bars and arrows that mean something else. */
function withoutPatterns(program: string): string {
  return program.replace(/(^|[~({,;&|!\n]|\bif\s*\()(\s*)\/(?:\\.|\[[^\]]*\]|[^/\\\n])+\//g, "$1$2 1 ");
}
