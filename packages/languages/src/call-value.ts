import { applyRow, runGivenText } from "./apply-row.js";
import type { CodeTerm } from "./code.js";
import { collectionCall } from "./collections.js";
import type { CodeMachine } from "./machine.js";
import { hasOtherBase, memberOfClass } from "./members.js";
import { argumentsOf } from "./row-effects.js";
import { textCall } from "./text-calls.js";
import {
  type CodeFrame,
  type ClassValue,
  type FunctionValue,
  type GivenValues,
  type InstanceValue,
  type ListValue,
  type RecordValue,
  NO_VALUE,
  type CodeValue,
  data,
  eitherValue,
  eitherOf,
  everyIn,
  isHarmless,
  listValue,
  literalIn,
  opaque,
  originsOfMany,
  itemsOf,
} from "./value.js";
import { widened } from "./widen.js";

/** Methods of the types that the language has itself. */
const OF_TYPES = /^(?:str|dict|int|float|bytes|list|set|tuple)\.\w+$/;

/** Functions within functions. */
const MOST_DEEP = 24;

/** Calls a value. */
export function callValue(
  machine: CodeMachine,
  callee: CodeValue,
  given: GivenValues,
  frame: CodeFrame,
): CodeValue {
  if (!machine.step()) return opaque("limit");
  switch (callee.kind) {
    case "either": {
      machine.maybe++;
      const all = callee.values.map((one) => callValue(machine, one, given, frame));
      machine.maybe--;
      return eitherOf(all);
    }
    case "function":
      return enter(machine, callee, given);
    case "class":
      return instantiate(machine, callee, given);
    case "place":
      return callPlace(machine, callee.name, given, frame);
    case "method":
      return callMethod(machine, callee.of, callee.name, given, frame);
    case "opaque":
      return callOpaque(machine, callee.name, given, frame);
    case "object":
      if (callee.of === "code") return runGivenText(machine, callee, frame);
      return callOpaque(machine, callee.of, given, frame);
    case "instance":
      return callOpaque(machine, callee.kind, given, frame);
    default:
      return harmless(machine, given, frame, [callee]);
  }
}

function enter(machine: CodeMachine, called: FunctionValue, given: GivenValues): CodeValue {
  const { code } = called;
  const times = machine.stack.filter((one) => one === code).length;
  machine.entered.add(code);
  if (times > 1 || machine.stack.length > MOST_DEEP) {
    // What changes from call to call may be in an object, where nobody widens it.
    machine.unknown(`${code.name} calls itself`);
    return opaque(code.name, originsOfMany(allGiven(given)));
  }
  const frame = called.frame.child();
  bindParameters(machine, called, times === 0 ? given : widenedGiven(given), frame);
  machine.stack.push(code);
  machine.engine.run(machine, code.body, frame);
  machine.stack.pop();
  return frame.returned ?? NO_VALUE;
}

function widenedGiven({ items, named, open }: GivenValues): GivenValues {
  return {
    items: items.map(widened),
    named: new Map([...named].map(([name, one]) => [name, widened(one)])),
    open: open === null ? null : widened(open),
  };
}

function bindParameters(
  machine: CodeMachine,
  { code, frame, self }: FunctionValue,
  given: GivenValues,
  inner: CodeFrame,
): void {
  const isFirst = self !== null && code.receiver === undefined;
  if (code.receiver === "this") inner.set("this", self ?? data());
  const items = isFirst ? [self, ...given.items] : given.items;
  let at = 0;
  const taken = new Set<string>();
  for (const { name, target, fallback, rest } of code.parameters) {
    if (rest === "items") {
      const left = [...items.slice(at), ...(given.open === null ? [] : [given.open])];
      inner.set(name, listValue(left, given.open !== null));
      at = items.length;
    } else if (rest === "named") {
      const left = [...given.named].filter(([one]) => !taken.has(one));
      inner.set(name, { kind: "record", entries: new Map(left), open: given.open !== null });
    } else {
      taken.add(name);
      const known = items[at] ?? given.named.get(name);
      if (items[at] !== undefined) at++;
      const value = known ?? missingValue(machine, fallback, given, frame);
      machine.engine.bind(machine, target, value, inner);
    }
  }
}

/** What a parameter is that no argument is surely for. */
function missingValue(
  machine: CodeMachine,
  fallback: CodeTerm | null,
  { open }: GivenValues,
  frame: CodeFrame,
): CodeValue {
  const other = fallback === null ? undefined : machine.engine.evaluate(machine, fallback, frame);
  return open === null ? (other ?? data()) : eitherValue(other, open);
}

