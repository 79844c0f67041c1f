import { type Field, literalOf } from "./field.js";
import { LIMITS } from "./limits.js";
import { type Frame, type Machine, childFrame } from "./machine.js";
import type { State } from "./state.js";

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
