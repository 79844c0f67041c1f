import { write } from "../descriptors.js";
import { joinFields, literalOf } from "../field.js";
import { runHidden, runSubscript } from "../hidden-code.js";
import { type Frame, type Invocation, type Machine, either } from "../machine.js";
import type { AfterRun, State } from "../state.js";
import { SOMETHING } from "./builtin-run.js";

/** `test`, `[`: what is asked for by `-v` is a name, with a subscript that is expanded. */
export function runTest(machine: Machine, { fields }: Invocation, state: State, frame: Frame): AfterRun {
  fields.forEach((field, i) => {
    if (literalOf(fields[i - 1] ?? "") === "-v") runSubscript(machine, field, state, frame);
  });
  return either(state);
}

/** `compgen`: `-C` runs a command, `-W` and `-P` are expanded. */
export function runCompgen(machine: Machine, invocation: Invocation, state: State, frame: Frame): AfterRun {
  const { fields, span } = invocation;
  write(machine, SOMETHING, state);
  fields.forEach((field, i) => {
    const option = literalOf(fields[i - 1] ?? "");
    if (option === "-W") runHidden(machine, field, state, frame);
    if (option !== "-C" && option !== "-F") return;
    const inner: Frame = { ...frame, depth: frame.depth + 1, maybe: true };
    machine.code(joinFields(field, " compgen '' ''"), state.fork(), inner, -1, span);
  });
  return either(state);
}

/** `jobs`: `-x` runs a command. */
export function runJobs(machine: Machine, invocation: Invocation, state: State, frame: Frame): AfterRun {
  write(machine, SOMETHING, state);
  if (literalOf(invocation.fields[1] ?? "") !== "-x" || invocation.fields.length < 3) return either(state);
  return machine.call(
    {
      ...invocation,
      fields: invocation.fields.slice(2),
      spans: invocation.spans.slice(2),
      offsets: invocation.offsets.slice(2),
      declared: null,
    },
    state,
    { ...frame, via: [...frame.via, "jobs -x"], depth: frame.depth + 1 },
  );
}
