import { evaluateArithmetic } from "./arithmetic.js";
import { FieldLists } from "./expand-word.js";
import { keyOf, valuesOf } from "./expand-parameter.js";
import { type Field, appendAlternatives, hole, isWide, literalOf, withoutGlobs } from "./field.js";
import { isInherited, received, runSubscript } from "./hidden-code.js";
import { type Frame, type Machine, spanIn } from "./machine.js";
import type { State } from "./state.js";
import { type ArrayValue, type Expanded, type Variable, type VariableValue, isArrayValue } from "./values.js";
import type { Assignment } from "./syntax.js";

/** The most elements of an array; of a longer one nothing is known. */
const MAX_ENTRIES = 1_000;

/**
 * `NAME=value` as a statement, or for a declaration.
 *
 * @param expanded the value, where it was expanded before
 */
export function assign(
  machine: Machine,
  written: Assignment,
  state: State,
  frame: Frame,
  expanded?: Expanded,
): void {
  machine.work.node();
  const targets = state.targetsOf(written.name);
  const [target] = targets ?? [];
  const given = targets?.length === 1 && target !== undefined ? { ...written, name: target } : written;
  if (targets === null) runReferred(machine, written.name, state, frame);
  if (given.name === "BASH_CMDS" || given.name === "BASH_ALIASES")
    machine.reader.unknown("environment", given.name, frame.span);
  // The value may set the variable itself (`x[1]=${x:=a}`): what it was is asked for afterwards.
  const value = expanded ?? expandAssignment(machine, given, state, frame);
  const before = state.variables.get(given.name);
  const exported = state.allexport || (before?.exported ?? isInherited(given.name));
  const attribute = before?.attribute ?? "none";
  const values = assignedValues({ machine, given, before, state, frame, expanded: value });
  state.setVariable(given.name, {
    values,
    exported,
    attribute: attribute === "reference" ? "none" : attribute,
  });
  received(machine, given.name, state, frame, spanIn(frame, given.start, given.end));
}

/** A reference to what is not known: its own value may hold a subscript that runs. */
function runReferred(machine: Machine, name: string, state: State, frame: Frame): void {
  for (const value of state.variables.get(name)?.values ?? [])
    if (value !== null && !isArrayValue(value)) runSubscript(machine, value, state, frame);
}

/** The words of an assignment, expanded. */
export function expandAssignment(machine: Machine, given: Assignment, state: State, frame: Frame): Expanded {
  if (given.elements === null)
    return { strings: given.value === null ? [""] : machine.string(given.value, state, frame), lists: [] };
  const all = new FieldLists(machine.work);
  for (const word of given.elements) all.add(machine.fields(word, state, frame));
  return { strings: [], lists: all.lists };
}

/** An assignment, what the variable was before, and where it happens. */
interface Assigning {
  readonly machine: Machine;
  readonly given: Assignment;
  readonly before: Variable | undefined;
  readonly state: State;
  readonly frame: Frame;
  readonly expanded: Expanded;
}

function assignedValues(assigning: Assigning): readonly VariableValue[] {
  const { machine, given, before, state, expanded } = assigning;
  if (given.elements !== null) return arrayValues(assigning);
  const strings = expanded.strings.map((one) => withoutGlobs(one));
  if (given.index !== null) return indexedValues(assigning, strings);
  if (before?.attribute === "other") return [hole()];
  if (before?.attribute === "integer") return strings.map((one) => integerOf(assigning, one));
  if (!given.append) {
    const isArrayNow = before?.values.some((one) => isArrayValue(one)) === true;
    return isArrayNow ? [hole()] : strings;
  }
  const old = valuesOf(machine, given.name, state);
  if (old.some((one) => one !== null && isArrayValue(one))) return [hole()];
  const fields = old.map((one): Field => (one === null || isArrayValue(one) ? "" : one));
  const length = fields.reduce((sum, one) => sum + (typeof one === "string" ? one.length : 16), 0);
  machine.work.spend(length);
  return appendAlternatives(fields, strings);
}

function integerOf({ machine, given, state, frame }: Assigning, value: Field): Field {
  const { append, name } = given;
  const text = literalOf(value);
  if (text === null) return hole([], "number");
  const command = machine.parse(`((${append ? `${name}+` : ""}${append ? `(${text})` : text}))`).list[0]
    ?.command;
  if (command?.kind !== "compute" || command.expression === null) return hole([], "number");
  const number = evaluateArithmetic(machine, command.expression, state, frame);
  return number === null ? hole([], "number") : String(number);
}

function arrayValues({ given, before, expanded }: Assigning): readonly VariableValue[] {
  const old = before?.values.length === 1 ? before.values[0] : undefined;
  const keyed = old !== undefined && old !== null && isArrayValue(old) && old.keyed;
  const isIndexed = keyed || given.elements?.some(({ text }) => /^\[[^\]]*\]\+?=/.test(text)) === true;
  if (isIndexed || (before !== undefined && before.values.length !== 1)) return [hole()];
  const start: (readonly [string, Field])[] = [];
  if (given.append && old !== undefined && old !== null) {
    if (isArrayValue(old)) start.push(...old.entries);
    else start.push(["0", old]);
  }
  return expanded.lists.map((fields): VariableValue => {
    // With a glob or a hole that may be several the indexes are not known.
    if (fields.length > MAX_ENTRIES || fields.some((one) => isWide(one))) return hole();
    const next = start.reduce((most, [key]) => Math.max(most, Number(key) + 1), 0);
    const entries = new Map([...start, ...fields.map((one, i) => [String(next + i), one] as const)]);
    return { kind: "array", keyed: false, entries };
  });
}

function indexedValues(
  { machine, given, before, state, frame }: Assigning,
  strings: readonly Field[],
): readonly VariableValue[] {
  const old =
    before === undefined ? null : before.values.length === 1 ? (before.values[0] ?? null) : undefined;
  if (given.index === null || old === undefined || given.append) return [hole()];
  const array: ArrayValue =
    old === null
      ? { kind: "array", keyed: false, entries: new Map() }
      : isArrayValue(old)
        ? old
        : { kind: "array", keyed: false, entries: new Map([["0", old]]) };
  const key = keyOf(machine, given.index, array.keyed, state, frame);
  if (key === null || key.startsWith("-")) return [hole()];
  if (array.entries.size >= MAX_ENTRIES) return [hole()];
  return strings.map((value): VariableValue => {
    machine.work.spend(4 * array.entries.size);
    return { kind: "array", keyed: array.keyed, entries: withEntry(array, key, value) };
  });
}

/** Indexes stay in order, keys where they were. */
function withEntry(array: ArrayValue, key: string, value: Field): ReadonlyMap<string, Field> {
  if (array.keyed || array.entries.has(key)) return new Map(array.entries).set(key, value);
  const entries = new Map<string, Field>();
  const index = Number(key);
  for (const [one, field] of array.entries) {
    if (Number(one) > index && !entries.has(key)) entries.set(key, value);
    entries.set(one, field);
  }
  return entries.set(key, value);
}
