import { type Alternatives, hole, literalOf } from "@gatehouse-hooks/shell";
import { codeTokens } from "../code/code-tokens.js";
import { reportArguments } from "../programs/apply-usage.js";
import { finish } from "../programs/finish-usage.js";
import { readPath } from "../programs/read-path.js";
import type { ProgramCall } from "../programs/program-call.js";
import { execute } from "../programs/execute.js";
import { runFile } from "../programs/run-content.js";

/** `awk`: its program can run commands and write files; where it only prints, it is a filter. */
export function readAwk(context: ProgramCall): Alternatives {
  reportArguments(context);
  if (context.parsed.asks) return [hole()];
  const files = context.given.filter(({ option }) => option.names.includes("-f"));
  let operands = context.operands;
  const inline = context.given.filter(({ option }) => option.names.includes("-e"));
  if (files.length === 0 && inline.length === 0) {
    const [program, ...rest] = operands;
    operands = rest;
    if (program !== undefined) readProgram(context, literalOf(program.field), program.index);
  }
  for (const one of inline) readProgram(context, one.value === null ? null : literalOf(one.value), one.index);
  for (const { value, index } of files) {
    if (value !== null) runFile(context, value, index, { lang: "awk", via: "awk -f", index, from: "file" });
  }
  const edits = context.given.some(({ option, value }) => option.names.includes("-i") && value === "inplace");
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
  execute(context, "inline", "awk", null, program, span);
  context.unknown("opaque-code", `awk: ${program}`, span);
}

/** Facts of what is plain to see. Returns true when nothing else is left that could run or write. */
function dangers(context: ProgramCall, program: string, index: number): boolean {
  const tokens = codeTokens(withoutPatterns(program), "awk");
  let rest = false;
  let prints = false;
  tokens.forEach((token, i) => {
    const next = tokens[i + 1];
    if (token.kind === "name" && (token.text === "print" || token.text === "printf")) prints = true;
    if (token.kind === "mark" && (token.text === ";" || token.text === "}" || token.text === "\n"))
      prints = false;
    if (token.kind === "name" && token.text === "system") {
      const argument = tokens[i + 2];
      const closes = tokens[i + 3];
      if (argument?.kind === "string") {
        const whole = closes?.kind === "mark" && closes.text === ")";
        if (!whole) rest = true;
        context.world.code(whole ? argument.text : `${argument.text} $__UNKNOWN`, {
          via: "awk system",
          maybe: !whole,
          span: context.spanOf(index),
        });
      } else rest = true;
    } else if (token.kind === "name" && token.text === "getline") {
      if (next?.kind === "mark" && next.text === "<" && tokens[i + 2]?.kind === "string") {
        context.path("reads", tokens[i + 2]?.text ?? "", index, "getline");
      } else rest = true;
    } else if (token.kind === "mark" && token.text === "|") {
      const before = tokens[i - 1];
      if (next?.kind === "mark" && next.text === "|") return;
      if (before?.kind === "mark" && before.text === "|") return;
      const code =
        next?.kind === "string"
          ? next
          : before?.kind === "string" && next?.text === "getline"
            ? before
            : null;
      if (code === null) rest = true;
      else
        context.world.code(code.text, {
          via: "awk pipe",
          maybe: false,
          input: { kind: "pipe", content: [hole()] },
          span: context.spanOf(index),
        });
    } else if (
      token.kind === "mark" &&
      token.text === ">" &&
      prints &&
      next !== undefined &&
      next.text !== "="
    ) {
      const target = next.text === ">" ? tokens[i + 2] : next;
      const after = tokens[i + (next.text === ">" ? 3 : 2)];
      if (tokens[i - 1]?.text === ">") return;
      const isWhole = after === undefined || (after.kind === "mark" && /[;}\n]/.test(after.text));
      if (target?.kind === "string" && isWhole)
        context.path("writes", target.text, index, "print >", { append: next.text === ">" });
      else rest = true;
    } else if (token.kind === "mark" && token.text === "@") rest = true;
  });
  return !rest;
}

/** Regular expressions hold bars and arrows that mean something else. */
function withoutPatterns(program: string): string {
  return program.replace(/(^|[~({,;&|!\n]|\bif\s*\()(\s*)\/(?:\\.|\[[^\]]*\]|[^/\\\n])+\//g, "$1$2 1 ");
}
