import {
  floor,
  Int32Of,
  MapOf,
  mapGet,
  mapHas,
  mapSet,
  newList,
  setAdd,
  setHas,
  SetOf,
  existing,
} from "@gatehouse-hooks/json/intrinsics";
import { areDisjoint, type CodePoints, contains, countOf } from "../patterns/code-points.js";
import { charactersOf, closure, type PathProgram } from "./path-program.js";
import { after, ends, startOf } from "./stepper.js";

/** Whether a string is of both programs: a walk over the pairs of their instructions, each at most once. */
export function share(left: PathProgram, right: PathProgram): boolean {
  const width = right.instructions.length;
  const seen = new Int32Of(floor((left.instructions.length * width) / 32) + 1);
  const open = newList<number>();
  // Setting the length of a list takes longer than all else here.
  let top = 0;
  const reach = (a: number, b: number): void => {
    const pair = a * width + b;
    const bit = 1 << (pair & 31);
    const word = seen[pair >> 5] ?? 0;
    if ((word & bit) !== 0) return;
    seen[pair >> 5] = word | bit;
    open[top++] = pair;
  };
  reach(left.start, right.start);
  while (top > 0) {
    const pair = open[--top] ?? 0;
    const a = floor(pair / width);
    const b = pair - a * width;
    const one = existing(left.instructions[a]);
    const other = existing(right.instructions[b]);
    if (one.kind === "split") for (let i = 0; i < one.to.length; i++) reach(one.to[i] ?? 0, b);
    else if (one.kind === "place") reach(one.next, b);
    else if (other.kind === "split") for (let i = 0; i < other.to.length; i++) reach(a, other.to[i] ?? 0);
    else if (other.kind === "place") reach(a, other.next);
    else if (one.kind === "match" || other.kind === "match") {
      if (one.kind === other.kind) return true;
    } else if (!areDisjoint(one.set, other.set)) reach(one.next, other.next);
  }
  return false;
}

/**
 * What is known of the name that is being read. A name is what the right side has between two slashes that it spells; what is asked is
 * whether each of them that has a letter or digit is spelled by the left side, too (SPEC, "Levels").
 */
const START = 0;
/** The left side has spelled the dot in front, and nothing else. */
const DOT = 1;
const DOT_WANTED = 2;
/** Nothing is wanted yet. */
const NAME = 3;
/** The right side has spelled a letter or digit, and the left side none with it. */
const WANTED = 4;
/** Both have. */
const MET = 5;
const KINDS = 6;

/**
 * Whether a string is of both programs, each name of the right one spelled by the left one: a walk over the pairs of their
 * instructions with what is known of the name, each at most once.
 */
export function shareNamed(left: PathProgram, right: PathProgram): boolean {
  const width = right.instructions.length * KINDS;
  const seen = new Int32Of(floor((left.instructions.length * width) / 32) + 1);
  const open = newList<number>();
  // Setting the length of a list takes longer than all else here.
  let top = 0;
  const reach = (a: number, b: number, kind: number): void => {
    const place = a * width + b * KINDS + kind;
    const bit = 1 << (place & 31);
    const word = seen[place >> 5] ?? 0;
    if ((word & bit) !== 0) return;
    seen[place >> 5] = word | bit;
    open[top++] = place;
  };
  reach(left.start, right.start, START);
  while (top > 0) {
    const place = open[--top] ?? 0;
    const a = floor(place / width);
    const b = floor((place - a * width) / KINDS);
    const kind = place - a * width - b * KINDS;
    const one = existing(left.instructions[a]);
    const other = existing(right.instructions[b]);
    if (one.kind === "split") for (let i = 0; i < one.to.length; i++) reach(one.to[i] ?? 0, b, kind);
    else if (one.kind === "place") reach(one.next, b, kind);
    else if (other.kind === "split")
      for (let i = 0; i < other.to.length; i++) reach(a, other.to[i] ?? 0, kind);
    else if (other.kind === "place") reach(a, other.next, kind);
    else if (one.kind === "match" || other.kind === "match") {
      if (one.kind === other.kind && kind !== WANTED) return true;
    } else if (!areDisjoint(one.set, other.set)) {
      const next = kindAfter(kind, one.set, other.set);
      if (next !== undefined) reach(one.next, other.next, next);
    }
  }
  return false;
}

/** What is known after a character of both sets; nothing where a name ends that the left side has not spelled. */
function kindAfter(kind: number, left: CodePoints, right: CodePoints): number | undefined {
  if (isOnly(right, SLASH)) return kind === WANTED ? undefined : START;
  if (kind === MET) return MET;
  const isSpelled = isSmall(left);
  if (isSmall(right) && hasLetter(right)) {
    if (isSpelled) return MET;
    return kind === DOT || kind === DOT_WANTED ? DOT_WANTED : WANTED;
  }
  if (kind === START) return isOnly(left, FULL_STOP) && isOnly(right, FULL_STOP) ? DOT : NAME;
  if (!isSpelled) return kind;
  return kind === DOT ? NAME : kind === DOT_WANTED ? WANTED : kind;
}

const SLASH = 0x2f;
const FULL_STOP = 0x2e;
/** A class of so many characters is as good as spelled. */
const MOST_SPELLED = 8;

function isOnly(set: CodePoints, code: number): boolean {
  return set.length === 2 && set[0] === code && set[1] === code;
}

