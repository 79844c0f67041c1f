import type { Expr } from "../ast.js";
import { MapOf, mapHas, mapSet, existing } from "@gatehouse-hooks/json/intrinsics";
import { append } from "@gatehouse-hooks/json/intrinsics";
import type { Atom } from "./atom.js";
import { constantOf } from "./constant-truth.js";
import { shapeOf } from "./methods.js";
import { childrenOf } from "./node.js";
import { pathIdentity } from "./scope.js";
import { type Bound, pathOf } from "./receiver.js";
import { type Group, groupsOf } from "./requirements.js";

/** A path from the event's root. */
export type Path = readonly (string | number)[];

/** What is known of a condition without an event. */
export interface Analysis {
  /** The paths it reads, in order, each once. The outcome depends on nothing else of the event. */
  readonly paths: readonly Path[];
  /** Where one of these does not hold, the outcome is false. */
  readonly required: readonly Atom[];
  /** Where no atom of a group holds, the outcome is false. */
  readonly covers: readonly (readonly Atom[])[];
  /** It holds for every event, or for none; `null` when that depends (or is not seen). */
  readonly constant: "always" | "never" | null;
  /** A rough number that grows with the work of one evaluation; for comparing conditions. */
  readonly cost: number;
}

/** Analyses a checked AST (of `parse` or `readAst`). */
export function analyze(ast: Expr): Analysis {
  const paths: Path[] = [];
  collectPaths(ast, null, { paths, known: new MapOf<string, true>() });
  const constant = constantOf(ast);
  const required: Atom[] = [];
  const covers: Group[] = [];
  const groups = constant === null ? groupsOf(ast) : [];
  for (let i = 0; i < groups.length; i++) {
    const group = existing(groups[i]);
    if (group.length === 1) append(required, existing(group[0]));
    else append(covers, group);
  }
  return { paths, required, covers, constant, cost: costOf(ast) };
}

interface Paths {
  readonly paths: Path[];
  readonly known: Map<string, true>;
}

/** The elements of a list are read with the list: their own paths are not told. */
function collectPaths(node: Expr, bound: Bound | null, found: Paths): void {
  const path = rootPathOf(node, bound);
  if (path !== undefined) {
    const key = pathIdentity(path);
    if (!mapHas(found.known, key)) append(found.paths, path);
    mapSet(found.known, key, true);
    return;
  }
  const children = childrenOf(node);
  for (let i = 0; i < children.length; i++) {
    const child = existing(children[i]);
    const within = (node.kind === "any" || node.kind === "all") && child === node.body;
    collectPaths(
      child,
      within ? { variable: node.variable, elements: undefined, outer: bound } : bound,
      found,
    );
  }
}

/** Variables stand for the elements of no path here, so a path has none. */
function rootPathOf(node: Expr, bound: Bound | null): Path | undefined {
  return pathOf(node, bound) as Path | undefined;
}

/** What an element of a list is worth where its number is not known. */
const ELEMENTS = 16;

function costOf(node: Expr): number {
  const own = node.kind === "call" && shapeOf(node.method)?.pattern !== null ? ELEMENTS : 1;
  const children = childrenOf(node);
  let sum = own;
  for (let i = 0; i < children.length; i++) {
    const child = existing(children[i]);
    const inside = (node.kind === "any" || node.kind === "all") && child === node.body;
    sum += costOf(child) * (inside ? ELEMENTS : 1);
  }
  return sum;
}
