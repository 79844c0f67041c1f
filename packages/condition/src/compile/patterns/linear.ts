import { mapList, part as partOf, existing } from "@gatehouse-hooks/json/intrinsics";
import { areDisjoint } from "./code-points.js";
import type { CodePoints } from "./code-points.js";
import { sequenceParts } from "./simplify-tree.js";
import { nothing } from "./text-tree.js";
import type { TextTree } from "./text-tree.js";
import { extentOf, firstOf, matchLengths, waysAt, workOf } from "./tree-measures.js";

/** Steps of the search for one character of a string, in the worst case. */
const MOST_STEPS = 24;
/** Steps of one start in a part that is not taken apart. */
const MOST_WORK = 400;
/** Steps from the start of the string, where a match may begin there alone. */
const MOST_ONCE = 10_000;
/** Nodes times the square of their depth: what is deep is measured again from each node above it. */
const MOST_LOOKS = 400_000;
/** Sequences that a tree is taken apart into. */
const MOST_SEQUENCES = 24;

/**
 * Whether a backtracking search for the tree, as JavaScript's regular expressions do it, is proven to take at most a few steps a
 * character, whatever the string.
 *
 * The tree is taken apart into sequences of runs and of parts whose length is bounded. A run is a repetition of one set.
 * The search is linear if in each sequence, for each run:
 *
 * 1. The run is guarded. At a bounded distance before it the sequence needs a character that is not in its set, or the start of the
 *    string. So the runs that are tried from two starts do not overlap, but for starts that are less than that distance
 *    apart: each character is in few runs.
 * 2. Where the run ends is known from the next character, because what comes next is not in its set: then only one of the places
 *    where the run may be left leads on. Or all that comes next is of bounded work, which is done at each of these places.
 *
 * A run of bounded length need not be guarded; then its length counts for each start.
 *
 * Of a tree that is too deep for its size nothing is proven, so that the proof itself takes a bounded time.
 */
export function isLinear(tree: TextTree): boolean {
  const { nodes, depth } = extentOf(tree);
  if (nodes * depth * depth > MOST_LOOKS) return false;
  const search: Search = { sequences: 0, steps: 0, once: 0, firsts: firstOf([tree]) };
  const start: State = { before: null, ways: 1, starts: 1, anchored: false, work: 0 };
  return follow(search, start, sequenceParts(tree));
}

interface Search {
  /** What a match may begin with. */
  readonly firsts: CodePoints;
  sequences: number;
  steps: number;
  /** Steps of one start alone. */
  once: number;
}

/** Parts of a sequence, the last first. */
interface Before {
  readonly part: TextTree;
  readonly before: Before | null;
}

/** What is known of a place in a sequence. */
interface State {
  /** What comes before, from the last run on. */
  readonly before: Before | null;
  /** How often the place is reached from one start. */
  readonly ways: number;
  /** From how many starts the same place in the string is reached. */
  readonly starts: number;
  /** From the start of the string only. */
  readonly anchored: boolean;
  /** Steps of one start up to here; `undefined` behind the first run, where they are counted at once. */
  readonly work: number | undefined;
}

function follow(search: Search, start: State, parts: readonly TextTree[]): boolean {
  let state = start;
  for (let i = 0; i < parts.length && isWithin(search); i++) {
    const part = existing(parts[i]);
    if (isRun(part)) {
      endBeginning(search, state);
      const next = afterRun(search, state, part, parts, i);
      if (next === undefined) return false;
      if (next === "done") break;
      state = next;
    } else if (workOf(part) <= MOST_WORK) state = afterPart(search, state, parts, i);
    else return takeApart(search, state, part, partOf(parts, i + 1));
  }
  endBeginning(search, state);
  return isWithin(search) && ++search.sequences <= MOST_SEQUENCES;
}

function isWithin({ steps, once }: Search): boolean {
  return steps <= MOST_STEPS && once <= MOST_ONCE;
}

/**
 * What is before the first run takes the steps of one start for each character, or the steps of all starts that a character is reached
 * from. These start with what a match may begin with, so they are as many as there are such characters in it, and the
 * character itself, which may be a start.
 */
function endBeginning(search: Search, { before, ways, work, anchored }: State): void {
  if (work === undefined || anchored) return;
  let starts = 1;
  for (let at = before; at !== null; at = at.before) starts += countIn(at.part, search.firsts);
  search.steps += work < ways * starts ? work : ways * starts;
}

