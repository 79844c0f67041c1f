import {
  type Alternatives,
  type Field,
  hasHole,
  hole,
  joinFields,
  literalOf,
  sameField,
  showField,
} from "../field.js";
import { inputOf, readFile, write } from "../descriptors.js";
import { DEAD, type Frame, type Invocation, type Machine, childFrame, either } from "../machine.js";
import { resolvePath } from "../path.js";
import { type AfterRun, Journal, type State } from "../state.js";
import { joinStates } from "../join-states.js";
import { LIMITS } from "../limits.js";
import { SOMETHING } from "./builtin-run.js";

/** `eval`: its arguments, joined by blanks, are code of this shell. */
export function runEval(machine: Machine, invocation: Invocation, state: State, frame: Frame): AfterRun {
  let fields = invocation.fields.slice(1);
  let first = 1;
  if (literalOf(fields[0] ?? "") === "--") {
    fields = fields.slice(1);
    first = 2;
  }
  if (fields.length === 0) return either(state);
  const code = fields.reduce((all, one) => joinFields(joinFields(all, " "), one));
  const offset = fields.length === 1 ? (invocation.offsets[first] ?? -1) : -1;
  const span = fields.length === 1 ? (invocation.spans[first] ?? invocation.span) : invocation.span;
  return machine.code(code, state, inner(frame, invocation, "eval"), offset, span);
}

function inner(frame: Frame, invocation: Invocation, via: string): Frame {
  return {
    ...frame,
    via: [...frame.via, via],
    depth: frame.depth + 1,
    maybe: frame.maybe || invocation.maybe,
  };
}

/** `.` and `source`: a file that the text wrote is read; of any other nothing is known. */
export function runDot(machine: Machine, invocation: Invocation, state: State, frame: Frame): AfterRun {
  const at = literalOf(invocation.fields[1] ?? "") === "--" ? 2 : 1;
  const path = invocation.fields[at];
  if (path === undefined) return either(state);
  const span = invocation.spans[at] ?? invocation.span;
  const args = invocation.fields.slice(at + 1);
  const content = sourced(machine, path, state, frame);
  if (content === undefined || content.some((one) => hasHole(one))) {
    const from = content?.find((one) => hasHole(one));
    machine.reader.unknown(
      from === undefined ? "opaque-file" : "dynamic-code",
      showField(path).slice(0, 200),
      span,
    );
    state.tainted = true;
  }
  if (content === undefined) return either(state);
  const { positional } = state;
  if (args.length > 0) state.positional = [args];
  const returns: State[] = [];
  const after = runAll(machine, content, state, { ...inner(frame, invocation, "source"), returns }, span);
  const ended = [after.success, after.failure, ...returns].reduce((all, one) => joinStates(all, one), null);
  if (ended !== null) ended.positional = positional;
  return either(ended);
}

/** What is known of a file that is read as code. */
function sourced(machine: Machine, path: Field, state: State, frame: Frame): Alternatives | undefined {
  const known = literalOf(path);
  if (known === "/dev/stdin" || known === "/dev/fd/0" || known === "/proc/self/fd/0")
    return inputOf(state).content;
  const [only = null, ...others] = state.directories.map((one) => literalOf(resolvePath(path, one)));
  return only === null || others.length > 0 ? undefined : readFile(machine, only, state, frame);
}

function runAll(
  machine: Machine,
  contents: Alternatives,
  state: State,
  frame: Frame,
  span: Invocation["span"],
): AfterRun {
  let success: State | null = null;
  let failure: State | null = null;
  contents.forEach((content, i) => {
    const own = i === contents.length - 1 ? state : state.fork();
    const after = machine.code(
      content,
      own,
      { ...frame, maybe: frame.maybe || contents.length > 1 },
      -1,
      span,
    );
    success = joinStates(success, after.success);
    failure = joinStates(failure, after.failure);
  });
  return { success, failure };
}

