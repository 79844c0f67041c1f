import {
  charCodeAt,
  codePointAt,
  Float64Of,
  floor,
  fromCodePoint,
  Int32Of,
  MapOf,
  mapGet,
  mapSet,
  newList,
} from "@gatehouse-hooks/json/intrinsics";
import { CharacterClasses } from "./character-classes.js";
import { contains } from "./code-points.js";
import { BORDER, OTHER, holdsAt, holdsBefore, kindOf, lookedAt } from "./places.js";
import type { Kind } from "./places.js";
import { programOf } from "./program.js";
import type { Instruction, Program } from "./program.js";
import type { TextTree } from "./text-tree.js";

/** States that are kept at once. */
const MOST_STATES = 1_024;
/** Transitions that are kept at once. */
const MOST_TRANSITIONS = 16_384;
/** Instructions that are looked at to find all states. */
const MOST_WORK = 100_000;

/**
 * Transitions that are not to a state. A state is the place of its first transition, which is larger. It is negative where a test
 * could start anew.
 */
const UNKNOWN = 0;
const NEVER = 1;
const MATCHED = 2;
const FIRST_STATE = 3;

/**
 * A deterministic automaton of a tree, whose states are made when a string first leads to them: from then on a character costs one
 * look into a table. A state is what the program may be waiting for, all at once, so no string is read twice. When there are
 * too many states, they are all forgotten.
 */
export class Automaton {
  readonly #program: Program;
  readonly #classes: CharacterClasses;
  /** The transitions of a state: one a class, and one for the end of the string. */
  readonly #width: number;
  readonly #most: number;
  #table = new Int32Of(0);
  /** What each state waits for, and what is on its left. */
  #waits = newList<readonly number[]>();
  #lefts = newList<Kind>();
  #states = new MapOf<string, number>();
  /** Where a test starts, for each kind of what is on the left. */
  readonly #first = new Int32Of(OTHER + 1);
  #work = 0;
  /** What is gathered: instructions that wait for a character or a place, or are the end. */
  #list = newList<number>();
  /** For each instruction the round in which it was reached last. */
  readonly #seen: Float64Array;
  #round = 0;
  readonly #ranks: Int32Array;

