import type { BuiltinRun } from "./builtins/builtin-run.js";
import { builtins } from "./builtins/builtins.js";
import { inputOf, isCaptured, isSilent, readFile, write, writeError } from "./descriptors.js";
import { type Alternatives, type Field, hole, isWide, literalOf, showField } from "./field.js";
import { LIMITS } from "./limits.js";
import {
  type ShellCall,
  type Frame,
  type Invocation,
  type Machine,
  type ChildOptions,
  type World,
  childFrame,
  either,
} from "./machine.js";
import { type AfterRun, State } from "./state.js";
import { type Variable, isArrayValue } from "./values.js";
import { joinStates } from "./join-states.js";
import type { ShellCommand } from "./syntax.js";

/** Runs expanded fields: a function, a builtin, or a program. */
export function runCall(machine: Machine, invocation: Invocation, state: State, frame: Frame): AfterRun {
  machine.work.spend(300 + 16 * invocation.fields.length);
  const [first = ""] = invocation.fields;
  const name = literalOf(first);
  if (name === null) return runProgram(machine, invocation, state, frame);
  if (!frame.external) {
    const bodies = state.functions.get(name);
    if (bodies !== undefined) {
      // `null`: it may be that the function is not defined here.
      let outcome: AfterRun = { success: null, failure: null };
      bodies.forEach((body, i) => {
        const own = i === bodies.length - 1 ? state : state.fork();
        const after =
          body === null
            ? runNamed(machine, name, invocation, own, frame)
            : runFunction(machine, name, body, invocation, own, frame);
        outcome = {
          success: joinStates(outcome.success, after.success),
          failure: joinStates(outcome.failure, after.failure),
        };
      });
      return outcome;
    }
  }
  return runNamed(machine, name, invocation, state, frame);
}

/** Not a function: a builtin of the shell, or a program. */
export function runNamed(
  machine: Machine,
  name: string,
  invocation: Invocation,
  state: State,
  frame: Frame,
): AfterRun {
  const builtin = frame.external ? undefined : builtins.get(name);
  if (builtin === undefined) return runProgram(machine, invocation, state, frame);
  if (!state.names.disabled.has(name)) {
    runReader(machine, invocation, state, frame, true);
    const after = runOwn(machine, builtin, name, invocation, state, frame);
    if (after.failure !== null && !isSilent(name, invocation)) writeError(machine, after.failure);
    return after;
  }
  const own = state.fork();
  runReader(machine, invocation, own, frame, true);
  const after = runOwn(machine, builtin, name, invocation, own, frame);
  const other = runProgram(machine, invocation, state, frame);
  return {
    success: joinStates(after.success, other.success),
    failure: joinStates(after.failure, other.failure),
  };
}

/** Declarations keep what is set for them alone. */
const DECLARING: ReadonlySet<string> = new Set(["declare", "typeset", "export", "readonly"]);

/** Runs a builtin with the variables that are set for it. */
function runOwn(
  machine: Machine,
  builtin: BuiltinRun,
  name: string,
  invocation: Invocation,
  state: State,
  frame: Frame,
): AfterRun {
  if (invocation.assignments.length === 0) return builtin(machine, invocation, state, frame);
  const before = state.setOwn(invocation.assignments);
  if (DECLARING.has(name)) for (const one of invocation.fields) before.delete(literalOf(one) ?? "");
  const after = builtin(machine, invocation, state, frame);
  for (const one of new Set([after.success, after.failure]))
    for (const [variable, was] of before) one?.restoreVariable(variable, was);
  return after;
}

/** Programs that do nothing but succeed or fail. */
const STATUS = /^(?:(?:\/usr)?\/bin\/)?(true|false)$/;

/** What bash runs in place of a program that it does not find. */
const NOT_FOUND = "command_not_found_handle";

function runProgram(machine: Machine, invocation: Invocation, state: State, frame: Frame): AfterRun {
  const known = literalOf(invocation.fields[0] ?? "") ?? "";
  const isLookedUp = !frame.external && !known.includes("/");
  const paths = isLookedUp ? state.names.hashed.get(known) : undefined;
  if (paths === undefined) write(machine, runReader(machine, invocation, state, frame, false), state);
  else
    for (const one of withPaths(invocation, paths))
      write(machine, runReader(machine, one, state, frame, false), state);
  writeError(machine, state);
  if (isLookedUp && state.functions.has(NOT_FOUND)) runNotFound(machine, invocation, state, frame);
  const status = STATUS.exec(known)?.[1];
  if (status === "true") return { success: state, failure: null };
  if (status === "false") return { success: null, failure: state };
  return either(state);
}

