import { type Field, hole, literalOf } from "../field.js";
import { expandAssignment } from "../assign.js";
import { received, runHidden, runSubscript } from "../hidden-code.js";
import { type Frame, type Invocation, type Machine, either } from "../machine.js";
import { valuesOf } from "../expand-parameter.js";
import type { AfterRun, State } from "../state.js";
import { type Expanded, type Variable, isArrayValue } from "../values.js";
import { write } from "../descriptors.js";
import { SOMETHING, isName } from "./builtin-run.js";

/** `declare`, `typeset`, `readonly`; in a function it hides as `local` does. */
export function runDeclare(machine: Machine, invocation: Invocation, state: State, frame: Frame): AfterRun {
  const name = literalOf(invocation.fields[0] ?? "");
  return declare(machine, invocation, state, frame, name !== "readonly");
}

/** `local`. */
export function runLocal(machine: Machine, invocation: Invocation, state: State, frame: Frame): AfterRun {
  // Outside of functions it is an error that changes nothing.
  if (frame.locals === null) return { success: null, failure: state };
  return declare(machine, invocation, state, frame, true);
}

/** `export`. */
export function runExport(machine: Machine, invocation: Invocation, state: State, frame: Frame): AfterRun {
  return declare(machine, invocation, state, frame, false);
}

function declare(
  machine: Machine,
  invocation: Invocation,
  state: State,
  frame: Frame,
  hides: boolean,
): AfterRun {
  const { fields, declared } = invocation;
  const given = readDeclared(machine, invocation, state, frame);
  const { letters, names } = given;
  if (given.isUnknown) {
    // Names that are not known may be any.
    state.tainted = true;
    machine.reader.unknown("dynamic-argument", literalOf(fields[0] ?? "") ?? "declare", invocation.span);
  }
  if (names.length === 0 || letters.includes("p")) write(machine, SOMETHING, state);
  if (/[fF]/.test(letters)) {
    if (letters.includes("x")) {
      const exported = new Set([...state.names.exported, ...names.map(({ name }) => name)]);
      state.names = { ...state.names, exported };
    }
    return either(state);
  }
  // All words are expanded before any variable is set.
  const expanded = new Map<number, Expanded>();
  for (const [at, assignment] of declared ?? [])
    if (assignment.value !== null || assignment.elements !== null)
      expanded.set(at, expandAssignment(machine, assignment, state, frame));
  const declaring = { machine, invocation, state, frame, hides, ...given, expanded };
  for (const one of names) declareName(declaring, one);
  return { success: state, failure: state };
}

interface DeclaredName {
  readonly name: string;
  readonly at: number;
}

/** What the words of a declaration say. */
interface Declared {
  /** The options that are on, and those that are off. */
  readonly letters: string;
  readonly isOff: string;
  readonly isUnknown: boolean;
  readonly names: readonly DeclaredName[];
}

function readDeclared(machine: Machine, invocation: Invocation, state: State, frame: Frame): Declared {
  const { fields, declared } = invocation;
  const builtin = literalOf(fields[0] ?? "");
  const isExport = builtin === "export";
  let letters = isExport ? "x" : builtin === "readonly" ? "r" : "";
  let isOff = "";
  let isUnknown = false;
  const names: DeclaredName[] = [];
  for (let i = 1; i < fields.length; i++) {
    const assignment = declared?.get(i);
    const text = assignment === undefined ? literalOf(fields[i] ?? "") : null;
    if (assignment !== undefined) names.push({ name: assignment.name, at: i });
    else if (text === null) isUnknown = true;
    else if (isExport && /^-\w*n/.test(text)) isOff = "x";
    else if (/^-[A-Za-z]+$/.test(text)) letters += text.slice(1);
    else if (/^\+[A-Za-z]+$/.test(text)) isOff += text.slice(1);
    else {
      runSubscript(machine, text.split("=", 1)[0] ?? "", state, frame);
      names.push({ name: text, at: i });
    }
  }
  return { letters, isOff, isUnknown, names };
}

