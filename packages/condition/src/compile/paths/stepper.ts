import {
  charCodeAt,
  codePointAt,
  floor,
  MapOf,
  mapGet,
  mapSet,
  newList,
  existing,
} from "@gatehouse-hooks/json/intrinsics";
import { areDisjoint, type CodePoints } from "../patterns/code-points.js";
import { charactersOf, closure, type PathProgram } from "./path-program.js";

/** Steps that are kept; when there are more, all are forgotten. */
const MOST_STEPS = 4_096;
const CODE_POINTS = 0x110000;
const ASCII = 0x80;
/** ASCII characters that have their steps beside each other. */
const ROW = 32;

/** The places that a program may be at. */
export interface StepperState {
  readonly id: number;
  readonly at: readonly number[];
  readonly ends: boolean;
  /** The steps that were taken, by ASCII character: a row where one in it was. */
  readonly rows: ((StepperState | null)[] | null)[];
}

/** Reads strings through a program, each character at once for all places; what was read before takes one look. */
export class Stepper {
  readonly #program: PathProgram;
  readonly #folds: boolean;
  #steps = new MapOf<number, StepperState>();
  #states = new MapOf<string, StepperState>();
  #count = 0;
  #start: StepperState;
  /** Steps that were taken for the first time. */
  made = 0;

  constructor(program: PathProgram, folds: boolean) {
    this.#program = program;
    this.#folds = folds;
    this.#start = this.#state(startOf(program));
  }

  /** Is the string one of the program's? */
  matches(text: string): boolean {
    let state = this.#start;
    for (let at = 0; at < text.length; at++) {
      const code = codePointAt(text, at) ?? 0;
      state = this.next(state, code);
      if (state.at.length === 0) return false;
      if (code > 0xffff) at++;
    }
    return state.ends;
  }

  /** Where it is after so many characters of ASCII. */
  after(text: string, end: number): StepperState {
    let state = this.#start;
    for (let at = 0; at < end && state.at.length > 0; at++) state = this.next(state, charCodeAt(text, at));
    return state;
  }

  /** The same of a string of code points. */
  matchesCodes(codes: readonly number[]): boolean {
    let state = this.#start;
    for (let at = 0; at < codes.length && state.at.length > 0; at++) state = this.next(state, codes[at] ?? 0);
    return state.ends;
  }

  /** Is the folder, or one above it, one of the program's? */
  matchesFolder(folder: string): boolean {
    let state = this.#start;
    let before = 0;
    for (let at = 0; at < folder.length; at++) {
      const code = codePointAt(folder, at) ?? 0;
      if (state.ends && (code === SLASH || before === SLASH)) return true;
      state = this.next(state, code);
      if (state.at.length === 0) return false;
      if (code > 0xffff) at++;
      before = code;
    }
    return state.ends;
  }

  get start(): StepperState {
    return this.#start;
  }

  /** Where it may be after one more character. */
  next(state: StepperState, code: number): StepperState {
    const key = state.id * CODE_POINTS + code;
    const known = code < ASCII ? state.rows[floor(code / ROW)]?.[code % ROW] : mapGet(this.#steps, key);
    if (known !== undefined && known !== null) return known;
    if (this.#count >= MOST_STEPS) this.#forget();
    const next = this.#state(after(this.#program, state.at, charactersOf(code, this.#folds)));
    if (code >= ASCII) mapSet(this.#steps, key, next);
    else (state.rows[floor(code / ROW)] ??= nulls<StepperState>(ROW))[code % ROW] = next;
    this.#count++;
    this.made++;
    return next;
  }

  /** States that are held by a caller keep their places; their ids are never given again. */
  #forget(): void {
    this.#steps = new MapOf<number, StepperState>();
    this.#states = new MapOf<string, StepperState>();
    this.#count = 0;
    this.#start = this.#state(this.#start.at);
  }

  #ids = 0;

  #state(at: readonly number[]): StepperState {
    let key = "";
    for (let i = 0; i < at.length; i++) key += `${at[i] ?? 0},`;
    const known = mapGet(this.#states, key);
    if (known !== undefined) return known;
    const rows = nulls<(StepperState | null)[]>(ASCII / ROW);
    const state: StepperState = { id: this.#ids++, at, ends: ends(this.#program, at), rows };
    mapSet(this.#states, key, state);
    return state;
  }
}

const SLASH = 0x2f;

function nulls<T>(count: number): (T | null)[] {
  const list = newList<T | null>();
  for (let i = 0; i < count; i++) list[i] = null;
  return list;
}

/** Where a program begins. */
export function startOf(program: PathProgram): readonly number[] {
  const start = newList<number>();
  start[0] = program.start;
  return closure(program, start);
}

/** May the program end at one of these places? */
export function ends({ instructions }: PathProgram, at: readonly number[]): boolean {
  for (let i = 0; i < at.length; i++)
    if (existing(instructions[at[i] as number]).kind === "match") return true;
  return false;
}

/** Where the program may be after one of these characters. */
export function after(
  program: PathProgram,
  at: readonly number[],
  characters: CodePoints,
): readonly number[] {
  const next = newList<number>();
  for (let i = 0; i < at.length; i++) {
    const instruction = existing(program.instructions[at[i] as number]);
    if (instruction.kind === "set" && !areDisjoint(instruction.set, characters))
      next[next.length] = instruction.next;
  }
  return closure(program, next);
}