  constructor(tree: TextTree) {
    this.#program = programOf(tree);
    const { instructions } = this.#program;
    this.#classes = new CharacterClasses(lookedAt(instructions));
    this.#width = this.#classes.samples.length + 1;
    const most = floor(MOST_TRANSITIONS / this.#width);
    this.#most = most < MOST_STATES ? most : MOST_STATES;
    this.#seen = new Float64Of(instructions.length);
    this.#ranks = new Int32Of(this.#program.chains);
  }

  /** Instructions, repetitions written out. */
  get size(): number {
    return this.#program.instructions.length;
  }

  /** Makes every state, unless they are too many: whether none will ever be made for a string. It is the same for equal trees. */
  complete(): boolean {
    for (let left = 0; left <= OTHER; left++) this.#start(left as Kind);
    for (let state = 0; state < this.#waits.length; state++) {
      for (let on = 0; on < this.#width; on++) {
        if (this.#work > MOST_WORK || this.#waits.length >= this.#most) return false;
        const at = FIRST_STATE + state * this.#width;
        if (this.#table[at + on] === UNKNOWN) this.#step(at, on);
      }
    }
    return true;
  }

  /** @param find where a match may begin, at or after a place, and -1 where none may; without it, anywhere */
  test(text: string, find?: (text: string, from: number) => number): boolean {
    const { ascii } = this.#classes;
    let at = find === undefined ? 0 : find(text, 0);
    if (at < 0) return false;
    let state = this.#startAt(text, at);
    if (state < FIRST_STATE) return state === MATCHED;
    let table = this.#table;
    for (; at < text.length; at++) {
      const unit = charCodeAt(text, at);
      let on: number;
      if (unit < 0x80) on = ascii[unit] as number;
      else {
        const code = codePointAt(text, at) as number;
        if (code > 0xffff) at++;
        on = this.#classes.of(code);
      }
      let next = table[state + on] as number;
      if (next >= FIRST_STATE) {
        state = next;
        continue;
      }
      if (next === UNKNOWN) {
        next = this.#step(state, on);
        table = this.#table;
      }
      if (next === MATCHED) return true;
      if (next === NEVER) return false;
      state = next < 0 ? -next : next;
      if (next > 0 || find === undefined) continue;
      // No match has begun: the next one may be far.
      const begin = find(text, at + 1);
      if (begin < 0) return false;
      // INVARIANT: where something has to be found the automaton does not start with an answer.
      state = this.#startAt(text, begin);
      table = this.#table;
      at = begin - 1;
    }
    const end = this.#width - 1;
    const last = table[state + end] as number;
    return (last === UNKNOWN ? this.#step(state, end) : last) === MATCHED;
  }

  #startAt(text: string, at: number): number {
    return this.#start(at === 0 ? BORDER : kindOf(charCodeAt(text, at - 1)));
  }

  #start(left: Kind): number {
    const known = this.#first[left] as number;
    if (known !== UNKNOWN) return known;
    this.#gather();
    this.#reach(this.#program.start, left);
    return (this.#first[left] = this.#stateOf(left));
  }

  /** Finds, and keeps, where a state goes on a class. */
  #step(state: number, on: number): number {
    const at = floor((state - FIRST_STATE) / this.#width);
    const states = this.#states;
    const next = this.#find(this.#waits[at] as readonly number[], this.#lefts[at] as Kind, on);
    // INVARIANT: a state that was forgotten meanwhile has no transitions.
    if (states === this.#states) this.#table[state + on] = next;
    return next;
  }

  #find(waits: readonly number[], left: Kind, on: number): number {
    const sample = this.#classes.samples[on];
    const right = kindOf(sample);
    this.#start(right);
    const ready = this.#pass(waits, left, right);
    this.#work += ready.length + 1;
    this.#gather();
    for (let i = 0; i < ready.length; i++) {
      const instruction = this.#at(ready[i] as number);
      if (instruction.kind === "match") return MATCHED;
      if (instruction.kind !== "set" || sample === undefined) continue;
      if (contains(instruction.set, sample)) this.#reach(instruction.next, right);
    }
    if (sample === undefined) return NEVER;
    this.#reach(this.#program.start, right);
    const state = this.#stateOf(right);
    return state >= FIRST_STATE && state === this.#first[right] ? -state : state;
  }

  /** What waits when the places on the right of which the next character is are passed. */
  #pass(waits: readonly number[], left: Kind, right: Kind): readonly number[] {
    const list = this.#gather();
    for (let i = 0; i < waits.length; i++) this.#add(waits[i] as number);
    for (let i = 0; i < list.length; i++) {
      const instruction = this.#at(list[i] as number);
      if (instruction.kind === "place" && holdsAt(instruction.place, left, right))
        this.#reach(instruction.next, left);
    }
    return list;
  }

  #at(at: number): Instruction {
    return this.#program.instructions[at] as Instruction;
  }

  #gather(): readonly number[] {
    this.#round++;
    return (this.#list = newList());
  }

  #add(at: number): void {
    if (this.#seen[at] === this.#round) return;
    this.#seen[at] = this.#round;
    this.#list[this.#list.length] = at;
  }

  /** Adds what waits for the next character, and is reachable without reading one. */
  #reach(from: number, left: Kind): void {
    const open = newList<number>();
    open[0] = from;
    let count = 1;
    while (count > 0) {
      const at = open[--count] as number;
      const instruction = this.#at(at);
      if (instruction.kind === "split") {
        if (this.#seen[at] === this.#round) continue;
        this.#seen[at] = this.#round;
        for (let i = 0; i < instruction.to.length; i++) open[count++] = instruction.to[i] as number;
      } else if (instruction.kind === "place") {
        const holds = holdsBefore(instruction.place, left);
        if (holds === undefined) this.#add(at);
        else if (holds) open[count++] = instruction.next;
      } else this.#add(at);
    }
  }

  /** The state of what is gathered. */
  #stateOf(left: Kind): number {
    const waits = this.#sorted();
    let looksLeft = false;
    let key = "";
    for (let i = 0; i < waits.length; i++) {
      const instruction = this.#at(waits[i] as number);
      if (instruction.kind === "match") return MATCHED;
      if (instruction.kind === "place") looksLeft = true;
      key += fromCodePoint(waits[i] as number);
    }
    if (waits.length === 0) return NEVER;
    const kept = looksLeft ? left : OTHER;
    key += fromCodePoint(kept);
    const known = mapGet(this.#states, key);
    if (known !== undefined) return known;
    if (this.#waits.length >= this.#most) this.#forget();
    const count = this.#waits.length;
    this.#makeRoom((count + 1) * this.#width + FIRST_STATE);
    this.#waits[count] = waits;
    this.#lefts[count] = kept;
    const state = count * this.#width + FIRST_STATE;
    mapSet(this.#states, key, state);
    return state;
  }

  #makeRoom(length: number): void {
    if (this.#table.length >= length) return;
    const table = new Int32Of(2 * length);
    for (let i = 0; i < this.#table.length; i++) table[i] = this.#table[i] as number;
    this.#table = table;
  }

  #forget(): void {
    this.#waits = newList();
    this.#lefts = newList();
    this.#states = new MapOf();
    this.#table = new Int32Of(0);
    for (let left = 0; left <= OTHER; left++) this.#first[left] = UNKNOWN;
  }

  /** What is gathered in one order, without the turns of a repetition that a turn of a higher rank makes needless. */
  #sorted(): readonly number[] {
    const list = this.#list;
    const ranks = this.#ranks;
    for (let i = 0; i < ranks.length; i++) ranks[i] = -1;
    for (let i = 0; i < list.length; i++) {
      const instruction = this.#at(list[i] as number);
      if (
        instruction.kind === "set" &&
        instruction.chain >= 0 &&
        instruction.rank > (ranks[instruction.chain] as number)
      )
        ranks[instruction.chain] = instruction.rank;
    }
    const sorted = newList<number>();
    for (let i = 0; i < list.length; i++) {
      const at = list[i] as number;
      const instruction = this.#at(at);
      if (
        instruction.kind === "set" &&
        instruction.chain >= 0 &&
        instruction.rank < (ranks[instruction.chain] as number)
      )
        continue;
      let to = sorted.length;
      for (; to > 0 && (sorted[to - 1] as number) > at; to--) sorted[to] = sorted[to - 1] as number;
      sorted[to] = at;
    }
    return sorted;
  }
}