/** A declaration on its way. */
interface Declaring extends Declared {
  readonly machine: Machine;
  readonly invocation: Invocation;
  readonly state: State;
  readonly frame: Frame;
  readonly hides: boolean;
  readonly expanded: ReadonlyMap<number, Expanded>;
}

function declareName(declaring: Declaring, one: DeclaredName): void {
  const { invocation, state, letters, isOff } = declaring;
  const assigns = invocation.declared?.has(one.at) === true || one.name.indexOf("=") > 0;
  const plain = hidden(declaring, one);
  const isReference = letters.includes("n");
  if (isReference && state.variables.get(plain)?.values.some((value) => isArrayValue(value)) === true) {
    // An array cannot be a reference: it stays what it is, and the command fails.
    declaring.machine.reader.unknown("environment", plain, invocation.span);
    state.tainted = true;
  } else if (isReference && isName(plain)) declareReference(declaring, one, plain);
  else {
    const old = state.variables.get(plain);
    if (isOff.includes("n") && old?.attribute === "reference")
      state.placeVariable(plain, { ...old, attribute: "none" });
    declarePlain(declaring, one, plain, assigns);
  }
}

/** The variable that is meant; one of a function's own hides that of the caller from here on. */
function hidden(declaring: Declaring, one: DeclaredName): string {
  const { state, frame, hides, letters, isOff } = declaring;
  const written = writtenName(declaring, one);
  const locals = hides && !letters.includes("g") && !state.readonly.has(written) ? frame.locals : null;
  const isItself = letters.includes("n") || isOff.includes("n") || locals?.has(written) === false;
  const targets = isItself ? [written] : state.targetsOf(written);
  const plain = targets?.[0] ?? written;
  if (targets?.length !== 1) state.tainted = true;
  if (locals?.has(plain) === false) {
    locals.set(plain, state.variables.get(plain));
    if (isName(plain)) state.placeVariable(plain, { values: [null], exported: false, attribute: "none" });
  }
  return plain;
}

/** The name before `=`. */
function writtenName({ invocation }: Declaring, { name, at }: DeclaredName): string {
  const equals = name.indexOf("=");
  const isWord = invocation.declared?.has(at) !== true;
  return isWord && equals > 0 ? name.slice(0, equals).replace(/\+$/, "") : name;
}

function declareReference(declaring: Declaring, { name, at }: DeclaredName, plain: string): void {
  const { machine, invocation, state, frame } = declaring;
  const assignment = invocation.declared?.get(at);
  const equals = name.indexOf("=");
  const values = assignment === undefined ? (state.variables.get(plain)?.values ?? [null]) : [null];
  state.placeVariable(plain, { values, exported: false, attribute: "reference" });
  if (assignment !== undefined) machine.assign(assignment, state, frame);
  else if (equals > 0) assignText(plain, name, equals, state);
  // A name with a subscript is expanded at each use.
  for (const value of state.variables.get(plain)?.values ?? [])
    if (value !== null && !isArrayValue(value)) runSubscript(machine, value, state, frame);
  if (equals > 0) runSubscript(machine, name.slice(equals + 1), state, frame);
}

function declarePlain(declaring: Declaring, one: DeclaredName, plain: string, assigns: boolean): void {
  const { state, letters, isOff } = declaring;
  const before = state.variables.get(plain);
  const attribute = attributeOf(letters, before);
  const exported = isOff.includes("x") ? false : letters.includes("x") || before?.exported === true;
  if (before !== undefined || attribute !== "none")
    state.setVariable(plain, { values: before?.values ?? [null], exported, attribute });
  const isAssigned = assignDeclared(declaring, one, plain, assigns, before);
  if (!isAssigned && letters.includes("a") && before === undefined)
    state.setVariable(plain, { values: [null], exported, attribute });
  placeExport(declaring, plain, exported);
  if (letters.includes("r")) state.setReadonly(plain, true);
  const isNews = assigns || (before !== undefined && !before.exported);
  if (exported && isNews) reportExported(declaring, one, plain);
}

