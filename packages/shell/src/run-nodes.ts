import { absentAfter, absentAfterList } from "./absent-paths.js";
import { fieldPattern } from "./change-value.js";
import { inputOf, nextDescriptor, readFile, redirect, setDescriptor } from "./descriptors.js";
import { valuesOf } from "./expand-parameter.js";
import { type Alternatives, hole, literalOf } from "./field.js";
import { runSubscript } from "./hidden-code.js";
import { runLoop, runWhile } from "./run-loops.js";
import { DEAD, type Frame, type Machine, childFrame, either, spanIn } from "./machine.js";
import { matchesPattern } from "./pattern.js";
import { runSimple } from "./run-simple.js";
import type { Descriptor, AfterRun, Job, State } from "./state.js";
import { isArrayValue } from "./values.js";
import { joinStates } from "./join-states.js";
import type { ShellCommand, List, Statement, TestWord } from "./syntax.js";
import type { Beside } from "./traffic.js";

/** Runs statements in order. The state may be changed; what may be after is returned. */
export function runList(machine: Machine, list: List, state: State, frame: Frame): AfterRun {
  let outcome: AfterRun = either(state);
  for (const statement of list) {
    const before = joinStates(outcome.success, outcome.failure);
    if (before === null) return DEAD;
    outcome = runStatement(machine, statement, before, frame);
  }
  return outcome;
}

function runStatement(machine: Machine, statement: Statement, state: State, frame: Frame): AfterRun {
  if (!statement.background) return runNode(machine, statement.command, state, frame);
  const child = state.fork();
  const after = runNode(machine, statement.command, child, besideFrame(frame, "job"));
  const world = joinStates(after.success, after.failure);
  const job: Job = { span: spanIn(frame, statement.start, statement.end) };
  // It runs beside what follows: what it writes may be there or not.
  const done = state.fork();
  if (world !== null) done.adopt(world);
  const joined = joinStates(state, done) ?? state;
  joined.startJob(job);
  return { success: joined, failure: null };
}

function besideFrame(frame: Frame, kind: Beside["kind"]): Frame {
  return { ...childFrame(frame), beside: frame.beside + 1, places: [...frame.places, { kind }] };
}

/** Runs one node. */
export function runNode(machine: Machine, command: ShellCommand, state: State, frame: Frame): AfterRun {
  machine.work.node();
  switch (command.kind) {
    case "simple":
      return runSimple(machine, command, state, frame);
    case "pipeline":
      return runPipeline(machine, command, state, frame);
    case "chain":
      return runChain(machine, command, state, frame);
    case "redirected":
      return runRedirected(machine, command, state, frame);
    case "group":
      return runList(machine, command.body, state, frame);
    case "subshell":
      return runChild(state, (child) => runList(machine, command.body, child, childFrame(frame)));
    case "if":
      return runIf(machine, command, state, frame);
    case "while":
      return runWhile(machine, command, state, frame);
    case "for":
    case "select":
    case "count":
      return runLoop(machine, command, state, frame);
    case "case":
      return runCase(machine, command, state, frame);
    case "function":
      state.setFunction(command.name, [command.body]);
      return { success: state, failure: null };
    case "coproc":
      return runCoprocess(machine, command, state, frame);
    case "test":
      runTestWords(machine, command.words, state, frame);
      return either(state);
    case "compute":
      return runCompute(machine, command, state, frame);
  }
}

type NodeOf<Kind> = Extract<ShellCommand, { readonly kind: Kind }>;

function runRedirected(
  machine: Machine,
  { redirections, command }: NodeOf<"redirected">,
  state: State,
  frame: Frame,
): AfterRun {
  const before = state.descriptors;
  redirect(machine, redirections, state, frame);
  const after = runNode(machine, command, state, frame);
  if (after.success !== null) after.success.descriptors = before;
  if (after.failure !== null) after.failure.descriptors = before;
  return after;
}

function runCompute(
  machine: Machine,
  { expression }: NodeOf<"compute">,
  state: State,
  frame: Frame,
): AfterRun {
  const value = expression === null ? 0 : machine.arithmetic(expression, state, frame);
  if (value === null) return either(state);
  return value === 0 ? { success: null, failure: state } : { success: state, failure: null };
}

/** Operators of `[[ … ]]` whose operands are expressions. */
const ARITHMETIC = /^-(?:eq|ne|lt|le|gt|ge)$/;

function runTestWords(machine: Machine, words: readonly TestWord[], state: State, frame: Frame): void {
  words.forEach(({ operator, word }, i) => {
    const values = machine.string(word, state, frame);
    const computes = ARITHMETIC.test(operator === "" ? (words[i + 1]?.operator ?? "") : operator);
    if (computes || operator === "-v")
      for (const value of values) {
        const name = literalOf(value) ?? "";
        const named = computes && /^[A-Za-z_]\w*$/.test(name) ? valuesOf(machine, name, state) : [];
        for (const one of [value, ...named])
          if (one !== null && !isArrayValue(one)) runSubscript(machine, one, state, frame);
      }
  });
}

