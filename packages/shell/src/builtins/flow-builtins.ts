import { literalOf } from "../field.js";
import { DEAD, type Frame, type Invocation, type Machine, either } from "../machine.js";
import type { AfterRun, State } from "../state.js";

/** `exit`: nothing after it runs in this shell. */
export function runExit(): AfterRun {
  return DEAD;
}

/** `return`: goes on after the call. Outside of functions it is an error that changes nothing. */
export function runReturn(_machine: Machine, _invocation: Invocation, state: State, frame: Frame): AfterRun {
  if (frame.returns === null) return either(state);
  frame.returns.push(state);
  return DEAD;
}

/** `break`: of several loops it may leave more than one; what is after the inner one is then run for nothing. */
export function runBreak(_machine: Machine, invocation: Invocation, state: State, frame: Frame): AfterRun {
  if (frame.loop === null) return either(state);
  frame.loop.breaks.push(state);
  return isOne(invocation) ? DEAD : either(state.fork());
}

/** `continue`. */
export function runContinue(_machine: Machine, invocation: Invocation, state: State, frame: Frame): AfterRun {
  if (frame.loop === null) return either(state);
  frame.loop.continues.push(state);
  return isOne(invocation) ? DEAD : either(state.fork());
}

function isOne({ fields }: Invocation): boolean {
  return fields.length === 1 || literalOf(fields[1] ?? "") === "1";
}
