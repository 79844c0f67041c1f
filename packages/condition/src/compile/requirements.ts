import type { CompareOperator, Expr } from "../ast.js";
import { append, every, mapList, some, existing } from "@gatehouse-hooks/json/intrinsics";
import { type Atom, type AtomPath, nonEmpty, prefixAtom, present } from "./atom.js";
import { pathGlobOf, patternOf } from "./checked.js";
import { likelihoodOf } from "./likelihood.js";
import { mayFail } from "./may-fail.js";
import { argumentOf } from "./node.js";
import { pathIdentity } from "./scope.js";
import { globsValue } from "./paths/glob-table.js";
import type { PathGlob } from "./paths/path-glob-result.js";
import type { Pattern, PatternLiteral } from "./pattern.js";
import { below, type Bound, inside, isValueItself, type Receiver, receiverOf } from "./receiver.js";
import { appendAll, exitsOf, joinedExits, safeSizes, type Sizes } from "./spending.js";
import { textAtom } from "./text-atom.js";

/** Atoms of which one holds wherever a node has the wanted truth, or runs out of budget. */
export type Group = readonly Atom[];

/** What is known of a node whose truth is wanted. A group without atoms: it never has that truth. */
interface Known {
  readonly groups: readonly Group[];
  /** The atoms of which none holds when the node does not run out of budget; `null` when that is not known. */
  readonly exits: readonly Atom[] | null;
}

/** The groups of a checked condition. Where no atom of one holds, its outcome is false. */
export function groupsOf(ast: Expr): readonly Group[] {
  return known(ast, { bound: null, sizes: safeSizes(ast) }, true).groups;
}

/** The same for an index that reads globs: what asks for a path has one atom for all of them. */
export function globGroupsOf(ast: Expr): readonly Group[] {
  return known(ast, { bound: null, sizes: safeSizes(ast), readsGlobs: true }, true).groups;
}

/** Those of the parts before the first that may run out of budget, found without a look at any pattern. */
export function firstGroupsOf(ast: Expr): readonly Group[] {
  return known(ast, { bound: null, sizes: "none" }, true).groups;
}

interface Place {
  readonly bound: Bound | null;
  /** `none`: what may run out of budget is not looked into. */
  readonly sizes: Sizes | null | "none";
  readonly readsGlobs?: boolean;
}

const noAtoms: readonly Atom[] = [];
const noGroups: readonly Group[] = [];

function known(node: Expr, place: Place, wanted: boolean): Known {
  switch (node.kind) {
    case "not":
      return known(node.operand, place, !wanted);
    case "truth":
      return known(node.operand, place, wanted);
    case "and":
    case "or":
      return (node.kind === "and") === wanted
        ? allOf(node.operands, place, wanted)
        : anyOf(node.operands, place, wanted);
    default: {
      const { sizes } = place;
      const exits = sizes !== "none" ? exitsOf(node, place.bound, sizes) : mayFail(node) ? null : noAtoms;
      return { groups: exits === null ? noGroups : withExits(leafGroups(node, place, wanted), exits), exits };
    }
  }
}

function withExits(groups: readonly Group[], exits: readonly Atom[]): readonly Group[] {
  if (exits.length === 0) return groups;
  const all: Group[] = [];
  for (let i = 0; i < groups.length; i++) {
    const group: Atom[] = [];
    appendAll(group, existing(groups[i]));
    for (let k = 0; k < exits.length; k++) {
      const exit = existing(exits[k]);
      if (!implies(existing(groups[i]), exit)) append(group, exit);
    }
    append(all, group);
  }
  return all;
}

/** Does an atom of the group hold whenever the exit does? What has a size is present. */
function implies(group: Group, exit: Atom): boolean {
  const key = pathIdentity(exit.path);
  return some(
    group,
    ({ of, operator, value, path }) =>
      (operator === "has" || (of === "size" && operator === ">" && atMost(value, exit.value))) &&
      pathIdentity(path) === key,
  );
}

function atMost(value: Atom["value"], most: Atom["value"]): boolean {
  return typeof value === "number" && typeof most === "number" && value <= most;
}

function joined(group: Group, others: Group): Group {
  const all: Atom[] = [];
  appendAll(all, group);
  appendAll(all, others);
  return all;
}

/** The groups of every part: a failure before it is not "false", so each of a later part has the exits of the parts before. */
function allOf(operands: readonly Expr[], place: Place, wanted: boolean): Known {
  const groups: Group[] = [];
  let exits: readonly Atom[] | null = noAtoms;
  for (let i = 0; i < operands.length && exits !== null; i++) {
    const part = known(existing(operands[i]), place, wanted);
    appendAll(groups, withExits(part.groups, exits));
    exits = joinedExits(exits, part.exits);
  }
  return { groups, exits };
}

