import {
  MapOf,
  mapGet,
  mapHas,
  mapSet,
  newList,
  setAdd,
  setHas,
  SetOf,
} from "@gatehouse-hooks/json/intrinsics";
import { type CodePoints, contains } from "../patterns/code-points.js";
import type { Instruction } from "../patterns/program.js";
import type { PathProgram } from "./path-program.js";
import { charactersOf } from "./other-case.js";
import { closure } from "./share.js";
import { after, ends, startOf } from "./stepper.js";

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
    for (let i = 0; i < at.length; i++) key += `${at[i] as number},`;
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
      const key = `${reached[i] as number} ${states.id}`;
      if (mapHas(seen, key)) continue;
      mapSet(seen, key, true);
      count++;
      open[open.length] = [reached[i] as number, states];
    }
  };
  reach(smaller.start, statesOf(sorted(startOf(larger))));
  while (open.length > 0) {
    if (count > most) return false;
    // INVARIANT: the list is not empty.
    const pair = open[open.length - 1] as readonly [number, States];
    open.length--;
    const states = pair[1];
    const instruction = smaller.instructions[pair[0]] as Instruction;
    if (instruction.kind === "match") {
      if (!ends(larger, states.at)) return false;
    } else if (instruction.kind === "set") {
      const samples = samplesOf(instruction.set, larger, states.at);
      for (let i = 0; i < samples.length; i++) {
        const next = sorted(after(larger, states.at, charactersOf(samples[i] as number, false)));
        if (next.length === 0) return false;
        reach(instruction.next, statesOf(next));
      }
    }
  }
  return true;
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
  for (let i = 0; i < set.length; i += 2) add(set[i] as number);
  for (let i = 0; i < at.length; i++) {
    const instruction = program.instructions[at[i] as number] as Instruction;
    if (instruction.kind !== "set") continue;
    for (let k = 0; k < instruction.set.length; k += 2) {
      add(instruction.set[k] as number);
      add((instruction.set[k + 1] as number) + 1);
    }
  }
  return samples;
}

/** Insertion sort: the lists are short. */
function sorted(list: readonly number[]): readonly number[] {
  const all = newList<number>();
  for (let i = 0; i < list.length; i++) {
    const value = list[i] as number;
    let at = all.length;
    for (; at > 0 && (all[at - 1] as number) > value; at--) all[at] = all[at - 1] as number;
    all[at] = value;
  }
  return all;
}