/** The rest of a call from a field on. */
function rest(invocation: Invocation, from: number): Invocation {
  return {
    ...invocation,
    fields: invocation.fields.slice(from),
    spans: invocation.spans.slice(from),
    offsets: invocation.offsets.slice(from),
    declared:
      invocation.declared === null
        ? null
        : new Map([...invocation.declared].map(([at, one]) => [at - from, one])),
  };
}

/** The index of the first field after options of a form, and `--`. */
function afterOptions({ fields }: Invocation, form: RegExp, valued: string): number {
  for (let at = 1; at < fields.length; at++) {
    const text = literalOf(fields[at] ?? "");
    if (text === "--") return at + 1;
    if (text === null || !form.test(text)) return at;
    if (valued !== "" && text.endsWith(valued)) at++;
  }
  return fields.length;
}

/** `exec`: the command takes the shell's place; without one its redirections stay. */
export function runExec(machine: Machine, invocation: Invocation, state: State, frame: Frame): AfterRun {
  const at = afterOptions(invocation, /^-[acl]+$/, "a");
  // Another `$0`, by which some programs choose what they are.
  if (invocation.fields.slice(1, at).some((one) => /^-[cl]*a/.test(literalOf(one) ?? "")))
    machine.reader.unknown("environment", "exec -a", invocation.span);
  if (at >= invocation.fields.length) return either(state);
  machine.call(rest(invocation, at), state, { ...inner(frame, invocation, "exec"), external: true });
  frame.process.exits++;
  return DEAD;
}

/** `command`: no functions; `-v` and `-V` only look. */
export function runCommandBuiltin(
  machine: Machine,
  invocation: Invocation,
  state: State,
  frame: Frame,
): AfterRun {
  const at = afterOptions(invocation, /^-[pvV]+$/, "");
  const looks = invocation.fields.slice(1, at).some((one) => /^-.*[vV]/.test(literalOf(one) ?? ""));
  if (!looks) return runRest(machine, invocation, at, "command", state, frame);
  write(machine, SOMETHING, state);
  return either(state);
}

/** Matches nothing. */
const NO_OPTIONS = /(?!)/;

/** `builtin`. */
export function runBuiltin(machine: Machine, invocation: Invocation, state: State, frame: Frame): AfterRun {
  return runRest(machine, invocation, afterOptions(invocation, NO_OPTIONS, ""), "builtin", state, frame);
}

/** Runs the rest of a call without looking for a function. */
function runRest(
  machine: Machine,
  invocation: Invocation,
  from: number,
  via: string,
  state: State,
  frame: Frame,
): AfterRun {
  const given = rest(invocation, from);
  const [first] = given.fields;
  if (first === undefined) return either(state);
  const name = literalOf(first);
  const own = inner(frame, invocation, via);
  return name === null ? machine.call(given, state, own) : machine.named(name, given, state, own);
}

/** `trap`: the code may run from here on, at any time, and sees the variables and functions of that time. */
export function runTrap(machine: Machine, invocation: Invocation, state: State, frame: Frame): AfterRun {
  const at = literalOf(invocation.fields[1] ?? "") === "--" ? 2 : 1;
  const code = invocation.fields[at];
  const text = code === undefined ? null : literalOf(code);
  if (
    code === undefined ||
    invocation.fields.length <= at + 1 ||
    text === "" ||
    text === "-" ||
    text === "-p" ||
    text === "-l"
  ) {
    return either(state);
  }
  const read = (child: State): void => {
    child.positional = null;
    machine.code(
      code,
      child,
      childFrame(inner(frame, invocation, "trap")),
      invocation.offsets[at] ?? -1,
      invocation.spans[at] ?? invocation.span,
    );
  };
  const before = state.fork();
  read(state.fork());
  const journal = (state.journals.current ??= new Journal());
  machine.traps.push(() => {
    const later = machine.visited.filter((one) => !before.directories.some((other) => sameField(one, other)));
    if (later.length === 0 && journal.isEmpty) return;
    if (later.length > 0) before.directories = later.length > LIMITS.directories ? [hole()] : later;
    before.journals = { current: null };
    journal.widen(before);
    read(before);
  });
  return either(state);
}
