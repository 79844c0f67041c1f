import { bind } from "./bind.js";
import type { CodeArgument, CodeTarget, CodeTerm } from "./code.js";
import type { CodeMachine } from "./machine.js";
import { memberOf } from "./members.js";
import { mixed, operate } from "./operate.js";
import {
  type CodeFrame,
  type GivenValues,
  type ListValue,
  type RecordValue,
  type CodeValue,
  data,
  eitherValue,
  eitherOf,
  isHarmless,
  joinedValues,
  listValue,
  literalIn,
  opaque,
  originsIn,
  textValue,
  texts,
  itemsOf,
} from "./value.js";

const MOST_ITEMS = 64;

/** What an expression may be; calls in it are made. */
export function evaluateTerm(machine: CodeMachine, term: CodeTerm, frame: CodeFrame): CodeValue {
  if (!machine.step()) return opaque("limit");
  switch (term.kind) {
    case "text":
      return textValue(term.text);
    case "number":
    case "plain":
      return term;
    case "name":
      return nameOf(machine, term.name, frame);
    case "function":
      return { kind: "function", code: term.code, frame, self: null, property: false };
    case "opaque":
      machine.unknown(term.text);
      return opaque(term.text);
    case "either":
      return chosen(machine, term, frame);
    case "each":
      return each(machine, term, frame);
    case "set": {
      const value = evaluateTerm(machine, term.value, frame);
      bind(machine, term.target, value, frame);
      return value;
    }
    default:
      return compound(machine, term, frame);
  }
}

type Compound = Extract<
  CodeTerm,
  { kind: "join" | "mix" | "operation" | "list" | "record" | "spread" | "member" | "index" | "call" }
>;

/** A value that is made of others. */
function compound(machine: CodeMachine, term: Compound, frame: CodeFrame): CodeValue {
  const at = (one: CodeTerm): CodeValue => evaluateTerm(machine, one, frame);
  switch (term.kind) {
    case "join":
      return texts(joinedValues(term.parts.map(at)));
    case "mix":
      return mixed(term.parts.map(at));
    case "operation":
      return operate(term.operator, at(term.left), at(term.right));
    case "list":
      return listValue(...spreadOut(term.items, at));
    case "record":
      return recordOf(term, at);
    case "spread":
      return listValue(itemsOf(at(term.of)), true);
    case "member":
      return memberOf(machine, at(term.of), term.name, frame);
    case "index":
      return itemAt(machine, at(term.of), at(term.index));
    case "call":
      return machine.engine.call(machine, at(term.callee), givenOf(term.args, at), frame);
  }
}

function nameOf(machine: CodeMachine, name: string, frame: CodeFrame): CodeValue {
  const found = frame.get(name);
  if (found !== undefined) return found;
  const constant = machine.language.constants.get(name);
  if (constant !== undefined) return constant(machine.start);
  if (machine.language.builtins.has(name)) return { kind: "place", name };
  // A name that nothing has binds nothing; another module may.
  return machine.starred.length > 0 || machine.nested > 0 ? opaque(name) : data();
}

function chosen(
  machine: CodeMachine,
  term: Extract<CodeTerm, { kind: "either" }>,
  frame: CodeFrame,
): CodeValue {
  for (const one of term.tested) evaluateTerm(machine, one, frame);
  if (term.parts.length === 1) return eitherOf(term.parts.map((one) => evaluateTerm(machine, one, frame)));
  machine.maybe++;
  const values = term.parts.map((one) => evaluateTerm(machine, one, frame));
  machine.maybe--;
  return eitherOf(values);
}

/** The items, and whether there may be others. */
function spreadOut(items: readonly CodeTerm[], at: (term: CodeTerm) => CodeValue): [CodeValue[], boolean] {
  const all: CodeValue[] = [];
  let open = false;
  for (const one of items) {
    const value = at(one);
    if (one.kind !== "spread") all.push(value);
    else {
      all.push(...itemsOf(value));
      open ||= value.kind !== "list" || value.open;
    }
  }
  return [all, open];
}