/** Gives a declared name its value, and says whether it has one. */
function assignDeclared(
  declaring: Declaring,
  { name, at }: DeclaredName,
  plain: string,
  assigns: boolean,
  before: Variable | undefined,
): boolean {
  const { machine, invocation, state, frame, letters, expanded } = declaring;
  const assignment = invocation.declared?.get(at);
  if (assignment !== undefined) {
    if (assignment.value !== null && /[aA]/.test(letters))
      for (const value of machine.string(assignment.value, state.fork(), frame))
        runElements(declaring, value, before);
    machine.assign(assignment, state, frame, expanded.get(at));
    return true;
  }
  if (!assigns) return false;
  const equals = name.indexOf("=");
  runElements(declaring, name.slice(equals + 1), before);
  assignText(plain, name, equals, state);
  received(machine, plain, state, frame, invocation.spans[at] ?? invocation.span);
  return true;
}

/** `declare -a 'b=($(x))'`: what is given to an array is read as its elements, and expanded, after the word was. */
function runElements(
  { machine, state, frame, letters }: Declaring,
  value: Field,
  before: Variable | undefined,
): void {
  const isForArray = /[aA]/.test(letters) || before?.values.some((one) => isArrayValue(one)) === true;
  if (isForArray && literalOf(value)?.startsWith("(") === true) runHidden(machine, value, state, frame);
}

function placeExport({ machine, state }: Declaring, name: string, exported: boolean): void {
  const now = state.variables.get(name);
  if (now !== undefined) state.placeVariable(name, { ...now, exported });
  // `export X` of a variable of the environment.
  else if (exported)
    state.setVariable(name, { values: valuesOf(machine, name, state), exported, attribute: "none" });
}

function attributeOf(letters: string, before: Variable | undefined): Variable["attribute"] {
  if (/[lucA]/.test(letters)) return "other";
  return letters.includes("i") ? "integer" : (before?.attribute ?? "none");
}

function reportExported({ machine, invocation, state }: Declaring, { at }: DeclaredName, name: string): void {
  for (const value of state.variables.get(name)?.values ?? []) {
    const field: Field = value === null || (typeof value === "object" && "kind" in value) ? hole() : value;
    const span = invocation.spans[at] ?? invocation.span;
    machine.reader.variable({ name, value: field, span }, invocation.maybe);
  }
}

/** `declare "a=$x"`: the argument was expanded as a word. */
function assignText(name: string, text: string, equals: number, state: State): void {
  if (!isName(name)) {
    state.tainted = true;
    return;
  }
  const before = state.variables.get(name);
  const append = text[equals - 1] === "+";
  const value =
    append || before?.attribute === "other" || before?.attribute === "integer"
      ? hole()
      : text.slice(equals + 1);
  state.setVariable(name, {
    values: [value],
    exported: before?.exported === true,
    attribute: before?.attribute ?? "none",
  });
}

/** `unset`. */
export function runUnset(machine: Machine, invocation: Invocation, state: State, frame: Frame): AfterRun {
  let functions = true;
  let variables = true;
  let itself = false;
  for (const field of invocation.fields.slice(1)) {
    const text = literalOf(field);
    runSubscript(machine, field, state, frame);
    if (text === null) {
      state.tainted = true;
      machine.reader.unknown("dynamic-argument", "unset", invocation.span);
    } else if (text === "-n") itself = true;
    else if (text === "-f" || text === "-v") {
      functions = text === "-f";
      variables = text === "-v";
    } else if (isName(text)) {
      const before = state.variables.get(text);
      if (functions && (!variables || (before === undefined && state.functions.has(text))))
        state.setFunction(text, [null]);
      const unset: Variable = { values: [null], exported: false, attribute: "none" };
      if (variables && itself) state.placeVariable(text, unset);
      else if (variables) state.setVariable(text, unset);
    } else if (functions && state.functions.has(text)) state.setFunction(text, [null]);
    else if (text.includes("[")) {
      const name = text.slice(0, text.indexOf("["));
      if (isName(name)) state.setVariable(name, { values: [hole()], exported: false, attribute: "none" });
    }
  }
  return either(state);
}
