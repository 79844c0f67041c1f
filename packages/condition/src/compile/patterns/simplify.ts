import { every, mapList, newList, some } from "@gatehouse-hooks/json/intrinsics";
import { nothing } from "./text-tree.js";
import type { TextTree } from "./text-tree.js";

/**
 * A smaller tree that matches in the same strings, since a match may be anywhere: what may be empty is dropped from the two
 * ends, and what repeats there is there as often as it has to be. `.*x+` is `x`.
 */
export function simplify(tree: TextTree): TextTree {
  if (tree.kind === "choice") return { kind: "choice", options: mapList(tree.options, simplify) };
  const parts = partsOf(tree);
  let start = 0;
  let end = parts.length;
  while (start < end && isNeedless(parts[start] as TextTree)) start++;
  while (end > start && isNeedless(parts[end - 1] as TextTree)) end--;
  const kept = newList<TextTree>();
  for (let i = start; i < end; i++)
    kept[kept.length] =
      i === start || i === end - 1 ? shortest(parts[i] as TextTree) : (parts[i] as TextTree);
  return kept.length === 1 ? (kept[0] as TextTree) : { kind: "sequence", parts: kept };
}

/** The parts of nested sequences as one list. */
export function partsOf(tree: TextTree): readonly TextTree[] {
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
