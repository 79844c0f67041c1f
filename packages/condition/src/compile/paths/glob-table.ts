import {
  append,
  charCodeAt,
  every,
  existing,
  Int32Of,
  MapOf,
  mapGet,
  mapSet,
  newList,
  slice,
} from "@gatehouse-hooks/json/intrinsics";
import type { Instruction } from "../patterns/program.js";
import { isWild } from "./path-alternative.js";
import { type PathProgram, unionProgram } from "./path-program.js";
import { longestPath } from "./spelled-globs.js";
import { type StepperState, Stepper } from "./stepper.js";

/** What stands between the globs in the value of an atom. */
const BETWEEN = "\0";
const ASCII = 0x80;
const BACKSLASH = 0x5c;

/**
 * The value of an atom that asks whether a path may touch one of these globs.
 *
 * @param begins only what they begin with counts, as it does where one of them is not ASCII
 */
export function globsValue(sources: readonly string[], begins: boolean): string {
  const isWhole = !begins && every(sources, (source) => plainEnd(source, false) === source.length);
  let value = "";
  for (let i = 0; i < sources.length; i++) {
    const source = existing(sources[i]);
    const glob = isWhole ? source : `${slice(source, 0, plainEnd(source, true))}**`;
    value += i === 0 ? glob : BETWEEN + glob;
  }
  return value;
}

/** Where the text has a character that is not ASCII, or one of a glob. */
function plainEnd(source: string, isLiteral: boolean): number {
  for (let at = 0; at < source.length; at++) {
    const code = charCodeAt(source, at);
    if (code === 0 || code >= ASCII || (isLiteral && (isWild(code) || code === BACKSLASH))) return at;
  }
  return source.length;
}

function globsOf(value: string): readonly string[] {
  const sources = newList<string>();
  for (let from = 0, at = 0; at <= value.length; at++) {
    if (at < value.length && charCodeAt(value, at) !== 0) continue;
    sources[sources.length] = slice(value, from, at);
    from = at + 1;
  }
  return sources;
}

/** Instructions of one table; steps that it takes for one text that it has not taken before, and that it may save up. */
const MOST_INSTRUCTIONS = 32_768;
const NEW_STEPS = { each: 4, most: 2_048 } as const;

/** The lists of globs that a path may touch: one that ends, and one of which only the beginning is known. */
interface Touched {
  readonly ended: readonly number[];
  readonly begun: readonly number[];
}

/**
 * Many lists of globs at once: which of them a path may touch (SPEC, "Paths"), as far as its text says. A text is walked through once,
 * whatever the number of globs.
 *
 * INVARIANT: what `touches` holds for is found, whatever `tree` and `folds` of the fact are.
 */
export class GlobTable {
  readonly #all: readonly number[];
  readonly #stepper: Stepper | null;
  /** By instruction: the list that it is of, and whether a path that ends there touches it. */
  readonly #owners: readonly number[];
  readonly #ends: readonly boolean[];
  readonly #touched = new MapOf<number, Touched>();
  #kept = 0;
  #newSteps: number = NEW_STEPS.most;
  /** Units of a path that all of the lists are compared with. */
  readonly #longest: number;

  /** @param lists values of atoms whose operator is `touches` */
  constructor(lists: readonly string[]) {
    const all: number[] = [];
    const parts: Parts = { instructions: newList(), owners: newList(), ends: newList(), starts: newList() };
    let longest = Infinity;
    for (let i = 0; i < lists.length; i++) {
      append(all, i);
      const sources = globsOf(existing(lists[i]));
      let units = 0;
      for (let k = 0; k < sources.length; k++) units += existing(sources[k]).length;
      if (longestPath(units) < longest) longest = longestPath(units);
      if (parts.instructions.length <= MOST_INSTRUCTIONS) addList(parts, unionProgram(sources, false), i);
    }
    this.#all = all;
    this.#longest = longest;
    this.#owners = parts.owners;
    this.#ends = parts.ends;
    const { instructions, starts } = parts;
    const start = instructions.length;
    instructions[start] = { kind: "split", to: starts };
    const isSmall = start <= MOST_INSTRUCTIONS;
    this.#stepper = isSmall
      ? new Stepper({ instructions, start, end: 0, chains: 0, places: true }, true)
      : null;
  }