function recordOf(term: Extract<CodeTerm, { kind: "record" }>, at: (one: CodeTerm) => CodeValue): CodeValue {
  const entries = new Map<string, CodeValue>();
  let open = false;
  for (const [key, value] of term.entries) {
    const known = at(value);
    const name = key === null ? null : literalIn(at(key));
    if (key === null && known.kind === "record") {
      for (const [from, one] of known.entries) entries.set(from, one);
      open ||= known.open;
    } else if (name === null) {
      entries.set(" ", eitherValue(entries.get(" "), key === null ? opaque("entries") : known));
      open = true;
    } else entries.set(name, known);
  }
  return { kind: "record", entries, open };
}

/** The arguments of a call. */
function givenOf(args: readonly CodeArgument[], at: (term: CodeTerm) => CodeValue): GivenValues {
  const items: CodeValue[] = [];
  const named = new Map<string, CodeValue>();
  let open: CodeValue | null = null;
  for (const { name, value, spread } of args) {
    const one = at(value);
    if (!spread && name === null) {
      if (open === null) items.push(one);
      else open = eitherValue(open, one);
    } else if (!spread && name !== null) named.set(name, one);
    else if (one.kind === "list" && !one.open && open === null) items.push(...one.items);
    else if (one.kind === "record" && !one.open) for (const [key, of] of one.entries) named.set(key, of);
    else open = eitherOf([...(open === null ? [] : [open]), ...itemsOf(one)]);
  }
  return { items, named, open };
}

function itemAt(machine: CodeMachine, of: CodeValue, index: CodeValue): CodeValue {
  switch (of.kind) {
    case "either":
      return eitherOf(of.values.map((one) => itemAt(machine, one, index)));
    case "list":
      return itemOfList(of, index);
    case "record":
      return itemOfRecord(of, literalIn(index));
    case "object":
      if (of.of === "environment") return memberOf(machine, of, `[${literalIn(index) ?? ""}]`, null);
      return of.of === "modules" ? opaque("module") : data(originsIn(of));
    default:
      return namedItem(machine, of, literalIn(index));
  }
}

/** `of["name"]` is a member where the language has them so. */
function namedItem(machine: CodeMachine, of: CodeValue, key: string | null): CodeValue {
  if (key !== null && machine.language.web) return memberOf(machine, of, key, null);
  return isHarmless(of) ? data(originsIn(of)) : opaque("item", originsIn(of));
}

function itemOfRecord(of: RecordValue, key: string | null): CodeValue {
  const known = key === null ? undefined : of.entries.get(key);
  if (known !== undefined && !of.open) return known;
  return key !== null && !of.open ? data() : eitherOf([...of.entries.values(), data(originsIn(of))]);
}

function itemOfList(of: ListValue, index: CodeValue): CodeValue {
  const at = index.kind === "number" ? index.value : null;
  const known = at === null || of.open ? undefined : of.items.at(at);
  if (known !== undefined) return known;
  const item = eitherOf(itemsOf(of));
  // A part of it is a list again.
  return index.kind === "number" ? item : eitherValue(listValue(of.items, true), item);
}

function each(machine: CodeMachine, term: Extract<CodeTerm, { kind: "each" }>, frame: CodeFrame): CodeValue {
  const over = evaluateTerm(machine, term.over, frame);
  const known = over.kind === "list" && !over.open && over.items.length <= MOST_ITEMS;
  const all: CodeValue[] = [];
  const own = frame.child();
  if (!known) machine.maybe++;
  for (const one of known ? over.items : [eitherOf(itemsOf(over))]) {
    if (!machine.step()) break;
    bind(machine, term.target, one, own);
    const item = evaluateTerm(machine, term.item, own);
    if (term.item.kind === "spread") all.push(...itemsOf(item));
    else all.push(item);
  }
  if (!known) machine.maybe--;
  // What it goes through has names of its own; what is assigned in it has not.
  const gone = namesOf(term.target);
  for (const [name, value] of own.names()) if (!gone.includes(name)) frame.set(name, value);
  const isWhole = known && term.item.kind !== "either" && term.item.kind !== "spread";
  return listValue(all, !isWhole);
}

function namesOf(target: CodeTarget): readonly string[] {
  switch (target.kind) {
    case "name":
      return [target.name];
    case "parts":
      return target.parts.flatMap(namesOf);
    case "fallback":
    case "rest":
      return namesOf(target.of);
    default:
      return [];
  }
}
