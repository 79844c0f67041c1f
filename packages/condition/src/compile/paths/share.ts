import { floor, Int32Of, newList } from "@gatehouse-hooks/json/intrinsics";
import { areDisjoint } from "../patterns/code-points.js";
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