/** The sets of a tree, repetitions written out, that have a character of the other set. */
function countIn(tree: TextTree, firsts: CodePoints): number {
  let count = 0;
  switch (tree.kind) {
    case "set":
      return areDisjoint(tree.set, firsts) ? 0 : 1;
    case "place":
      return 0;
    case "sequence":
      mapList(tree.parts, (part) => (count += countIn(part, firsts)));
      return count;
    case "choice":
      mapList(tree.options, (option) => (count += countIn(option, firsts)));
      return count;
    case "repeat":
      count = countIn(tree.part, firsts);
      return count === 0 ? 0 : count * tree.most;
  }
}

function afterPart(search: Search, state: State, parts: readonly TextTree[], at: number): State {
  const part = existing(parts[at]);
  const work = state.ways * workOf(part);
  if (state.anchored) search.once += work;
  else if (state.work === undefined) search.steps += work;
  const { least, most } = matchLengths(part);
  return {
    before: { part, before: state.before },
    ways: state.ways * waysAt(parts, at),
    starts: state.starts * (most - least + 1),
    anchored: state.anchored || (part.kind === "place" && part.place === "begin"),
    work: state.work === undefined || state.anchored ? state.work : state.work + work,
  };
}

type Run = Extract<TextTree, { kind: "repeat" }> & { readonly part: Extract<TextTree, { kind: "set" }> };

/** Repetitions of few turns are looked at like any part. */
function isRun(tree: TextTree): tree is Run {
  return tree.kind === "repeat" && tree.part.kind === "set" && tree.most > 4;
}

function afterRun(
  search: Search,
  state: State,
  run: Run,
  parts: readonly TextTree[],
  at: number,
): State | "done" | undefined {
  const { set } = run.part;
  const distance = state.anchored ? 1 : guardDistance(state.before, set);
  const guarded = distance < Infinity;
  /** Steps for a character, or for a start where that is the same. */
  const share = state.ways * (guarded ? (state.anchored ? 1 : state.starts * distance) : run.most);
  if (share === Infinity) return undefined;
  search.steps += share;
  const endIsKnown = run.least === run.most || areDisjoint(set, firstOf(parts, at + 1));
  if (!endIsKnown && guarded) {
    const work = workOf({ kind: "sequence", parts: partOf(parts, at + 1) });
    search.steps += share * work;
    return "done";
  }
  return {
    before: { part: run, before: null },
    ways: endIsKnown ? state.ways : state.ways * (run.most - run.least + 1),
    starts: guarded ? state.starts * distance : state.starts * (run.most - run.least + 1),
    anchored: state.anchored,
    work: undefined,
  };
}

/** A choice that has runs: each option with what comes next is a sequence. */
function takeApart(search: Search, state: State, part: TextTree, rest: readonly TextTree[]): boolean {
  const options =
    part.kind === "choice"
      ? part.options
      : part.kind === "repeat" && part.most === 1
        ? [part.part, nothing]
        : [];
  if (options.length === 0 || options.length > MOST_SEQUENCES) return false;
  for (let i = 0; i < options.length; i++) {
    const parts: TextTree = {
      kind: "sequence",
      parts: [existing(options[i]), { kind: "sequence", parts: rest }],
    };
    if (!follow(search, state, sequenceParts(parts))) return false;
  }
  return true;
}

/** How far before its end the parts need a character that is not in the set, or the start of the string. */
function guardDistance(before: Before | null, set: CodePoints): number {
  let distance = 0;
  for (let at = before; at !== null; at = at.before) {
    const found = guardIn(at.part, set);
    if (found < Infinity) return distance + found;
    distance += matchLengths(at.part).most;
  }
  return Infinity;
}

function guardIn(tree: TextTree, set: CodePoints): number {
  switch (tree.kind) {
    case "set":
      return areDisjoint(tree.set, set) ? 1 : Infinity;
    case "place":
      return tree.place === "begin" ? 1 : Infinity;
    case "sequence":
      return guardDistance(beforeEnd(tree.parts), set);
    case "choice": {
      let farthest = 0;
      mapList(tree.options, (option) => {
        const distance = guardIn(option, set);
        if (distance > farthest) farthest = distance;
      });
      return farthest === 0 ? Infinity : farthest;
    }
    case "repeat":
      return tree.least > 0 ? guardIn(tree.part, set) : Infinity;
  }
}

function beforeEnd(parts: readonly TextTree[]): Before | null {
  let before: Before | null = null;
  for (let i = 0; i < parts.length; i++) before = { part: existing(parts[i]), before };
  return before;
}
