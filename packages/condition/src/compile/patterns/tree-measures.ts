import { foldRight, mapList, newList, existing } from "@gatehouse-hooks/json/intrinsics";
import { areDisjoint, codePointsOf, complement } from "./code-points.js";
import type { CodePoints } from "./code-points.js";
import type { TextTree } from "./text-tree.js";

/** Options of a choice whose first characters are looked at in one step. */
const OPTIONS_A_STEP = 4;

const ANYTHING: CodePoints = complement(codePointsOf([]));

/** Code points of a match; `most` is `Infinity` where nothing bounds it. */
export function matchLengths(tree: TextTree): { readonly least: number; readonly most: number } {
  switch (tree.kind) {
    case "set":
      return { least: 1, most: 1 };
    case "place":
      return { least: 0, most: 0 };
    case "sequence":
      return foldRight(tree.parts, { least: 0, most: 0 }, (sum, part) => {
        const { least, most } = matchLengths(part);
        return { least: sum.least + least, most: sum.most + most };
      });
    case "choice":
      return foldRight(tree.options, { least: Infinity, most: 0 }, (sum, option) => {
        const { least, most } = matchLengths(option);
        return { least: least < sum.least ? least : sum.least, most: most > sum.most ? most : sum.most };
      });
    case "repeat": {
      const { least, most } = matchLengths(tree.part);
      return { least: least * tree.least, most: most === 0 || tree.most === 0 ? 0 : most * tree.most };
    }
  }
}

/** How many steps a backtracking search needs at most to try every way of matching the tree at one place. */
export function workOf(tree: TextTree): number {
  switch (tree.kind) {
    case "set":
    case "place":
      return 1;
    case "sequence": {
      let work = 0;
      let ways = 1;
      for (let i = 0; i < tree.parts.length; i++) {
        work += ways * workOf(existing(tree.parts[i]));
        ways *= waysAt(tree.parts, i);
      }
      return work;
    }
    case "choice":
      return tree.options.length / OPTIONS_A_STEP + mostAtOnce(tree.options, workOf);
    case "repeat": {
      if (tree.most === Infinity) return Infinity;
      const ways = waysOf(tree.part, ANYTHING);
      let work = 1;
      let places = 1;
      for (let turn = 0; turn < tree.most; turn++) {
        work += places * workOf(tree.part);
        places *= ways;
      }
      return work;
    }
  }
}

/**
 * In how many ways a backtracking search may match the tree at one place, where the next character, if there is one, is of
 * these; ways that the next character rules out are not counted.
 */
function waysOf(tree: TextTree, next: CodePoints): number {
  switch (tree.kind) {
    case "set":
    case "place":
      return 1;
    case "sequence":
      return foldRight(tree.parts, 1, (ways, part, i) => {
        if (isSingle(part)) return ways;
        const last = i === tree.parts.length - 1;
        return (
          ways *
          waysOf(part, last ? next : mayBeEmpty(tree.parts, i + 1) ? ANYTHING : firstOf(tree.parts, i + 1))
        );
      });
    case "choice":
      return mostAtOnce(tree.options, (option) => waysOf(option, next));
    case "repeat": {
      const ways = waysOf(tree.part, ANYTHING);
      if (ways === 1 && matchLengths(tree.part).least > 0 && areDisjoint(firstOf([tree.part]), next))
        return 1;
      let sum = 0;
      let places = 1;
      for (let turn = 0; turn <= tree.most && sum < MANY; turn++) {
        if (turn >= tree.least) sum += places;
        places *= ways;
      }
      return sum;
    }
  }
}

/** In how many ways a part of a sequence may match, with what comes next in the sequence. */
export function waysAt(parts: readonly TextTree[], at: number): number {
  const part = existing(parts[at]);
  return isSingle(part) ? 1 : waysOf(part, firstOf(parts, at + 1));
}

/** What comes next makes no difference to it: most parts are such. */
function isSingle({ kind }: TextTree): boolean {
  return kind === "set" || kind === "place";
}

const MANY = 1_000;

/** The largest sum over options that one character may begin. */
function mostAtOnce(options: readonly TextTree[], measure: (option: TextTree) => number): number {
  const firsts = mapList(options, firstOrAny);
  const measures = mapList(options, measure);
  let most = 0;
  for (let i = 0; i < options.length; i++) {
    let sum = 0;
    for (let k = 0; k < options.length; k++)
      if (!areDisjoint(existing(firsts[i]), existing(firsts[k]))) sum += measures[k] ?? 0;
    if (sum > most) most = sum;
  }
  return most;
}

/** What is next where the tree begins, whatever comes after it. */
function firstOrAny(tree: TextTree): CodePoints {
  return matchLengths(tree).least === 0 ? ANYTHING : firstOf([tree]);
}

function mayBeEmpty(parts: readonly TextTree[], from: number): boolean {
  for (let i = from; i < parts.length; i++) if (matchLengths(existing(parts[i])).least > 0) return false;
  return true;
}

/** The characters that can be next where the parts begin, from one of them on. */
export function firstOf(parts: readonly TextTree[], from: number = 0): CodePoints {
  const bounds = newList<number>();
  for (let i = from; i < parts.length && addFirst(existing(parts[i]), bounds); i++);
  return codePointsOf(bounds);
}

/** How large a tree is, for what takes time with it: its nodes, and how deep they are within each other. */
export function extentOf(tree: TextTree): { readonly nodes: number; readonly depth: number } {
  switch (tree.kind) {
    case "set":
    case "place":
      return { nodes: 1, depth: 1 };
    case "repeat": {
      const { nodes, depth } = extentOf(tree.part);
      return { nodes: nodes + 1, depth: depth + 1 };
    }
    default: {
      let nodes = 1;
      let depth = 0;
      mapList(tree.kind === "sequence" ? tree.parts : tree.options, (part) => {
        const inner = extentOf(part);
        nodes += inner.nodes;
        if (inner.depth > depth) depth = inner.depth;
      });
      return { nodes, depth: depth + 1 };
    }
  }
}

/** Answers whether what comes after the tree can be next, too. */
function addFirst(tree: TextTree, bounds: number[]): boolean {
  switch (tree.kind) {
    case "set":
      mapList(tree.set, (bound) => (bounds[bounds.length] = bound));
      return false;
    case "place":
      return tree.place !== "end";
    case "sequence":
      for (let i = 0; i < tree.parts.length; i++)
        if (!addFirst(existing(tree.parts[i]), bounds)) return false;
      return true;
    case "choice": {
      let passes = false;
      mapList(tree.options, (option) => (passes = addFirst(option, bounds) || passes));
      return passes;
    }
    case "repeat":
      return addFirst(tree.part, bounds) || tree.least === 0;
  }
}