/** `coproc`: `NAME[0]` reads what it prints, `NAME[1]` leads to what it reads. */
function runCoprocess(
  machine: Machine,
  { name, body }: Extract<ShellCommand, { kind: "coproc" }>,
  state: State,
  frame: Frame,
): AfterRun {
  // A second reading knows what is written to it.
  const path = `/dev/coproc/${name}`;
  machine.traffic.fifo(path);
  const child = state.fork();
  const given = readFile(machine, path, state, frame) ?? [hole()];
  setDescriptor(child, 0, { kind: "content", input: "pipe", content: given });
  setDescriptor(child, 1, { kind: "capture" });
  child.output = [""];
  const after = runNode(machine, body, child, besideFrame(frame, "job"));
  const world = joinStates(after.success, after.failure) ?? child;
  const content = world.output;
  const done = state.fork();
  world.output = state.output;
  done.adopt(world);
  const joined = joinStates(state, done) ?? state;
  const reads = nextDescriptor(joined);
  setDescriptor(joined, reads, { kind: "content", input: "pipe", content });
  const writes = nextDescriptor(joined);
  setDescriptor(joined, writes, { kind: "file", path, append: true, places: frame.places });
  const entries = new Map([
    ["0", String(reads)],
    ["1", String(writes)],
  ]);
  joined.setVariable(name, {
    values: [{ kind: "array", keyed: false, entries }],
    exported: false,
    attribute: "none",
  });
  joined.startJob({ span: frame.span });
  return { success: joined, failure: null };
}

/** Runs something in a copy of the shell; only the world keeps what it did. */
function runChild(state: State, run: (child: State) => AfterRun): AfterRun {
  const child = state.fork();
  const after = run(child);
  const world = joinStates(after.success, after.failure);
  // A child that ended by `exit` left the world as its copy has it.
  state.adopt(world ?? child);
  return {
    success: after.success === null && after.failure !== null ? null : state,
    failure: after.failure === null && after.success !== null ? null : state,
  };
}

function runChain(
  machine: Machine,
  { commands, operators }: Extract<ShellCommand, { kind: "chain" }>,
  state: State,
  frame: Frame,
): AfterRun {
  const [first] = commands;
  if (first === undefined) return either(state);
  // Of a chain of one operator every test before counts; where it changes, the command may run for another reason.
  const isUniform = operators.every((one) => one === operators[0]);
  const isAnd = operators[0] === "&&";
  let absent = isUniform ? absentAfter(first, isAnd, state) : [];
  let outcome = runNode(machine, first, state, frame);
  for (let i = 1; i < commands.length; i++) {
    const command = commands[i];
    if (command === undefined) break;
    const and = operators[i - 1] === "&&";
    const goesOn = and ? outcome.success : outcome.failure;
    const skips = and ? outcome.failure : outcome.success;
    if (goesOn === null) continue;
    const inner = absent.length === 0 ? frame : { ...frame, absent: [...frame.absent, ...absent] };
    const found = isUniform ? absentAfter(command, isAnd, goesOn) : [];
    const next = runNode(machine, command, goesOn === skips ? goesOn.fork() : goesOn, inner);
    absent = found.length === 0 ? absent : [...absent, ...found];
    outcome = and
      ? { success: next.success, failure: joinStates(skips, next.failure) }
      : { success: joinStates(skips, next.success), failure: next.failure };
  }
  return outcome;
}

function runPipeline(
  machine: Machine,
  { commands, both, negated }: Extract<ShellCommand, { kind: "pipeline" }>,
  state: State,
  frame: Frame,
): AfterRun {
  const [first] = commands;
  if (first === undefined) return either(state);
  let outcome: AfterRun;
  if (commands.length === 1) outcome = runNode(machine, first, state, frame);
  else {
    const inner: Frame = besideFrame(frame, "pipe");
    let content: Alternatives | null = null;
    outcome = either(state);
    commands.forEach((command, i) => {
      const isLast = i === commands.length - 1;
      const child = state.fork();
      const descriptors = new Map<number, Descriptor>(child.descriptors);
      if (content !== null) descriptors.set(0, { kind: "content", input: "pipe", content });
      if (!isLast) {
        descriptors.set(1, { kind: "capture" });
        if (both[i] === true) descriptors.set(2, { kind: "capture" });
        child.output = [""];
      }
      child.descriptors = descriptors;
      const after = runNode(machine, command, child, inner);
      const world = joinStates(after.success, after.failure) ?? child;
      const { output } = state;
      content = world.output;
      state.adopt(world);
      if (!isLast) state.output = output;
      else
        outcome = {
          success: after.success === null ? null : state,
          failure: after.failure === null && !state.pipefail ? null : state,
        };
    });
    if (outcome.success === null && outcome.failure === null) outcome = either(state);
  }
  return negated ? { success: outcome.failure, failure: outcome.success } : outcome;
}

