import { type Alternatives, type Field, hole, literalOf } from "../field.js";
import { write } from "../descriptors.js";
import { type Frame, type Invocation, type Machine, either } from "../machine.js";
import type { AfterRun, State } from "../state.js";

/** What the shell does for a name. May change the state. */
export type BuiltinRun = (machine: Machine, invocation: Invocation, state: State, frame: Frame) => AfterRun;

/** Succeeds. */
export const DONE: BuiltinRun = (_machine, _invocation, state) => ({ success: state, failure: null });

/** Does nothing to the shell; what it prints is not followed. */
export const NOTHING: BuiltinRun = (machine, { fields }, state) => {
  const name = literalOf(fields[0] ?? "");
  if (name !== "test" && name !== "[") write(machine, SOMETHING, state);
  return either(state);
};

/** Output of which nothing is known, made of nothing that is read. */
export const SOMETHING: Alternatives = [hole()];

/** What is left to be read of a descriptor. */
export function consume(state: State, descriptor: number, content: Alternatives): void {
  const before = state.descriptors.get(descriptor);
  if (before?.kind !== "content") return;
  state.descriptors = new Map(state.descriptors).set(descriptor, { ...before, content });
}

/** The strings of the arguments after the name; `null` for those that are not known. */
export function literals(fields: readonly Field[]): readonly (string | null)[] {
  return fields.slice(1).map((one) => literalOf(one));
}

/** A name that a variable can have. */
export function isName(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text);
}