function instantiate(machine: CodeMachine, of: ClassValue, given: GivenValues): CodeValue {
  const made: InstanceValue = { kind: "instance", of, fields: new Map() };
  const begin = memberOfClass(of, "__init__");
  if (begin?.kind === "function") enter(machine, { ...begin, self: made }, given);
  else for (const [i, one] of given.items.entries()) made.fields.set(` ${i}`, one);
  for (const [name, one] of given.named) if (begin === null) made.fields.set(name, one);
  // The language, or the library that a base is of, calls what it knows by name.
  const isOther = hasOtherBase(of);
  if (isOther) machine.unknown(`class ${of.name}`);
  machine.maybe++;
  for (const [name, one] of of.members) {
    const isSpecial = /^__\w+__$/.test(name) && name !== "__init__";
    if (one.kind === "function" && (isSpecial || isOther) && !machine.entered.has(one.code))
      enter(
        machine,
        { ...one, self: made },
        { items: one.code.parameters.map(() => data()), named: new Map(), open: null },
      );
  }
  machine.maybe--;
  return made;
}

function callPlace(machine: CodeMachine, place: string, given: GivenValues, frame: CodeFrame): CodeValue {
  const name = place.replace(/^builtins\./, "");
  const { calls, builtins, web } = machine.language;
  const row = calls.get(name);
  if (row !== undefined) {
    if (row.opaque === true) machine.unknown(name);
    const made = applyRow(machine, row, argumentsOf(row, name, null, given, machine.language.web), frame);
    if (row.quiet !== true) escape(machine, given, frame, [made]);
    return made;
  }
  // What `import(x).then(f)` calls `f` with.
  const module = web ? /^(.+)\.(?:then|catch|finally)$/.exec(name)?.[1] : undefined;
  if (module !== undefined) {
    const of: CodeValue = { kind: "place", name: module };
    return eitherOf([of, ...escape(machine, given, frame, [of])]);
  }
  if ((!web && builtins.has(name)) || OF_TYPES.test(name) || machine.isHarmless(name))
    return harmless(machine, given, frame, []);
  return callOpaque(machine, name, given, frame);
}

function callMethod(
  machine: CodeMachine,
  of: CodeValue,
  name: string,
  given: GivenValues,
  frame: CodeFrame,
): CodeValue {
  if (ENTERS.test(name) && of.kind !== "instance") return of;
  const { calls, web } = machine.language;
  const kind = kindOf(of);
  const row = calls.get(`${kind}:${name}`) ?? calls.get(`${kind}:*`);
  if (row !== undefined) {
    const made = applyRow(machine, row, argumentsOf(row, `${kind}.${name}`, of, given, web), frame);
    escape(machine, given, frame, [made]);
    return made;
  }
  if (of.kind === "list" || of.kind === "record")
    return mapped(machine, of, name, given, frame) ?? collectionCall(machine, of, name, given);
  const made = of.kind === "text" ? textCall(of, name, given, web) : null;
  if (made !== null) return made;
  return plainCall(machine, of, name, given, frame);
}

/** A method of a value that nothing is known of beside its kind. */
function plainCall(
  machine: CodeMachine,
  of: CodeValue,
  name: string,
  given: GivenValues,
  frame: CodeFrame,
): CodeValue {
  if (machine.language.web && CHAINED.test(name) && isPassive(of))
    return eitherOf([of, ...escape(machine, given, frame, [of])]);
  if (of.kind === "object" || isHarmless(of)) return harmless(machine, given, frame, [of]);
  return callOpaque(machine, name, given, frame);
}

const ENTERS = /^__a?enter__$/;

/** What rows of methods begin with. */
function kindOf(of: CodeValue): string {
  if (of.kind === "object") return of.of;
  return of.kind === "text" && of.path ? "path" : of.kind;
}

/** Calls that give what they are called on, or what the function gives that is handed over. */
const CHAINED = /^(?:on|once|then|catch|finally|addListener|pipe)$/;

/** A call that does nothing outside, but may call what it is handed. */
function harmless(
  machine: CodeMachine,
  given: GivenValues,
  frame: CodeFrame,
  more: readonly CodeValue[],
): CodeValue {
  escape(machine, given, frame, more);
  const all = [...more, ...allGiven(given)].flatMap((one) => everyIn(one));
  const from = originsOfMany(all);
  return all.every(isPassive) ? data(from) : opaque("value", from);
}