function runIf(
  machine: Machine,
  { branches, otherwise }: Extract<ShellCommand, { kind: "if" }>,
  state: State,
  frame: Frame,
): AfterRun {
  let rest: State | null = state;
  let success: State | null = null;
  let failure: State | null = null;
  let absent = frame.absent;
  for (const { test, body } of branches) {
    if (rest === null) break;
    const [holds, fails] = [absentAfterList(test, true, rest), absentAfterList(test, false, rest)];
    const tested = runList(machine, test, rest, { ...frame, absent });
    const inner: Frame = { ...frame, absent: [...absent, ...holds] };
    absent = [...absent, ...fails];
    rest = tested.failure;
    if (tested.success === null) continue;
    const after = runList(
      machine,
      body,
      tested.success === rest ? tested.success.fork() : tested.success,
      inner,
    );
    success = joinStates(success, after.success);
    failure = joinStates(failure, after.failure);
  }
  if (rest !== null) {
    const after =
      otherwise.length === 0
        ? { success: rest, failure: null }
        : runList(machine, otherwise, rest, { ...frame, absent });
    success = joinStates(success, after.success);
    failure = joinStates(failure, after.failure);
  }
  return { success, failure };
}

function runCase(
  machine: Machine,
  { word, items }: Extract<ShellCommand, { kind: "case" }>,
  state: State,
  frame: Frame,
): AfterRun {
  const values = machine.string(word, state, frame);
  let success: State | null = null;
  let failure: State | null = null;
  // In which the next patterns are tried: as it was before, and behind `;;&` as a body has left it.
  let tried: State | null = state;
  let falls: State | null = null;
  for (const { patterns, body, next } of items) {
    const open: State | null = tried;
    if (open === null && falls === null) break;
    const match =
      open === null
        ? "no"
        : matchOf(machine, values, patterns.map((one) => machine.string(one, open, frame)).flat());
    if (match === "no" && falls === null) continue;
    const entered = match === "no" || open === null ? falls : joinStates(falls, open.fork());
    falls = null;
    if (match === "yes") tried = null;
    if (entered === null) continue;
    const after = runList(machine, body, entered, frame);
    if (next === ";&") falls = joinStates(after.success, after.failure);
    else if (next === ";;&") {
      failure = joinStates(failure, after.failure?.fork() ?? null);
      tried = joinStates(tried, joinStates(after.success, after.failure));
    } else {
      success = joinStates(success, after.success);
      failure = joinStates(failure, after.failure);
    }
  }
  success = joinStates(joinStates(success, falls), tried);
  return { success, failure };
}

/** Whether some value matches some pattern: always, never, or perhaps. */
function matchOf(machine: Machine, values: Alternatives, patterns: Alternatives): "yes" | "no" | "maybe" {
  let yes = 0;
  let no = 0;
  for (const value of values) {
    const text = literalOf(value);
    let result: "yes" | "no" | "maybe" = "no";
    for (const pattern of patterns) {
      const items = fieldPattern(pattern);
      if (text === null || items === null)
        result = items?.length === 1 && items[0]?.kind === "many" ? "yes" : "maybe";
      else if (matchesPattern(items, text, machine.work)) result = "yes";
      if (result === "yes") break;
    }
    if (result === "yes") yes++;
    else if (result === "no") no++;
  }
  return yes === values.length ? "yes" : no === values.length ? "no" : "maybe";
}

/** Output of a substitution. */
export function substitute(machine: Machine, list: List, state: State, frame: Frame): Alternatives {
  const only = onlyRedirection(list);
  const child = state.fork();
  child.descriptors = new Map(child.descriptors).set(1, { kind: "capture" });
  child.output = [""];
  let output: Alternatives;
  if (only !== null) {
    // `$(< file)` is the file's content, to shells that know it.
    if (frame.dialect === "sh") machine.reader.unknown("dialect", "$(<", frame.span);
    redirect(machine, only, child, frame);
    output = inputOf(child).content;
  } else {
    const after = runList(machine, list, child, childFrame(frame));
    output = (joinStates(after.success, after.failure) ?? child).output;
    const world = joinStates(after.success, after.failure) ?? child;
    const { output: own, orphans } = state;
    state.adopt(world);
    state.output = own;
    // It is read to its end: what still writes is waited for.
    state.orphans = orphans;
  }
  return output;
}

function onlyRedirection(list: List): Extract<ShellCommand, { kind: "simple" }>["redirections"] | null {
  const command = list.length === 1 ? list[0]?.command : undefined;
  if (command?.kind !== "simple" || command.words.length > 0 || command.assignments.length > 0) return null;
  return command.redirections.length === 1 && command.redirections[0]?.operator === "<"
    ? command.redirections
    : null;
}
