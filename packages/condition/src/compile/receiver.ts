import type { Expr } from "../ast.js";
import { append, newList, existing } from "@gatehouse-hooks/json/intrinsics";
import type { AtomPath } from "./atom.js";

/** The variables of the enclosing `any` and `all`, innermost first, with the path of the elements that each stands for. */
export interface Bound {
  readonly variable: string;
  /** Unknown for the elements of what is not a path. */
  readonly elements: AtomPath | undefined;
  readonly outer: Bound | null;
}

/** A path, and what is done to the string there before it is tested. */
export interface Receiver {
  readonly path: AtomPath;
  readonly trimmed: boolean;
  readonly lowered: boolean;
  readonly uppered: boolean;
  readonly sized: boolean;
  /** How many units one unit of the event's string may become: `İ` in lower case has two, `ΐ` in upper case three. */
  readonly growth: number;
}

/** The path of a chain of names and keys; nothing when it starts at a literal, a call, or the element of an unknown list. */
export function pathOf(node: Expr, bound: Bound | null): AtomPath | undefined {
  const upwards = newList<string | number>();
  let at = node;
  for (; at.kind === "member"; at = at.object) upwards[upwards.length] = at.key;
  if (at.kind !== "name") return undefined;
  const path: (string | number | null)[] = [];
  const of = innermost(at.name, bound);
  if (of === null) append(path, at.name);
  else if (of.elements === undefined) return undefined;
  else for (let i = 0; i < of.elements.length; i++) append(path, existing(of.elements[i]));
  for (let i = upwards.length - 1; i >= 0; i--) append(path, existing(upwards[i]));
  return path;
}

function innermost(name: string, bound: Bound | null): Bound | null {
  let at = bound;
  while (at !== null && at.variable !== name) at = at.outer;
  return at;
}

/** The path of a member. */
export function below(path: AtomPath, key: string | number): AtomPath {
  const longer: (string | number | null)[] = [];
  for (let i = 0; i < path.length; i++) append(longer, existing(path[i]));
  append(longer, key);
  return longer;
}

/** Inside the body of an `any` or `all`. */
export function inside(node: Extract<Expr, { kind: "any" | "all" }>, outer: Bound | null): Bound {
  const list = pathOf(node.object, outer);
  if (list === undefined) return { variable: node.variable, elements: undefined, outer };
  const elements: (string | number | null)[] = [];
  for (let i = 0; i < list.length; i++) append(elements, existing(list[i]));
  append(elements, null);
  return { variable: node.variable, elements, outer };
}

/** A path with any `lower()`, `upper()` and `trim()` behind it, and one `size()` at the end; nothing for another node. */
export function receiverOf(node: Expr, bound: Bound | null): Receiver | undefined {
  let trimmed = false;
  let lowered = false;
  let uppered = false;
  let growth = 1;
  let at = node;
  const sized = at.kind === "call" && at.method === "size";
  if (at.kind === "call" && sized) at = at.object;
  for (; at.kind === "call"; at = at.object) {
    if (at.method === "trim") trimmed = true;
    else if (at.method === "lower") lowered = true;
    else if (at.method === "upper") uppered = true;
    else return undefined;
    growth *= at.method === "trim" ? 1 : at.method === "lower" ? 2 : 3;
  }
  const path = pathOf(at, bound);
  return path === undefined ? undefined : { path, trimmed, lowered, uppered, sized, growth };
}

/** Is the value itself tested, as the event has it? */
export function isValueItself({ trimmed, lowered, uppered, sized }: Receiver): boolean {
  return !trimmed && !lowered && !uppered && !sized;
}