/** The call with each program that its name may run. */
function withPaths(invocation: Invocation, paths: readonly (Field | null)[]): readonly Invocation[] {
  return paths.map((path) => ({
    ...invocation,
    fields: path === null ? invocation.fields : [path, ...invocation.fields.slice(1)],
    maybe: invocation.maybe || paths.length > 1,
  }));
}

/** Which programs there are is not known: any may be one that is not found. */
function runNotFound(machine: Machine, invocation: Invocation, state: State, frame: Frame): void {
  if (frame.functions.some(({ name }) => name === NOT_FOUND)) return;
  const child = state.fork();
  const given: Invocation = {
    ...invocation,
    fields: [NOT_FOUND, ...invocation.fields],
    spans: [invocation.span, ...invocation.spans],
    offsets: [-1, ...invocation.offsets],
    assignments: [],
    maybe: true,
  };
  for (const body of state.functions.get(NOT_FOUND) ?? []) {
    if (body !== null)
      finish(runFunction(machine, NOT_FOUND, body, given, child, childFrame(frame)), child, state);
  }
}

function runReader(
  machine: Machine,
  invocation: Invocation,
  state: State,
  frame: Frame,
  builtin: boolean,
): Alternatives {
  const call: ShellCall = {
    dialect: frame.dialect,
    fields: invocation.fields,
    spans: invocation.spans,
    offsets: invocation.offsets,
    assignments: invocation.assignments,
    via: frame.via,
    place: frame.place,
    directories: state.directories,
    input: inputOf(state),
    maybe: invocation.maybe || frame.maybe,
    builtin,
    captured: isCaptured(state),
    absent: frame.absent,
    span: invocation.span,
  };
  return machine.reader.command(call, worldOf(machine, invocation, state, frame));
}

function runFunction(
  machine: Machine,
  name: string,
  body: ShellCommand,
  invocation: Invocation,
  state: State,
  frame: Frame,
): AfterRun {
  // A function may give its own name to another one.
  const running = frame.functions.filter((one) => one.body === body);
  const [outermost] = running;
  if (outermost !== undefined) {
    // Only a pipe or `&` between the two calls makes more processes of each.
    const multiplies = frame.beside > outermost.beside;
    if (multiplies) {
      machine.reader.multiplies(name, invocation.span);
      return either(state);
    }
  }
  if (running.length > 2 || frame.depth >= LIMITS.depth) {
    machine.reader.unknown("limit", name.slice(0, 200), invocation.span);
    state.tainted = true;
    return either(state);
  }
  const returns: State[] = [];
  const locals = new Map<string, Variable | undefined>();
  const inner: Frame = {
    ...frame,
    depth: frame.depth + 1,
    functions: [...frame.functions, { name, body, beside: frame.beside }],
    maybe: invocation.maybe || frame.maybe,
    returns,
    loop: null,
    locals,
  };
  const { positional, readonly } = state;
  const args = invocation.fields.slice(1);
  state.positional = args.some((one) => isWide(one)) ? null : [args];
  for (const [variable, before] of state.setOwn(invocation.assignments)) locals.set(variable, before);
  const after = machine.node(body, state, inner);
  let { success, failure } = after;
  for (const one of returns) {
    success = joinStates(success, one.fork());
    failure = joinStates(failure, one);
  }
  for (const one of new Set([success, failure])) {
    if (one === null) continue;
    one.positional = positional;
    for (const [local, before] of locals) {
      one.restoreVariable(local, before);
      if (!readonly.has(local)) one.setReadonly(local, false);
    }
  }
  return { success, failure };
}

function worldOf(machine: Machine, invocation: Invocation, state: State, frame: Frame): World {
  return {
    command: (fields, spans, offsets, options) => {
      if (fields.length === 0) return;
      const child = childState(machine, invocation, options, state, false);
      const inner = innerFrame(frame, options, invocation);
      if (options.assignments !== undefined) announce(machine, options, inner);
      const given: Invocation = {
        fields,
        spans,
        offsets,
        assignments: options.assignments ?? invocation.assignments,
        declared: null,
        maybe: inner.maybe,
        span: options.span ?? invocation.span,
      };
      enter(machine, frame, given.span, showField(fields[0] ?? ""), () => {
        finish(machine.call(given, child, { ...inner, external: true }), child, state);
      });
    },
    code: (code, options) => {
      const child = childState(machine, invocation, options, state, true);
      if (options.assignments !== undefined)
        announce(machine, options, innerFrame(frame, options, invocation));
      const offset = options.offset ?? -1;
      const span = options.span ?? invocation.span;
      const inner: Frame = {
        ...innerFrame(frame, options, invocation),
        external: false,
        functions: [],
        dialect: options.dialect ?? "bash",
      };
      enter(machine, frame, span, "code", () => {
        finish(machine.code(code, child, inner, offset, span), child, state);
      });
    },
    file: (path) => readFile(machine, path, state, frame) ?? null,
    setFile: (path, content, append) => {
      machine.traffic.wrote(state.real(path), content, frame.places);
      const before = append ? state.getFile(path) : undefined;
      const old = before ?? (append ? [hole([{ kind: "unknown" }])] : null);
      state.setFile(path, old === null ? content : [...old, ...content].slice(0, LIMITS.alternatives));
    },
    removeFile: (path) => {
      state.removeFile(path);
    },
    files: () => state.files,
    exported: (name) => {
      const own = invocation.assignments.filter((one) => one.name === name);
      if (own.length > 0) return own.map(({ value }) => value);
      const variable = state.variables.get(name);
      if (variable?.exported !== true) return null;
      return variable.values.flatMap((one) => (one === null || isArrayValue(one) ? [] : [one]));
    },
    spend: (units) => {
      machine.work.spend(units);
    },
    link: (path, target) => {
      state.setLink(path, target);
    },
    fifo: (path) => {
      machine.traffic.fifo(state.real(path));
    },
  };
}

