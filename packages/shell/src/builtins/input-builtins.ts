import { separatorsOf } from "../separators.js";
import { collapse, type Field, hole, literalOf, originsOf, textFrom } from "../field.js";
import { inputOf } from "../descriptors.js";
import { received, runGiven, runSubscript } from "../hidden-code.js";
import { type Frame, type Invocation, type Machine, either } from "../machine.js";
import { quotedText, splitFields } from "../split-fields.js";
import type { AfterRun, State } from "../state.js";
import type { VariableValue } from "../values.js";
import { joinStates } from "../join-states.js";
import { consume, isName } from "./builtin-run.js";

/** Letters of `read` that take a value. */
const WITH_VALUE = "adinNptu";

/** What the options of `read` say. */
interface ReadPlan {
  readonly names: string[];
  raw: boolean;
  /** What ends the line; `null` when it is not known. */
  end: string | null;
  /** At most so many characters; 0 for no limit, NaN when it is not known. */
  count: number;
  /** `-N`: nothing ends the line, and nothing splits it. */
  whole: boolean;
  array: string | null;
  descriptor: number;
  /** A time is given: it may be over before anything was read. */
  timed: boolean;
}

/** `read`: a line of standard input, split into variables. */
export function runRead(machine: Machine, invocation: Invocation, state: State, frame: Frame): AfterRun {
  const plan = planOf(machine, invocation, state);
  for (const name of targetsOf(plan)) runSubscript(machine, name, state, frame);
  const { content, kind } = inputOf(state, plan.descriptor);
  const only = content.length === 1 ? content[0] : undefined;
  const text = only === undefined ? null : literalOf(only);
  if (only !== undefined) runTargets(machine, plan, only, state, frame);
  const from = originsOf(collapse(content));
  const isKnown = text !== null && plan.end !== null && !Number.isNaN(plan.count);
  const separators = separatorsFor(invocation, state);
  if (!isKnown || (!plan.raw && text.includes("\\"))) {
    for (const name of targetsOf(plan)) assignRead(state, name, hole(from));
    receivedTargets(machine, invocation, plan, state, frame);
    if (kind !== "none") consume(state, plan.descriptor, [hole(from)]);
    return either(state);
  }
  const untouched = plan.timed ? state.fork() : null;
  machine.work.spend(text.length);
  const { line, rest, isEnded } = lineOf(text, plan);
  consume(state, plan.descriptor, [textFrom(rest, from)]);
  assignLine(state, plan, line, separators, from);
  receivedTargets(machine, invocation, plan, state, frame);
  // At the end of the input it fails, and has read all the same.
  const after: AfterRun = isEnded ? { success: state, failure: null } : { success: null, failure: state };
  return untouched === null
    ? after
    : { success: after.success, failure: joinStates(after.failure, untouched) };
}

/** What the variables run when they get a value, whichever of them gets it. */
function runTargets(machine: Machine, plan: ReadPlan, value: Field, state: State, frame: Frame): void {
  for (const name of targetsOf(plan)) runGiven(machine, name, value, state, frame);
}

function receivedTargets(
  machine: Machine,
  { span }: Invocation,
  plan: ReadPlan,
  state: State,
  frame: Frame,
): void {
  for (const name of targetsOf(plan)) received(machine, name, state, frame, span);
}

/** Puts a line that was read into the variables. */
function assignLine(
  state: State,
  plan: ReadPlan,
  line: string,
  separators: ReturnType<typeof separatorsFor>,
  from: ReturnType<typeof originsOf>,
): void {
  if (plan.array !== null) {
    const value = separators === null ? hole(from) : arrayOf(line, separators, from);
    assignRead(state, plan.array, value);
  } else if (plan.names.length === 0 || plan.whole) {
    targetsOf(plan).forEach((name, i) => {
      assignRead(state, name, textFrom(i === 0 ? line : "", from));
    });
  } else {
    const values = separators === null ? null : splitLine(line, plan.names.length, separators);
    plan.names.forEach((name, i) => {
      assignRead(state, name, values === null ? hole(from) : textFrom(values[i] ?? "", from));
    });
  }
}