/** A group that covers every part: of each the first one, or the one that is the least likely to be met. */
function anyOf(operands: readonly Expr[], place: Place, wanted: boolean): Known {
  const first: Atom[] = [];
  const rarest: Atom[] = [];
  let exits: readonly Atom[] | null = noAtoms;
  let covered = true;
  let same = true;
  for (let i = 0; i < operands.length; i++) {
    const part = known(existing(operands[i]), place, wanted);
    exits = joinedExits(exits, part.exits);
    if (part.groups.length === 0) covered = false;
    if (!covered) continue;
    const begin = existing(part.groups[0]);
    const best = leastLikely(part.groups);
    appendAll(first, begin);
    appendAll(rarest, best);
    same &&= begin === best;
  }
  if (!covered) return { groups: noGroups, exits };
  return { groups: same ? [first] : [first, rarest], exits };
}

function leastLikely(groups: readonly Group[]): Group {
  let best = existing(groups[0]);
  let least = likelihoodOf(best);
  for (let i = 1; i < groups.length; i++) {
    const group = existing(groups[i]);
    const likelihood = likelihoodOf(group);
    if (likelihood >= least) continue;
    best = group;
    least = likelihood;
  }
  return best;
}

function leafGroups(node: Expr, place: Place, wanted: boolean): readonly Group[] {
  switch (node.kind) {
    case "compare":
      return comparisonGroups(node, place.bound, wanted);
    case "any":
    case "all":
      return wanted ? loopGroups(node, place) : noGroups;
    case "has":
      return wanted ? presence(receiverOf(node.target, place.bound)) : noGroups;
    case "call":
      if (!wanted) return noGroups;
      return callGroups(node, place.bound, place.readsGlobs === true);
    case "name":
    case "member":
      return wanted ? presence(receiverOf(node, place.bound)) : noGroups;
    case "literal":
      return !node.value === wanted ? [noAtoms] : noGroups;
    default:
      return noGroups;
  }
}

function presence(receiver: Receiver | undefined): readonly Group[] {
  return receiver === undefined ? noGroups : [[present(receiver.path)]];
}

function callGroups(
  node: Extract<Expr, { kind: "call" }>,
  bound: Bound | null,
  readsGlobs: boolean,
): readonly Group[] {
  const pattern = patternOf(node);
  if (pattern !== null) {
    const receiver = receiverOf(node.object, bound);
    return receiver === undefined ? noGroups : patternGroups(receiver, pattern);
  }
  const glob = pathGlobOf(node);
  if (glob !== null) {
    const receiver = receiverOf(node.object, bound);
    if (receiver === undefined) return noGroups;
    if (!isValueItself(receiver)) return [noAtoms];
    // What is below a tree, and a set without paths, are not seen by the text of a fact.
    const begins = node.method === "perhaps" || node.method === "within";
    return pathGroups(receiver.path, node.method, glob, readsGlobs ? { begins } : null);
  }
  const { method } = node;
  if (method !== "includes" && method !== "startsWith" && method !== "endsWith") {
    return presence(receiverOf(node, bound));
  }
  const receiver = receiverOf(node.object, bound);
  const argument = argumentOf(node);
  if (receiver === undefined)
    return argument === undefined ? noGroups : presence(receiverOf(argument, bound));
  if (argument?.kind !== "literal" || typeof argument.value !== "string") return presence(receiver);
  return [[textAtom(receiver, { operator: method, value: argument.value, folded: false })]];
}

/** A group of more atoms would find less than it costs. */
const MOST_PREFIXES = 64;

/** A spelling of the fact begins as one of the globs does, as far as both say. */
function pathGroups(
  path: AtomPath,
  method: string,
  { spelled }: PathGlob,
  reads: { readonly begins: boolean } | null,
): readonly Group[] {
  const group: Atom[] = [];
  for (let i = 0; i < spelled.length; i++) {
    const { spelling, alternatives } = existing(spelled[i]);
    const field = below(path, spelling);
    if (reads !== null) {
      const value = globsValue(
        mapList(alternatives, ({ source }) => source),
        reads.begins,
      );
      append(group, { path: field, of: "folded", operator: "touches", value });
    } else if (alternatives.length > MOST_PREFIXES) append(group, present(field));
    else
      for (let k = 0; k < alternatives.length; k++)
        append(group, prefixAtom(field, existing(alternatives[k]).prefix));
  }
  if (method !== "within") return [group];
  return [group, [{ path: below(path, "certainty"), of: "value", operator: "==", value: "exact" }]];
}

function patternGroups(receiver: Receiver, pattern: Pattern): readonly Group[] {
  const required = pattern.requires?.() ?? noLiterals;
  if (required.length === 0) return presence(receiver);
  const groups: Group[] = [];
  for (let i = 0; i < required.length; i++) {
    const literals = existing(required[i]);
    const group: Atom[] = [];
    for (let k = 0; k < literals.length; k++) append(group, textAtom(receiver, existing(literals[k])));
    append(groups, group);
  }
  return groups;
}

