import { type Field, literalOf, showField } from "./field.js";
import { LIMITS } from "./limits.js";
import { type Frame, type Machine, type TextSpan, childFrame } from "./machine.js";
import type { State } from "./state.js";
import { isArrayValue, type VariableValue } from "./values.js";

/** Variables that an environment has, or that change what runs: programs see what one is set to. */
const INHERITED: ReadonlySet<string> = new Set(
  `HOME PATH PWD OLDPWD USER LOGNAME SHELL LANG TERM TMPDIR EDITOR VISUAL PAGER LD_PRELOAD LD_LIBRARY_PATH PYTHONPATH
  NODE_OPTIONS BASH_ENV ENV`.split(/\s+/),
);

/** Whether programs see what it is set to, exported or not. */
export const isInherited = (name: string): boolean => INHERITED.has(name);

/**
 * Runs the substitutions in a string that the shell expands once more: where a number or the name of a variable is meant, what is in
 * `a[…]` is expanded, and so are prompts.
 */
export function runHidden(machine: Machine, field: Field, state: State, frame: Frame): void {
  const text = literalOf(field);
  if (text === null || !/\$\(|`/.test(text)) return;
  if (frame.depth >= LIMITS.depth) {
    machine.reader.unknown("limit", text.slice(0, 200), frame.span);
    return;
  }
  const code = `: "${text.replaceAll('"', String.raw`\"`)}"`;
  const inner: Frame = { ...childFrame(frame), depth: frame.depth + 1, maybe: true };
  machine.code(code, state.fork(), inner, -1, frame.span);
}

/** What a variable that is a number, or the name of another one, is given. */
export function runGiven(machine: Machine, name: string, value: Field, state: State, frame: Frame): void {
  const { attribute } = state.variables.get(name) ?? { attribute: "none" };
  if (attribute === "integer" || attribute === "reference") runSubscript(machine, value, state, frame);
}

/** The same for a string with a subscript; other strings are not expanded there. */
export function runSubscript(machine: Machine, field: Field, state: State, frame: Frame): void {
  if (literalOf(field)?.includes("[") === true) runHidden(machine, field, state, frame);
}

/** What a shell does with some variables as soon as they have a value, however they came by it. */
export function received(
  machine: Machine,
  written: string,
  state: State,
  frame: Frame,
  span: TextSpan,
): void {
  for (const name of state.targetsOf(written) ?? []) {
    if (name === "GLOBIGNORE") state.dotglob = true;
    const { values, exported } = state.variables.get(name) ?? { values: [], exported: false };
    const isShown = exported || state.allexport || isInherited(name);
    const run = RUNS.get(name);
    if (!isShown && run === undefined) continue;
    for (const value of values.map(firstOf)) {
      if (value === null || value === undefined) continue;
      run?.(machine, value, state, frame);
      if (isShown) machine.reader.variable({ name, value, span }, frame.maybe || values.length > 1);
    }
  }
}

/** What a shell runs, or expands, by itself, exported or not. */
const RUNS: ReadonlyMap<string, typeof runPrompt> = new Map([
  ["PS4", runPrompt],
  ["PROMPT_COMMAND", runBetween],
]);

/** Of an array, what it is without a subscript. */
function firstOf(value: VariableValue): Field | null | undefined {
  return isArrayValue(value) ? value.entries.get("0") : value;
}

/** A shell at a terminal runs it between commands. What is only known when it runs is passed over. */
function runBetween(machine: Machine, value: Field, state: State, frame: Frame): void {
  const text = textOf(value);
  if (frame.depth >= LIMITS.depth) machine.reader.unknown("limit", text.slice(0, 200), frame.span);
  else
    machine.code(
      text,
      state.fork(),
      { ...childFrame(frame), depth: frame.depth + 1, maybe: true },
      -1,
      frame.span,
    );
}

function textOf(value: Field): string {
  if (typeof value === "string") return value;
  return value.map((part) => (part.kind === "hole" ? "" : part.text)).join("");
}

/** With `set -x` it is expanded before every command. */
function runPrompt(machine: Machine, value: Field, state: State, frame: Frame): void {
  const parts = typeof value === "string" ? [] : value;
  const isForeign = parts.some(
    (part) =>
      part.kind === "hole" && part.from.some(({ kind }) => kind !== "variable" && kind !== "environment"),
  );
  if (isForeign) machine.reader.unknown("dynamic-code", showField(value).slice(0, 200), frame.span);
  runHidden(machine, textOf(value), state, frame);
}