function isSmall(set: CodePoints): boolean {
  return set.length > 0 && countOf(set, MOST_SPELLED + 1) <= MOST_SPELLED;
}

/** Is one of a few characters a letter or digit, or not ASCII? */
function hasLetter(set: CodePoints): boolean {
  for (let i = 0; i < set.length; i += 2)
    for (let code = set[i] ?? 0; code <= (set[i + 1] ?? 0); code++)
      if (code >= 0x80 || (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a))
        return true;
  return false;
}

/** How many pairs are looked at for each instruction of the smaller set. Beyond that inclusion is not shown. */
const PAIRS_EACH = 8;

/** The places of the larger program that a string read so far may have led to. */
interface States {
  readonly at: readonly number[];
  readonly id: number;
}

/**
 * Whether every string of the one program is of the other: true only where a walk over the one's instructions, each with all places
 * that the other may be at, shows it. Exact unless the walk is cut off.
 */
export function isIncluded(smaller: PathProgram, larger: PathProgram): boolean {
  const most = PAIRS_EACH * smaller.instructions.length;
  const known = new MapOf<string, States>();
  const seen = new MapOf<string, true>();
  let ids = 0;
  const open = newList<readonly [at: number, states: States]>();
  const statesOf = (at: readonly number[]): States => {
    let key = "";
    for (let i = 0; i < at.length; i++) key += `${at[i] ?? 0},`;
    const old = mapGet(known, key);
    if (old !== undefined) return old;
    const states: States = { at, id: ids++ };
    mapSet(known, key, states);
    return states;
  };
  let count = 0;
  const reach = (at: number, states: States): void => {
    const from = newList<number>();
    from[0] = at;
    const reached = closure(smaller, from);
    for (let i = 0; i < reached.length; i++) {
      const key = `${reached[i] ?? 0} ${states.id}`;
      if (mapHas(seen, key)) continue;
      mapSet(seen, key, true);
      count++;
      open[open.length] = [reached[i] ?? 0, states];
    }
  };
  reach(smaller.start, statesOf(sorted(startOf(larger))));
  while (open.length > 0) {
    if (count > most) return false;
    // INVARIANT: the list is not empty.
    const pair = existing(open[open.length - 1]);
    open.length--;
    const states = pair[1];
    const instruction = existing(smaller.instructions[pair[0]]);
    if (instruction.kind === "match") {
      if (!ends(larger, states.at)) return false;
    } else if (instruction.kind === "set") {
      const samples = samplesOf(instruction.set, larger, states.at);
      for (let i = 0; i < samples.length; i++) {
        const next = sorted(after(larger, states.at, charactersOf(samples[i] ?? 0, false)));
        if (next.length === 0) return false;
        reach(instruction.next, statesOf(next));
      }
    }
  }
  return true;
}

/** A short string of the program, as code points; `null` where it has none. */
export function anyPathOf({ instructions, start }: PathProgram): readonly number[] | null {
  const seen = new Int32Of(instructions.length);
  const open = newList<{ readonly at: number; readonly read: Read | null }>();
  open[0] = { at: start, read: null };
  for (let i = 0; i < open.length; i++) {
    const { at, read } = existing(open[i]);
    const instruction = existing(instructions[at]);
    if (instruction.kind === "match") return codesOf(read);
    if (seen[at] === 1) continue;
    seen[at] = 1;
    if (instruction.kind === "split")
      for (let k = 0; k < instruction.to.length; k++)
        open[open.length] = { at: instruction.to[k] ?? 0, read };
    else if (instruction.kind === "place") open[open.length] = { at: instruction.next, read };
    else if (instruction.set.length > 0)
      open[open.length] = { at: instruction.next, read: { code: instruction.set[0] ?? 0, before: read } };
  }
  return null;
}

/** The last character of a string, and what is before it. */
interface Read {
  readonly code: number;
  readonly before: Read | null;
}

function codesOf(last: Read | null): readonly number[] {
  let count = 0;
  for (let read = last; read !== null; read = read.before) count++;
  const codes = newList<number>();
  for (let i = 0; i < count; i++) codes[i] = 0;
  for (let read = last; read !== null; read = read.before) codes[--count] = read.code;
  return codes;
}

/** One character for each part of the set that the sets of these places tell apart: the first of each. */
function samplesOf(set: CodePoints, program: PathProgram, at: readonly number[]): readonly number[] {
  const samples = newList<number>();
  const known = new SetOf<number>();
  const add = (code: number): void => {
    if (setHas(known, code) || !contains(set, code)) return;
    setAdd(known, code);
    samples[samples.length] = code;
  };
  for (let i = 0; i < set.length; i += 2) add(set[i] ?? 0);
  for (let i = 0; i < at.length; i++) {
    const instruction = existing(program.instructions[at[i] as number]);
    if (instruction.kind !== "set") continue;
    for (let k = 0; k < instruction.set.length; k += 2) {
      add(instruction.set[k] ?? 0);
      add((instruction.set[k + 1] ?? 0) + 1);
    }
  }
  return samples;
}

/** Insertion sort: the lists are short. */
function sorted(list: readonly number[]): readonly number[] {
  const all = newList<number>();
  for (let i = 0; i < list.length; i++) {
    const value = list[i] ?? 0;
    let at = all.length;
    for (; at > 0 && (all[at - 1] ?? 0) > value; at--) all[at] = all[at - 1] ?? 0;
    all[at] = value;
  }
  return all;
}
