import {
  charCodeAt,
  codePointAt,
  Float64Of,
  floor,
  fromCharCode,
  Int32Of,
  MapOf,
  mapGet,
  mapList,
  mapSet,
  newList,
  Uint16Of,
  existing,
} from "@gatehouse-hooks/json/intrinsics";
import { CharacterClasses } from "./character-classes.js";
import { contains } from "./code-points.js";
import { BORDER, EVERY_KIND, OTHER, holdsAt, holdsBefore, kindOf, lookedAt } from "./places.js";
import type { Kind } from "./places.js";
import { programOf } from "./program.js";
import type { Instruction, TextProgram } from "./program.js";
import type { TextTree } from "./text-tree.js";

/** States that are kept at once. */
const MOST_STATES = 1_024;
/** Transitions that are kept at once. */
const MOST_TRANSITIONS = 16_384;
/** Instructions that are looked at to find all states. */
const MOST_WORK = 100_000;
/** Instructions that are looked at to make states for one string before it is read without any: and for each character of it. */
const WORK_FOR_STATES = 20_000;
const WORK_A_CHARACTER = 8;

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
  readonly #program: TextProgram;
  readonly #classes: CharacterClasses;
  /** The transitions of a state: one a class, and one for the end of the string. */
  readonly #width: number;
  readonly #most: number;
  #table = new Int32Of(0);
  /** Its length, which a typed array asks its prototype for. */
  #room = 0;
  /** What each state waits for, and what is on its left. */
  #waits = newList<Uint16Array>();
  #counts = newList<number>();
  #lefts = newList<Kind>();
  #states = new MapOf<string, number>();
  /** Where a test starts, for each kind of what is on the left. */
  readonly #first = new Int32Of(OTHER + 1);
  #work = 0;
  /** What is gathered: instructions that wait for a character or a place, or are the end. */
  readonly #list: Uint16Array;
  #count = 0;
  /** What waits behind the places before the next character. */
  readonly #ready: Uint16Array;
  /** Instructions whose next ones are still to be gathered. */
  readonly #open: Uint16Array;
  /** For each instruction the round in which it was reached last. */
  readonly #seen: Float64Array;
  #round = 0;
  /** What is gathered, a bit for the number of each. */
  readonly #kept: Int32Array;
  readonly #words: number;
  readonly #ranks: Int32Array;

  constructor(tree: TextTree) {
    this.#program = programOf(tree);
    const { instructions } = this.#program;
    this.#classes = new CharacterClasses(lookedAt(instructions));
    this.#width = this.#classes.samples.length + 1;
    const most = floor(MOST_TRANSITIONS / this.#width);
    this.#most = most < MOST_STATES ? most : MOST_STATES;
    const { length } = instructions;
    this.#list = new Uint16Of(length);
    this.#ready = new Uint16Of(length);
    this.#words = (length >> 5) + 1;
    this.#kept = new Int32Of(this.#words);
    let splits = 1;
    mapList(
      instructions,
      (instruction) => (splits += instruction.kind === "split" ? instruction.to.length : 1),
    );
    this.#open = new Uint16Of(splits);
    this.#seen = new Float64Of(length);
    this.#ranks = new Int32Of(this.#program.chains);
  }

  /** Instructions, repetitions written out. */
  get size(): number {
    return this.#program.instructions.length;
  }

  /** Makes every state, unless they are too many: whether none will ever be made for a string. It is the same for equal trees. */
  complete(): boolean {
    mapList(EVERY_KIND, (left) => this.#start(left));
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
    const worth = this.#work + WORK_FOR_STATES;
    for (; at < text.length; at++) {
      const unit = charCodeAt(text, at);
      let on: number;
      if (unit < 0x80) on = ascii[unit] ?? 0;
      else {
        const code = codeAt(text, at);
        on = this.#classes.of(code);
        if (code > 0xffff) at++;
      }
      let next = table[state + on] ?? 0;
      if (next >= FIRST_STATE) {
        state = next;
        continue;
      }
      if (next === UNKNOWN) {
        if (this.#work > worth + at * WORK_A_CHARACTER) return this.#read(text, at, state, on);
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
    return this.#after(state, end) === MATCHED;
  }

  /** Where a state goes on a class; it is found where it is not known. */
  #after(state: number, on: number): number {
    const next = this.#table[state + on] ?? UNKNOWN;
    return next === UNKNOWN ? this.#step(state, on) : next;
  }

  /**
   * Reads on without states, where a string would need a new one for most of its characters.
   *
   * @param from where the character of the class is that comes next in the state, or its second half
   */
  #read(text: string, from: number, state: number, first: number): boolean {
    const index = floor((state - FIRST_STATE) / this.#width);
    let left = this.#lefts[index] ?? OTHER;
    let on = first;
    this.#take(index);
    for (let at = from; ;) {
      const right = kindOf(this.#classes.samples[on]);
      if (this.#follow(left, right, on)) return true;
      left = right;
      if (++at >= text.length) break;
      const code = codeAt(text, at);
      if (code > 0xffff) at++;
      on = code < 0x80 ? (this.#classes.ascii[code] ?? 0) : this.#classes.of(code);
    }
    return this.#follow(left, BORDER, this.#width - 1);
  }

  /** Gathers what waits behind a character of the class, or the end, from what is gathered. Answers whether a match is over. */
  #follow(left: Kind, right: Kind, on: number): boolean {
    const sample = this.#classes.samples[on];
    const many = this.#pass(left, right);
    this.#gather();
    for (let i = 0; i < many; i++) {
      const instruction = this.#at(this.#ready[i] ?? 0);
      if (instruction.kind === "match") return true;
      if (instruction.kind !== "set" || sample === undefined) continue;
      if (contains(instruction.set, sample)) this.#reach(instruction.next, right);
    }
    if (sample === undefined) return false;
    this.#reach(this.#program.start, right);
    return this.#seen[this.#program.end] === this.#round;
  }

  /** Gathers what a state waits for. */
  #take(index: number): void {
    this.#gather();
    const waits = existing(this.#waits[index]);
    const count = this.#counts[index] ?? 0;
    for (let i = 0; i < count; i++) this.#add(waits[i] ?? 0);
  }

  #startAt(text: string, at: number): number {
    return this.#start(at === 0 ? BORDER : kindOf(charCodeAt(text, at - 1)));
  }

  #start(left: Kind): number {
    const known = this.#first[left] ?? 0;
    if (known !== UNKNOWN) return known;
    this.#gather();
    this.#reach(this.#program.start, left);
    return (this.#first[left] = this.#stateOf(left));
  }

  /** Finds, and keeps, where a state goes on a class. */
  #step(state: number, on: number): number {
    const at = floor((state - FIRST_STATE) / this.#width);
    const states = this.#states;
    const next = this.#find(at, this.#lefts[at] ?? OTHER, on);
    // INVARIANT: a state that was forgotten meanwhile has no transitions.
    if (states === this.#states) this.#table[state + on] = next;
    return next;
  }

  #find(index: number, left: Kind, on: number): number {
    const right = kindOf(this.#classes.samples[on]);
    this.#start(right);
    this.#take(index);
    this.#work += this.#count + 1;
    const matched = this.#follow(left, right, on);
    this.#work += this.#count;
    if (matched) return MATCHED;
    if (on === this.#width - 1) return NEVER;
    const state = this.#stateOf(right);
    return state >= FIRST_STATE && state === this.#first[right] ? -state : state;
  }

  /** Passes the places that the next character is on the right of; answers how many instructions are ready then. */
  #pass(left: Kind, right: Kind): number {
    if (this.#program.places)
      for (let i = 0; i < this.#count; i++) {
        const instruction = this.#at(this.#list[i] ?? 0);
        if (instruction.kind === "place" && holdsAt(instruction.place, left, right))
          this.#reach(instruction.next, left);
      }
    for (let i = 0; i < this.#count; i++) this.#ready[i] = this.#list[i] ?? 0;
    return this.#count;
  }

  #at(at: number): Instruction {
    return existing(this.#program.instructions[at]);
  }

  #gather(): void {
    this.#round++;
    this.#count = 0;
  }

  /** Is it reached for the first time in this round? */
  #isNew(at: number): boolean {
    if (this.#seen[at] === this.#round) return false;
    this.#seen[at] = this.#round;
    return true;
  }

  #add(at: number): void {
    if (this.#isNew(at)) this.#list[this.#count++] = at;
  }

  /** Adds what waits for the next character, and is reachable without reading one. */
  #reach(from: number, left: Kind): void {
    const open = this.#open;
    open[0] = from;
    for (let count = 1; count > 0;) {
      const at = open[--count] ?? 0;
      if (!this.#isNew(at)) continue;
      const instruction = this.#at(at);
      if (instruction.kind === "split") {
        for (let i = 0; i < instruction.to.length; i++) open[count++] = instruction.to[i] ?? 0;
        continue;
      }
      const holds = instruction.kind === "place" ? holdsBefore(instruction.place, left) : undefined;
      if (holds === undefined) this.#list[this.#count++] = at;
      else if (holds && instruction.kind === "place") open[count++] = instruction.next;
    }
  }

  /** The state of what is gathered. */
  #stateOf(left: Kind): number {
    this.#sort();
    const list = this.#list;
    let looksLeft = false;
    let key = "";
    for (let i = 0; i < this.#count; i++) {
      const { kind } = this.#at(list[i] ?? 0);
      if (kind === "match") return MATCHED;
      if (kind === "place") looksLeft = true;
      key += fromCharCode(list[i] ?? 0);
    }
    if (this.#count === 0) return NEVER;
    const kept = looksLeft ? left : OTHER;
    key += fromCharCode(kept);
    const known = mapGet(this.#states, key);
    if (known !== undefined) return known;
    if (this.#waits.length >= this.#most) this.#forget();
    const count = this.#waits.length;
    this.#makeRoom((count + 1) * this.#width + FIRST_STATE);
    const waits = new Uint16Of(this.#count);
    for (let i = 0; i < this.#count; i++) waits[i] = list[i] ?? 0;
    this.#waits[count] = waits;
    this.#counts[count] = this.#count;
    this.#lefts[count] = kept;
    const state = count * this.#width + FIRST_STATE;
    mapSet(this.#states, key, state);
    return state;
  }

  #makeRoom(length: number): void {
    if (this.#room >= length) return;
    const table = new Int32Of(2 * length);
    for (let i = 0; i < this.#room; i++) table[i] = this.#table[i] ?? 0;
    this.#table = table;
    this.#room = 2 * length;
  }

  #keep(at: number): void {
    this.#kept[at >> 5] = (this.#kept[at >> 5] ?? 0) | (1 << (at & 31));
  }

  #forget(): void {
    this.#waits = newList();
    this.#lefts = newList();
    this.#states = new MapOf<string, number>();
    this.#table = new Int32Of(0);
    this.#room = 0;
    this.#counts = newList();
    for (let left = 0; left <= OTHER; left++) this.#first[left] = UNKNOWN;
  }

  /** Puts what is gathered in order, and drops the turns of a repetition that a turn of a higher rank makes needless. */
  #sort(): void {
    const list = this.#list;
    const ranks = this.#ranks;
    for (let i = 0; i < this.#program.chains; i++) ranks[i] = -1;
    for (let i = 0; i < this.#count; i++) {
      const instruction = this.#at(list[i] ?? 0);
      if (instruction.kind !== "set" || instruction.chain < 0) continue;
      if (instruction.rank > (ranks[instruction.chain] ?? 0)) ranks[instruction.chain] = instruction.rank;
    }
    for (let i = 0; i < this.#count; i++) {
      const at = list[i] ?? 0;
      const instruction = this.#at(at);
      const needless =
        instruction.kind === "set" &&
        instruction.chain >= 0 &&
        instruction.rank < (ranks[instruction.chain] ?? 0);
      if (!needless) this.#keep(at);
    }
    this.#count = 0;
    for (let word = 0; word < this.#words; word++) {
      let bits = this.#kept[word] ?? 0;
      this.#kept[word] = 0;
      for (let at = word << 5; bits !== 0; at++, bits >>>= 1) if (bits & 1) list[this.#count++] = at;
    }
  }
}

/** The character at a place before the end. */
function codeAt(text: string, at: number): number {
  return codePointAt(text, at) ?? 0;
}
