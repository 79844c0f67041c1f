import { every, mapList, newList, part as partOf, some, existing } from "@gatehouse-hooks/json/intrinsics";
import { LAST_CODE_POINT } from "./code-points.js";
import { nothing } from "./text-tree.js";
import type { TextPlace, TextTree } from "./text-tree.js";

/**
 * A smaller tree that matches in the same strings, since a match may be anywhere: what may be empty is dropped from the two
 * ends, and what repeats there is there as often as it has to be. `.*x+` is `x`. And the ends of the string are dropped where
 * anything may be between them and the match.
 */
export function simplifyTree(tree: TextTree): TextTree {
  if (tree.kind === "choice") return { kind: "choice", options: mapList(tree.options, simplifyTree) };
  const parts = sequenceParts(tree);
  let start = 0;
  let end = parts.length;
  if (isPlace(parts[0], "begin")) {
    const head = parts[1];
    if (isAnything(head)) start = 2;
    // The start, or anything that ends with the last part: the start, or that part.
    const last = lastOfAnything(head);
    if (last !== undefined)
      return simplifyTree(withHead({ kind: "choice", options: [existing(parts[0]), last] }, parts, 2));
  }
  if (isPlace(parts[end - 1], "end") && isAnything(parts[end - 2])) end -= 2;
  while (start < end && isNeedless(existing(parts[start]))) start++;
  while (end > start && isNeedless(existing(parts[end - 1]))) end--;
  const kept = newList<TextTree>();
  for (let i = start; i < end; i++)
    kept[kept.length] = i === start || i === end - 1 ? shortest(existing(parts[i])) : existing(parts[i]);
  return kept.length === 1 ? existing(kept[0]) : { kind: "sequence", parts: kept };
}

function withHead(head: TextTree, parts: readonly TextTree[], from: number): TextTree {
  return { kind: "sequence", parts: [head, { kind: "sequence", parts: partOf(parts, from) }] };
}

function isPlace(tree: TextTree | undefined, place: TextPlace): boolean {
  return tree?.kind === "place" && tree.place === place;
}

function isAnything(tree: TextTree | undefined): boolean {
  if (tree?.kind !== "repeat" || tree.least > 0 || tree.most < Infinity || tree.part.kind !== "set")
    return false;
  const { set } = tree.part;
  return set[0] === 0 && set[1] === LAST_CODE_POINT;
}

/** `b` of "nothing, or anything and `b`". */
function lastOfAnything(tree: TextTree | undefined): TextTree | undefined {
  if (tree?.kind !== "choice" || tree.options.length !== 2) return undefined;
  const none = existing(tree.options[0]);
  const some = existing(tree.options[1]);
  const isNothing = none.kind === "sequence" && none.parts.length === 0;
  if (!isNothing || some.kind !== "sequence" || some.parts.length !== 2) return undefined;
  return isAnything(some.parts[0]) ? some.parts[1] : undefined;
}

/** Parts that a beginning is made of. */
const MOST_PARTS = 32;

/** The longest part of a tree that each of its matches begins with and that is accepted; `undefined` where none is. */
export function beginningOf(tree: TextTree, accepts: (tree: TextTree) => boolean): TextTree | undefined {
  if (tree.kind === "choice") {
    const options = mapList(tree.options, (option) => beginningOf(option, accepts));
    const all = newList<TextTree>();
    mapList(options, (option) => option !== undefined && (all[all.length] = option));
    const choice: TextTree = { kind: "choice", options: all };
    return all.length === options.length && accepts(choice) ? choice : undefined;
  }
  const parts = sequenceParts(tree);
  for (let count = parts.length < MOST_PARTS ? parts.length : MOST_PARTS; count > 0; count--) {
    const beginning = simplifyTree({ kind: "sequence", parts: partOf(parts, 0, count) });
    if (accepts(beginning)) return beginning;
  }
  return undefined;
}

/** The parts of nested sequences as one list. */
export function sequenceParts(tree: TextTree): readonly TextTree[] {
  const parts = newList<TextTree>();
  const add = (part: TextTree): void => {
    if (part.kind === "sequence") mapList(part.parts, add);
    else parts[parts.length] = part;
  };
  add(tree);
  return parts;
}

/** It matches the empty string at any place. */
function isNeedless(tree: TextTree): boolean {
  switch (tree.kind) {
    case "set":
    case "place":
      return false;
    case "sequence":
      return every(tree.parts, isNeedless);
    case "choice":
      return some(tree.options, isNeedless);
    case "repeat":
      return tree.least === 0 || isNeedless(tree.part);
  }
}

/** At an end: not more often than needed. A place inside may hold after more turns only. */
function shortest(tree: TextTree): TextTree {
  if (tree.kind !== "repeat" || tree.part.kind !== "set" || tree.least === tree.most) return tree;
  if (tree.least === 0) return nothing;
  return { kind: "repeat", part: tree.part, least: tree.least, most: tree.least };
}
