import { codePointAt, floor, Int32Of, newList } from "@gatehouse-hooks/json/intrinsics";
import { areDisjoint, contains } from "../patterns/code-points.js";
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

/** What a program has read so far: the instructions that it may be at. */
export class Reading {
  readonly #program: PathProgram;
  #at: readonly number[];

  constructor(program: PathProgram) {
    this.#program = program;
    const start = newList<number>();
    start[0] = program.start;
    this.#at = closure(program, start);
  }

  /** May the program end here? */
  get ends(): boolean {
    const { instructions } = this.#program;
    for (let i = 0; i < this.#at.length; i++)
      if ((instructions[this.#at[i] as number] as Instruction).kind === "match") return true;
    return false;
  }

  /** Reads a character; false when no string of the program goes on so. */
  read(code: number): boolean {
    const { instructions } = this.#program;
    const next = newList<number>();
    for (let i = 0; i < this.#at.length; i++) {
      const instruction = instructions[this.#at[i] as number] as Instruction;
      if (instruction.kind === "set" && contains(instruction.set, code)) next[next.length] = instruction.next;
    }
    this.#at = closure(this.#program, next);
    return this.#at.length > 0;
  }
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

const SLASH = 0x2f;

/** Whether a path of the program is the folder itself, or one above it. */
export function containsFolder(program: PathProgram, folder: string): boolean {
  const reading = new Reading(program);
  let before = 0;
  for (let at = 0; at < folder.length; at++) {
    const code = codePointAt(folder, at) as number;
    if ((code === SLASH || before === SLASH) && reading.ends) return true;
    if (!reading.read(code)) return false;
    if (code > 0xffff) at++;
    before = code;
  }
  return reading.ends;
}