function planOf(machine: Machine, { fields, span }: Invocation, state: State): ReadPlan {
  const plan: ReadPlan = {
    names: [],
    raw: false,
    end: "\n",
    count: 0,
    whole: false,
    array: null,
    descriptor: 0,
    timed: false,
  };
  let operands = false;
  for (let i = 1; i < fields.length; i++) {
    const text = literalOf(fields[i] ?? "");
    if (text === null) {
      state.tainted = true;
      machine.reader.unknown("dynamic-argument", "read", span);
      continue;
    }
    if (operands || !/^-[A-Za-z]/.test(text)) {
      if (text !== "--" || operands) plan.names.push(text);
      operands = true;
      continue;
    }
    for (let at = 1; at < text.length; at++) {
      const letter = text[at] ?? "";
      if (letter === "r") plan.raw = true;
      if (!WITH_VALUE.includes(letter)) continue;
      setOption(plan, letter, at + 1 < text.length ? text.slice(at + 1) : literalOf(fields[++i] ?? ""));
      break;
    }
  }
  return plan;
}

function setOption(plan: ReadPlan, letter: string, value: string | null): void {
  const number = value !== null && /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (letter === "a") plan.array = value ?? "";
  else if (letter === "u") plan.descriptor = Number.isNaN(number) ? -1 : number;
  else if (letter === "d") plan.end = value === "" ? "\0" : (value?.slice(0, 1) ?? null);
  else if (letter === "n" || letter === "N") {
    plan.count = number;
    plan.whole = letter === "N";
  } else if (letter === "t") plan.timed = true;
}

/** The names that get something. */
function targetsOf(plan: ReadPlan): readonly string[] {
  if (plan.array !== null) return [plan.array];
  return plan.names.length === 0 ? ["REPLY"] : plan.names;
}

/** What is read of a string, and what is left of it. */
function lineOf(
  text: string,
  plan: ReadPlan,
): { readonly line: string; readonly rest: string; readonly isEnded: boolean } {
  const end = plan.whole || plan.end === null ? -1 : text.indexOf(plan.end);
  if (plan.count > 0 && (end === -1 || end > plan.count)) {
    const line = text.slice(0, plan.count);
    return { line, rest: text.slice(plan.count), isEnded: line.length === plan.count };
  }
  return end === -1
    ? { line: text, rest: "", isEnded: false }
    : { line: text.slice(0, end), rest: text.slice(end + 1), isEnded: true };
}

/** `IFS` for this one call, or that of the shell. */
function separatorsFor({ assignments }: Invocation, state: State): string | null {
  const given = assignments.filter(({ name }) => name === "IFS");
  const [only] = given;
  if (only === undefined) return separatorsOf(state);
  return given.length === 1 ? literalOf(only.value) : null;
}

function arrayOf(line: string, separators: string, from: ReturnType<typeof originsOf>): VariableValue {
  const piece = quotedText(line, from);
  if (piece.kind !== "quoted") return hole(from);
  const fields = splitFields([{ kind: "expanded", part: piece.part }], separators, true);
  return {
    kind: "array",
    keyed: false,
    entries: new Map(fields.map((one, i) => [String(i), one] as const)),
  };
}

function assignRead(state: State, name: string, value: VariableValue): void {
  if (isName(name)) {
    state.setValue(name, [value]);
    return;
  }
  // One element of an array: of the others nothing is known any more.
  const base = name.includes("[") ? name.slice(0, name.indexOf("[")) : "";
  if (isName(base)) state.setVariable(base, { values: [hole()], exported: false, attribute: "none" });
}

/** A line for n variables, the last of which gets the rest. */
function splitLine(line: string, count: number, separators: string): readonly string[] {
  if (separators === "") return [line];
  const blanks = [" ", "\t", "\n"].filter((one) => separators.includes(one)).join("");
  const trimmed = trim(line, blanks);
  if (count === 1) return [trimmed];
  const values: string[] = [];
  let rest = trimmed;
  while (values.length < count - 1 && rest !== "") {
    let end = 0;
    while (end < rest.length && !separators.includes(rest[end] ?? "")) end++;
    values.push(rest.slice(0, end));
    let next = end;
    let marks = 0;
    while (next < rest.length && separators.includes(rest[next] ?? "")) {
      if (!blanks.includes(rest[next] ?? "") && ++marks > 1) break;
      next++;
    }
    rest = rest.slice(next);
  }
  values.push(rest);
  return values;
}

function trim(text: string, blanks: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && blanks.includes(text[start] ?? "x")) start++;
  while (end > start && blanks.includes(text[end - 1] ?? "x")) end--;
  return text.slice(start, end);
}
