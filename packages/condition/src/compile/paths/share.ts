import { floor, Int32Of, newList } from "@gatehouse-hooks/json/intrinsics";
import { areDisjoint, type CodePoints, countOf } from "../patterns/code-points.js";
import type { Instruction } from "../patterns/program.js";
import type { PathProgram } from "./path-program.js";

/** Whether a string is of both programs: a walk over the pairs of their instructions, each at most once. */
export function share(left: PathProgram, right: PathProgram): boolean {
  const width = right.instructions.length;
  const seen = new Int32Of(floor((left.instructions.length * width) / 32) + 1);
  const open = newList<number>();
  const reach = (a: number, b: number): void => {
    const pair = a * width + b;
    const bit = 1 << (pair & 31);
    const word = seen[pair >> 5] as number;
    if ((word & bit) !== 0) return;
    seen[pair >> 5] = word | bit;
    open[open.length] = pair;
  };
  reach(left.start, right.start);
  while (open.length > 0) {
    const pair = open[open.length - 1] as number;
    open.length--;
    const a = floor(pair / width);
    const b = pair - a * width;
    const one = left.instructions[a] as Instruction;
    const other = right.instructions[b] as Instruction;
    if (one.kind === "split") for (let i = 0; i < one.to.length; i++) reach(one.to[i] as number, b);
    else if (one.kind === "place") reach(one.next, b);
    else if (other.kind === "split")
      for (let i = 0; i < other.to.length; i++) reach(a, other.to[i] as number);
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
  const reach = (a: number, b: number, kind: number): void => {
    const place = a * width + b * KINDS + kind;
    const bit = 1 << (place & 31);
    const word = seen[place >> 5] as number;
    if ((word & bit) !== 0) return;
    seen[place >> 5] = word | bit;
    open[open.length] = place;
  };
  reach(left.start, right.start, START);
  while (open.length > 0) {
    const place = open[open.length - 1] as number;
    open.length--;
    const a = floor(place / width);
    const b = floor((place - a * width) / KINDS);
    const kind = place - a * width - b * KINDS;
    const one = left.instructions[a] as Instruction;
    const other = right.instructions[b] as Instruction;
    if (one.kind === "split") for (let i = 0; i < one.to.length; i++) reach(one.to[i] as number, b, kind);
    else if (one.kind === "place") reach(one.next, b, kind);
    else if (other.kind === "split")
      for (let i = 0; i < other.to.length; i++) reach(a, other.to[i] as number, kind);
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
    for (let code = set[i] as number; code <= (set[i + 1] as number); code++)
      if (code >= 0x80 || (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a))
        return true;
  return false;
}

/** The instructions that read a character or end, each once, which these lead to without reading. */
export function closure({ instructions }: PathProgram, from: readonly number[]): readonly number[] {
  const seen = new Int32Of((instructions.length >> 5) + 1);
  const open = newList<number>();
  const reached = newList<number>();
  const reach = (at: number): void => {
    const bit = 1 << (at & 31);
    const word = seen[at >> 5] as number;
    if ((word & bit) !== 0) return;
    seen[at >> 5] = word | bit;
    open[open.length] = at;
  };
  for (let i = 0; i < from.length; i++) reach(from[i] as number);
  while (open.length > 0) {
    const at = open[open.length - 1] as number;
    open.length--;
    const instruction = instructions[at] as Instruction;
    if (instruction.kind === "split")
      for (let i = 0; i < instruction.to.length; i++) reach(instruction.to[i] as number);
    else if (instruction.kind === "place") reach(instruction.next);
    else reached[reached.length] = at;
  }
  return reached;
}