const noLiterals: readonly (readonly PatternLiteral[])[] = [];

/** An element of the list meets what the body requires of one; `all` also holds for the empty list. */
function loopGroups(node: Extract<Expr, { kind: "any" | "all" }>, place: Place): readonly Group[] {
  const list = receiverOf(node.object, place.bound);
  if (list === undefined) return noGroups;
  if (!isValueItself(list)) return noGroups;
  const { groups } = known(node.body, { ...place, bound: inside(node, place.bound) }, true);
  if (node.kind === "any") return groups.length === 0 ? [[nonEmpty(list.path)]] : groups;
  if (groups.length === 0) return presence(list);
  const empty: Atom = { path: list.path, of: "size", operator: "<=", value: 0 };
  const all: Group[] = [];
  for (let i = 0; i < groups.length; i++) append(all, joined(existing(groups[i]), [empty]));
  return all;
}

function comparisonGroups(
  { operator, left, right }: Extract<Expr, { kind: "compare" }>,
  bound: Bound | null,
  wanted: boolean,
): readonly Group[] {
  if (operator === "in") return wanted ? membershipGroups(left, right, bound) : noGroups;
  const subject = receiverOf(left, bound);
  const other = receiverOf(right, bound);
  if (operator === "==" || operator === "!=") {
    if (wanted === (operator === "==")) {
      if (subject !== undefined) return equalityGroups(subject, right);
      return other === undefined ? noGroups : equalityGroups(other, left);
    }
    // What does not equal null is there.
    if (isNull(right)) return presence(subject);
    return isNull(left) ? presence(other) : noGroups;
  }
  if (!wanted) return noGroups;
  if (subject !== undefined) return orderGroups(subject, operator, right);
  return other === undefined ? noGroups : orderGroups(other, mirrored[operator], left);
}

const mirrored: Readonly<Record<"<" | "<=" | ">" | ">=", "<" | "<=" | ">" | ">=">> = {
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

function isNull(node: Expr): boolean {
  return node.kind === "literal" && node.value === null;
}

function equalityGroups(receiver: Receiver, node: Expr): readonly Group[] {
  const atom = equalityAtom(receiver, node);
  return atom === undefined ? noGroups : [[atom]];
}

/** Nothing where the constant is not known, or what is not there would be equal to it. */
function equalityAtom(receiver: Receiver, node: Expr): Atom | undefined {
  if (node.kind !== "literal") return undefined;
  const { value } = node;
  const { path } = receiver;
  if (isValueItself(receiver)) return { path, of: "value", operator: "==", value };
  if (value === null) return undefined;
  if (receiver.sized) return sizeAtom(receiver, "==", value);
  if (typeof value !== "string") return present(path);
  return textAtom(receiver, { operator: "==", value, folded: false });
}

/** The size of a string in lower or upper case, or trimmed, says too little of the string. */
function sizeAtom(receiver: Receiver, operator: Atom["operator"], value: Atom["value"]): Atom {
  const { path, trimmed, lowered, uppered } = receiver;
  if (trimmed || lowered || uppered || typeof value !== "number") return present(path);
  return { path, of: "size", operator, value };
}

function orderGroups(
  receiver: Receiver,
  operator: Exclude<CompareOperator, "==" | "!=" | "in">,
  node: Expr,
): readonly Group[] {
  const { path } = receiver;
  if (node.kind !== "literal" || (typeof node.value !== "number" && typeof node.value !== "string")) {
    return presence(receiver);
  }
  if (receiver.sized) return [[sizeAtom(receiver, operator, node.value)]];
  if (!isValueItself(receiver)) return presence(receiver);
  return [[{ path, of: "value", operator, value: node.value }]];
}

function membershipGroups(left: Expr, right: Expr, bound: Bound | null): readonly Group[] {
  if (right.kind !== "list") {
    const list = receiverOf(right, bound);
    if (list === undefined || !isValueItself(list)) return noGroups;
    if (left.kind !== "literal") return presence(list);
    const path: (string | number | null)[] = [];
    for (let i = 0; i < list.path.length; i++) append(path, existing(list.path[i]));
    append(path, null);
    return [[{ path, of: "value", operator: "==", value: left.value }]];
  }
  const receiver = receiverOf(left, bound);
  if (receiver === undefined) return noGroups;
  const group: Atom[] = [];
  const all = every(right.items, (item) => {
    const atom = equalityAtom(receiver, item);
    if (atom !== undefined) append(group, atom);
    return atom !== undefined;
  });
  return all && group.length > 0 ? [group] : noGroups;
}
