import { type Alternatives, type Field, capped, hole, literalOf, originsOf, textFrom } from "./field.js";
import { runHidden } from "./hidden-code.js";
import type { Frame, Machine } from "./machine.js";
import { type PatternItem, matchesPattern, operatorItem } from "./pattern.js";
import type { State } from "./state.js";
import type { Operation } from "./syntax.js";

/** The longest value that prefixes and replacements are computed of: they are quadratic. */
const MAX_MATCHED = 512;

/** `${x#p}`, `${x/p/s}`, `${x:1:2}`, `${x^^}`, `${x@Q}` of one value. */
export function changeValue(
  machine: Machine,
  operation: Operation,
  field: Field,
  state: State,
  frame: Frame,
): Alternatives {
  const known = literalOf(field);
  const from = originsOf(field);
  const unknown = [hole(from)];
  if (known === null) {
    // What the operand does still happens.
    if (operation.first !== null) machine.string(operation.first, state, frame);
    if (operation.second !== null) machine.string(operation.second, state, frame);
    return unknown;
  }
  const texts = CHANGES[operation.kind]({ machine, operation, known, state, frame });
  return texts?.map((text) => (text === null ? hole(from) : capped(textFrom(text, from)))) ?? unknown;
}

/** A value that is known, and what is done to it. */
interface Change {
  readonly machine: Machine;
  readonly operation: Operation;
  readonly known: string;
  readonly state: State;
  readonly frame: Frame;
}

type Changed = readonly (string | null)[] | null;

const notKnown = (): Changed => null;

/** What becomes of the value; null, in all or for one, where it is not known. */
const CHANGES: Readonly<Record<Operation["kind"], (change: Change) => Changed>> = {
  remove: removed,
  replace: replaced,
  slice: sliced,
  case: ({ operation, known }) =>
    operation.first !== null && operation.first.text !== "" ? null : [changeCase(known, operation.operator)],
  transform: ({ machine, operation, known, state, frame }) => {
    // As a prompt it is expanded once more.
    if (operation.first?.text === "P") runHidden(machine, known, state, frame);
    return [transform(known, operation.first?.text ?? "")];
  },
  default: notKnown,
  names: notKnown,
  other: notKnown,
};

function removed({ machine, operation, known, state, frame }: Change): Changed {
  return patternsOf(machine, operation.first, state, frame).map((items) =>
    items === null || known.length > MAX_MATCHED ? null : remove(machine, known, items, operation.operator),
  );
}

function replaced({ machine, operation, known, state, frame }: Change): Changed {
  const patterns = patternsOf(machine, operation.first, state, frame);
  const texts: Alternatives =
    operation.second === null ? [""] : machine.string(operation.second, state, frame);
  const [items] = patterns;
  const [text] = texts;
  const by = text === undefined ? null : literalOf(text);
  if (patterns.length !== 1 || texts.length !== 1 || items === null || items === undefined) return null;
  if (by === null || by.includes("&") || known.length > MAX_MATCHED) return null;
  return [replace(machine, known, items, by, operation.operator)];
}

function sliced({ machine, operation, known, state, frame }: Change): Changed {
  const offset = numberOf(machine, operation.first, state, frame);
  const length = operation.second === null ? Infinity : numberOf(machine, operation.second, state, frame);
  if (offset === null || length === null) return null;
  const start = offset < 0 ? known.length + offset : offset;
  if (start < 0) return [""];
  return [known.slice(start, length < 0 ? known.length + length : start + length)];
}

function transform(text: string, letter: string): string | null {
  switch (letter) {
    case "U":
      return text.toUpperCase();
    case "u":
      return changeCase(text, "^");
    case "L":
      return text.toLowerCase();
    case "P":
      // Prompts are expanded: only what has nothing to expand is known.
      return /[\\$`]/.test(text) ? null : text;
    default:
      return null;
  }
}

function changeCase(text: string, operator: string): string {
  switch (operator) {
    case "^^":
      return text.toUpperCase();
    case ",,":
      return text.toLowerCase();
    case "^":
      return text.slice(0, 1).toUpperCase() + text.slice(1);
    default:
      return text.slice(0, 1).toLowerCase() + text.slice(1);
  }
}

/** The patterns that a word may be; `null` for one that is not computed. */
export function patternsOf(
  machine: Machine,
  word: Operation["first"],
  state: State,
  frame: Frame,
): readonly (readonly PatternItem[] | null)[] {
  if (word === null) return [[]];
  return machine.string(word, state, frame).map((field) => fieldPattern(field));
}

/** A field as a pattern. */
export function fieldPattern(field: Field): readonly PatternItem[] | null {
  if (typeof field === "string") return characters(field);
  const items: PatternItem[] = [];
  for (const part of field) {
    if (part.kind === "hole") return null;
    if (part.kind === "text") items.push(...characters(part.text));
    else {
      const item = operatorItem(part.text);
      if (item === null) return null;
      items.push(item);
    }
  }
  return items;
}

function characters(text: string): PatternItem[] {
  return Array.from({ length: text.length }, (_, i) => ({ kind: "character", text: text[i] ?? "" }));
}

function remove(machine: Machine, text: string, items: readonly PatternItem[], operator: string): string {
  const lengths = Array.from({ length: text.length + 1 }, (_, i) => i);
  if (operator === "##" || operator === "%%") lengths.reverse();
  for (const length of lengths) {
    const prefix = operator.startsWith("#");
    const tried = prefix ? text.slice(0, length) : text.slice(text.length - length);
    if (matchesPattern(items, tried, machine.work))
      return prefix ? text.slice(length) : text.slice(0, text.length - length);
  }
  return text;
}

function replace(
  machine: Machine,
  text: string,
  items: readonly PatternItem[],
  by: string,
  operator: string,
): string {
  if (items.length === 0) return operator === "/#" ? by + text : operator === "/%" ? text + by : text;
  let result = "";
  for (let start = 0; start <= text.length; start++) {
    const allowed = operator === "/#" ? start === 0 : true;
    const length = allowed ? longest(machine, text, start, items, operator === "/%") : -1;
    if (length > 0 || (length === 0 && start === text.length && operator !== "//" && text === "")) {
      result += by;
      if (operator !== "//") return result + text.slice(start + length);
      start += length - 1;
    } else result += text[start] ?? "";
  }
  return result;
}

/** Length of the longest match that begins at `start`; -1 for none. */
function longest(
  machine: Machine,
  text: string,
  start: number,
  items: readonly PatternItem[],
  atEnd: boolean,
): number {
  for (let end = text.length; end >= start; end--) {
    if (matchesPattern(items, text.slice(start, end), machine.work)) return end - start;
    if (atEnd) break;
  }
  return -1;
}

/** The number that a word gives as an expression. */
export function numberOf(
  machine: Machine,
  word: Operation["first"],
  state: State,
  frame: Frame,
): number | null {
  if (word === null) return null;
  const values = machine.string(word, state, frame);
  const known = values.length === 1 && values[0] !== undefined ? literalOf(values[0]) : null;
  return known === null ? null : machine.number(known, state, frame);
}
