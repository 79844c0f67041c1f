import { literalOf } from "../field.js";
import { runSubscript } from "../hidden-code.js";
import { DEAD, type Frame, type Invocation, type Machine, either } from "../machine.js";
import { type AfterRun, type State, uniteJobs } from "../state.js";

/** `exit`: nothing after it runs in this shell. */
export function runExit(_machine: Machine, _invocation: Invocation, _state: State, frame: Frame): AfterRun {
  frame.process.exits++;
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
  if (!isOne(invocation)) frame.process.exits++;
  return isOne(invocation) ? DEAD : either(state.fork());
}

/** `continue`. */
export function runContinue(_machine: Machine, invocation: Invocation, state: State, frame: Frame): AfterRun {
  if (frame.loop === null) return either(state);
  frame.loop.continues.push(state);
  if (!isOne(invocation)) frame.process.exits++;
  return isOne(invocation) ? DEAD : either(state.fork());
}

/** `wait`: without arguments for every job of the shell, else for as many as it names. */
export function runWait(machine: Machine, { fields }: Invocation, state: State, frame: Frame): AfterRun {
  let names = 0;
  let any = false;
  for (let i = 1; i < fields.length; i++) {
    const text = literalOf(fields[i] ?? "");
    if (text === "-p") runSubscript(machine, fields[++i] ?? "", state, frame);
    else if (text === "-n") any = true;
    else if (text !== "-f") names++;
  }
  state.jobs = names === 0 && !any ? [] : state.jobs.slice(0, -Math.max(1, names));
  return either(state);
}

/** `disown`: no `wait` waits for the job any more. */
export function runDisown(_machine: Machine, { fields }: Invocation, state: State): AfterRun {
  if (literalOf(fields[1] ?? "") === "-h") return either(state);
  state.orphans = uniteJobs(state.orphans, state.jobs);
  state.jobs = [];
  return either(state);
}

function isOne({ fields }: Invocation): boolean {
  return fields.length === 1 || literalOf(fields[1] ?? "") === "1";
}