/** Nothing that is made of it can be called. */
function isPassive(value: CodeValue): boolean {
  if (value.kind === "text") return !value.path;
  if (value.kind === "method") return isPassive(value.of);
  return isHarmless(value) || (value.kind === "object" && value.of !== "code");
}

function allGiven({ items, named, open }: GivenValues): readonly CodeValue[] {
  return [...items, ...named.values(), ...(open === null ? [] : [open])];
}

/** What may be called where it is handed over. */
const CALLED: ReadonlySet<CodeValue["kind"]> = new Set(["function", "class", "place", "method", "opaque"]);

/** Nothing in the others can be called: most calls are given texts and numbers. */
function mayHand(given: GivenValues): boolean {
  return allGiven(given).some(
    ({ kind }) => CALLED.has(kind) || kind === "list" || kind === "record" || kind === "either",
  );
}

/** What functions that are handed over do, with all the other arguments as theirs. Returns what they may give. */
function escape(
  machine: CodeMachine,
  given: GivenValues,
  frame: CodeFrame,
  more: readonly CodeValue[] = [],
): readonly CodeValue[] {
  if (!mayHand(given)) return [];
  const every = allGiven(given).flatMap((one) => everyIn(one));
  const handed = every.filter(({ kind }) => CALLED.has(kind));
  if (handed.length === 0) return [];
  const others = [...every.filter((one) => !handed.includes(one)), ...more.flatMap((one) => everyIn(one))];
  const value = others.length === 0 ? data(originsOfMany(every)) : eitherOf(others);
  const made: CodeValue[] = [];
  machine.maybe++;
  for (const one of handed) {
    if (one.kind === "method" && isPassive(one.of) && one.of.kind !== "object") continue;
    const count = one.kind === "function" ? one.code.parameters.length : 3;
    const isRow = one.kind === "place" && machine.language.calls.has(one.name);
    if (one.kind === "place" && !isRow && !isModuleMember(machine, one.name)) continue;
    const items = Array<CodeValue>(count).fill(value);
    const all: GivenValues = { items, named: new Map(), open: null };
    if (one.kind === "function" && machine.handed.length < MOST_HANDED)
      machine.handed.push({ called: one, given: all, frame });
    made.push(callValue(machine, one, all, frame));
  }
  machine.maybe--;
  return made;
}

/** Functions that are called once more at the end, when names may mean something else. */
const MOST_HANDED = 64;

/** `map`, `forEach` … of a list call a function with each item. */
function mapped(
  machine: CodeMachine,
  of: ListValue | RecordValue,
  name: string,
  given: GivenValues,
  frame: CodeFrame,
): CodeValue | null {
  const [called] = given.items;
  const isMapped = machine.language.web && of.kind === "list" && EACH.test(name) && called !== undefined;
  if (!isMapped) {
    escape(machine, given, frame, [of]);
    return null;
  }
  const isWhole = !of.open && of.items.length <= 64;
  machine.maybe++;
  const all = (isWhole ? of.items : [eitherOf(itemsOf(of))]).map((one) =>
    callValue(
      machine,
      called,
      { items: [one, ...given.items.slice(1)], named: new Map(), open: null },
      frame,
    ),
  );
  machine.maybe--;
  if (name === "map") return listValue(all, !isWhole);
  return name === "flatMap" ? listValue(all.flatMap(itemsOf), true) : listValue(of.items, true);
}

const EACH = /^(?:map|flatMap|forEach|filter|every|some)$/;

/** A member of a module that may do anything; the module itself cannot be called. */
function isModuleMember(machine: CodeMachine, name: string): boolean {
  return name.includes(".") && !machine.isHarmless(name);
}

/** Anything may happen, and what the name says is likely. */
function callOpaque(machine: CodeMachine, name: string, given: GivenValues, frame: CodeFrame): CodeValue {
  machine.unknown(`call of ${name}`);
  escape(machine, given, frame);
  const last = name.slice(Math.max(name.lastIndexOf("."), name.lastIndexOf(":")) + 1);
  const row = machine.language.guesses.get(last);
  const first = given.items[0];
  if (row !== undefined && literalIn(first) !== null) {
    machine.maybe++;
    applyRow(machine, row, argumentsOf(row, last, null, given, machine.language.web), frame);
    machine.maybe--;
  }
  return opaque(name, originsOfMany(allGiven(given)));
}