  /** The lists of which the path may touch a glob, by index; all of them where that is not seen. */
  find(text: string): readonly number[] {
    const stepper = this.#stepper;
    if (stepper === null || text.length > this.#longest) return this.#all;
    const before = stepper.made;
    const found = this.#found(stepper, text, before + this.#newSteps);
    const left = this.#newSteps - (stepper.made - before) + NEW_STEPS.each;
    this.#newSteps = left > NEW_STEPS.most ? NEW_STEPS.most : left;
    return found;
  }

  /** @param most steps that the stepper may have taken by then */
  #found(stepper: Stepper, text: string, most: number): readonly number[] {
    let before = stepper.start;
    let state = before;
    for (let at = 0; at < text.length; at++) {
      let code = charCodeAt(text, at);
      if (isWild(code)) return this.#of(state).begun;
      if (code === BACKSLASH) {
        if (++at === text.length) return this.#of(state).begun;
        code = charCodeAt(text, at);
      }
      // What is not ASCII may become one character with the one in front of it.
      if (code >= ASCII) return this.#of(before).begun;
      if (stepper.made > most) return this.#all;
      before = state;
      state = stepper.next(state, code);
      if (state.at.length === 0) return NO_LISTS;
    }
    // Of all paths only the root ends with a slash: what is named below it goes on there.
    return text === "/" ? this.#of(state).begun : this.#of(state).ended;
  }

  #of(state: StepperState): Touched {
    const known = mapGet(this.#touched, state.id);
    if (known !== undefined) return known;
    const begun: number[] = [];
    const ended: number[] = [];
    const seen = new Int32Of(this.#all.length);
    for (let i = 0; i < state.at.length; i++) {
      const place = state.at[i] ?? 0;
      const owner = this.#owners[place] ?? 0;
      const bits = seen[owner] ?? 0;
      const ends = this.#ends[place] === true;
      if ((bits & 1) === 0) append(begun, owner);
      if (ends && (bits & 2) === 0) append(ended, owner);
      seen[owner] = bits | (ends ? 3 : 1);
    }
    const touched = { begun, ended };
    // The stepper forgets states, too.
    if (this.#kept++ < NEW_STEPS.most) mapSet(this.#touched, state.id, touched);
    return touched;
  }
}

const NO_LISTS: readonly number[] = [];

/** The programs of the lists behind each other. */
interface Parts {
  readonly instructions: Instruction[];
  readonly owners: number[];
  readonly ends: boolean[];
  readonly starts: number[];
}

function addList({ instructions, owners, ends, starts }: Parts, program: PathProgram, owner: number): void {
  const from = instructions.length;
  for (let i = 0; i < program.instructions.length; i++) {
    const one = existing(program.instructions[i]);
    instructions[from + i] = moved(one, from);
    owners[from + i] = owner;
    ends[from + i] = one.kind === "match";
  }
  starts[starts.length] = from + program.start;
  markBeginnings(program, from, ends);
}

function moved(instruction: Instruction, by: number): Instruction {
  if (instruction.kind === "match") return instruction;
  if (instruction.kind !== "split") return { ...instruction, next: instruction.next + by };
  const to = newList<number>();
  for (let i = 0; i < instruction.to.length; i++) to[i] = (instruction.to[i] ?? 0) + by;
  return { kind: "split", to };
}

/** Everything below a folder belongs to a tree: it touches what is named below it. So a path may end where a glob has only begun. */
function markBeginnings({ instructions, start }: PathProgram, from: number, ends: boolean[]): void {
  const first = existing(instructions[start]);
  const options = first.kind === "split" ? first.to : newList<number>();
  for (let i = 0; i < options.length; i++) {
    let at = options[i] ?? 0;
    for (;;) {
      const one = existing(instructions[at]);
      if (one.kind === "set" && one.set.length === 2 && one.set[0] === one.set[1]) ends[from + at] = true;
      else if (one.kind !== "place") break;
      at = one.next;
    }
  }
}