function announce(machine: Machine, options: ChildOptions, frame: Frame): void {
  for (const one of options.assignments ?? []) machine.reader.variable(one, frame.maybe);
}

function enter(
  machine: Machine,
  frame: Frame,
  span: Invocation["span"],
  text: string,
  run: () => void,
): void {
  if (frame.depth >= LIMITS.depth) machine.reader.unknown("limit", text.slice(0, 200), span);
  else run();
}

function innerFrame(frame: Frame, options: ChildOptions, invocation: Invocation): Frame {
  return {
    ...childFrame(frame),
    via: [...frame.via, options.via],
    place: frame.place === "here" ? (options.place ?? "here") : frame.place,
    depth: frame.depth + 1,
    maybe: frame.maybe || invocation.maybe || options.maybe === true,
  };
}

/** What a child process sees: exported variables, the same files and descriptors; no functions. */
function childState(
  machine: Machine,
  invocation: Invocation,
  options: ChildOptions,
  state: State,
  isShell: boolean,
): State {
  machine.work.spend(300);
  const child = new State(options.directories ?? state.directories, state.descriptors, state.journals);
  child.files = state.files;
  child.links = state.links;
  child.output = state.output;
  child.shareAll();
  child.tainted = state.tainted;
  if (options.clean !== true) inheritFunctions(child, state, isShell, options.dialect === "sh");
  if (isShell && options.aliases === true) child.names = { ...child.names, expands: true };
  if (options.input !== undefined) {
    child.descriptors = new Map(child.descriptors).set(0, {
      kind: "content",
      input: options.input.kind,
      content: options.input.content,
    });
  }
  if (options.clean !== true) {
    inherit(machine, options, child, state, isShell);
    child.setOwn(invocation.assignments);
  }
  child.setOwn(options.assignments ?? []);
  if (isShell) {
    const [zero, ...args] = options.arguments ?? [];
    // What may be several fields may be `$0` and more, or nothing.
    const isOpen = options.arguments?.some((one) => isWide(one)) === true;
    child.zero = isOpen ? hole() : (zero ?? (options.via.split(" ")[0] || "bash"));
    child.positional = isOpen ? null : [args];
  }
  return child;
}

/** Functions that were exported: those between two shells only hand them on. */
function inheritFunctions(child: State, state: State, isShell: boolean, isPosix: boolean): void {
  const { exported } = state.names;
  if (exported.size === 0) return;
  child.names = { ...child.names, exported };
  if (!isShell && state.functions.size > 0) child.functions = state.functions;
  if (!isShell) return;
  // Only bash takes them.
  for (const name of exported)
    child.setFunction(name, [...(state.functions.get(name) ?? [null]), ...(isPosix ? [null] : [])]);
}

/** The variables that a child sees. */
function inherit(
  machine: Machine,
  options: ChildOptions,
  child: State,
  state: State,
  isShell: boolean,
): void {
  for (const [name, variable] of state.variables) {
    if (options.without?.includes(name) === true) continue;
    machine.work.spend(2);
    // A shell sets it to where it begins.
    if (name === "PWD" || variable.attribute === "reference") continue;
    if (variable.exported && variable.mayBeExported !== true) child.placeVariable(name, variable);
    // Whether a variable was in the environment before is not known: if it was, the child sees the new value.
    else if (isShell)
      child.placeVariable(name, {
        ...variable,
        values: [null, ...variable.values.filter((one) => one !== null)].slice(0, LIMITS.alternatives),
      });
  }
}

function finish(outcome: AfterRun, child: State, state: State): void {
  state.adopt(joinStates(outcome.success, outcome.failure) ?? child);
}
