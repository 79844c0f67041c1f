import { builtins } from "./builtins/builtins.js";
import { inputOf, isCaptured, write } from "./descriptors.js";
import { type Alternatives, type Field, hole, literalOf, showField } from "./field.js";
import { LIMITS } from "./limits.js";
import {
  type ShellCall,
  type Frame,
  type Invocation,
  type Machine,
  type ChildOptions,
  type World,
  either,
} from "./machine.js";
import { type AfterRun, State, type Variable, joinStates } from "./state.js";
import type { Command } from "./syntax.js";

/** Runs expanded fields: a function, a builtin, or a program. */
export function runCall(machine: Machine, invocation: Invocation, state: State, frame: Frame): AfterRun {
  machine.work.spend(300 + 16 * invocation.fields.length);
  const [first = ""] = invocation.fields;
  const name = literalOf(first);
  if (name === null) return runProgram(machine, invocation, state, frame, false);
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
  if (builtin === undefined) return runProgram(machine, invocation, state, frame, false);
  runReader(machine, invocation, state, frame, true);
  if (invocation.assignments.length === 0) return builtin(machine, invocation, state, frame);
  const before = state.setOwn(invocation.assignments);
  // What a declaration names stays as it declares it.
  if (DECLARING.has(name)) for (const one of invocation.fields) before.delete(literalOf(one) ?? "");
  const after = builtin(machine, invocation, state, frame);
  for (const one of new Set([after.success, after.failure]))
    for (const [variable, was] of before) one?.restoreVariable(variable, was);
  return after;
}

const DECLARING: ReadonlySet<string> = new Set(["declare", "typeset", "export", "readonly"]);

function runProgram(
  machine: Machine,
  invocation: Invocation,
  state: State,
  frame: Frame,
  builtin: boolean,
): AfterRun {
  write(machine, runReader(machine, invocation, state, frame, builtin), state);
  const name = literalOf(invocation.fields[0] ?? "");
  if (name === "true" || name === "false") {
    return name === "true" ? { success: state, failure: null } : { success: null, failure: state };
  }
  return either(state);
}

function runReader(
  machine: Machine,
  invocation: Invocation,
  state: State,
  frame: Frame,
  builtin: boolean,
): Alternatives {
  const call: ShellCall = {
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
    span: invocation.span,
  };
  return machine.reader.command(call, worldOf(machine, invocation, state, frame));
}

function runFunction(
  machine: Machine,
  name: string,
  body: Command,
  invocation: Invocation,
  state: State,
  frame: Frame,
): AfterRun {
  const running = frame.functions.filter((one) => one.name === name);
  const [outermost] = running;
  if (outermost !== undefined) {
    // Only a pipe or `&` between the two calls makes more processes of each.
    const multiplies = frame.beside > outermost.beside;
    machine.reader.recursion(name, multiplies, invocation.span);
    if (multiplies) return either(state);
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
    functions: [...frame.functions, { name, beside: frame.beside }],
    maybe: invocation.maybe || frame.maybe,
    returns,
    loop: null,
    locals,
  };
  const { positional } = state;
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
    for (const [local, before] of locals) one.restoreVariable(local, before);
  }
  return { success, failure };
}

function isWide(field: Field): boolean {
  return (
    typeof field !== "string" &&
    field.some((part) => part.kind === "glob" || (part.kind === "hole" && part.wide))
  );
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
        returns: null,
        loop: null,
        locals: null,
        dialect: options.dialect ?? "bash",
      };
      enter(machine, frame, span, "code", () => {
        finish(machine.code(code, child, inner, offset, span), child, state);
      });
    },
    file: (path) => state.files.get(path) ?? null,
    setFile: (path, content, append) => {
      const before = append ? state.files.get(path) : undefined;
      const old = before ?? (append ? [hole([{ kind: "unknown" }])] : null);
      state.setFile(path, old === null ? content : [...old, ...content].slice(0, LIMITS.alternatives));
    },
    removeFile: (path) => {
      state.removeFile(path);
    },
    exported: (name) => {
      const own = invocation.assignments.filter((one) => one.name === name);
      if (own.length > 0) return own.map(({ value }) => value);
      const variable = state.variables.get(name);
      if (variable?.exported !== true) return null;
      return variable.values.flatMap((one) =>
        one === null || (typeof one === "object" && "kind" in one) ? [] : [one],
      );
    },
    spend: (units) => {
      machine.work.spend(units);
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
    ...frame,
    via: [...frame.via, options.via],
    place: frame.place === "here" ? (options.place ?? "here") : frame.place,
    depth: frame.depth + 1,
    maybe: frame.maybe || invocation.maybe || options.maybe === true,
    loop: null,
    returns: null,
    locals: null,
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
  const child = new State(options.directories ?? state.directories, state.descriptors);
  child.files = state.files;
  child.output = state.output;
  child.shareAll();
  child.tainted = state.tainted;
  if (options.input !== undefined) {
    child.descriptors = new Map(child.descriptors).set(0, {
      kind: "content",
      input: options.input.kind,
      content: options.input.content,
    });
  }
  if (options.clean !== true) passOn(machine, options, state, child, isShell);
  if (options.clean !== true) child.setOwn(invocation.assignments);
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

function passOn(machine: Machine, options: ChildOptions, state: State, child: State, isShell: boolean): void {
  for (const [name, variable] of state.variables) {
    if (options.without?.includes(name) === true) continue;
    machine.work.spend(2);
    if (variable.exported && variable.mayBeExported !== true) child.setVariable(name, variable);
    // Whether a variable was in the environment before is not known: if it was, the child sees the new value.
    else if (isShell)
      child.setVariable(name, {
        ...variable,
        values: [null, ...variable.values.filter((one) => one !== null)].slice(0, LIMITS.alternatives),
      });
  }
}

function finish(outcome: AfterRun, child: State, state: State): void {
  state.adopt(joinStates(outcome.success, outcome.failure) ?? child);
}
