import { foldRight, mapList, newList } from "@gatehouse-hooks/json/intrinsics";
import type { CodePoints } from "./code-points.js";
import type { TextPlace, TextTree } from "./text-tree.js";

/** One step of a program; `next` is the instruction that follows when it holds. */
export type Instruction =
  | {
      readonly kind: "set";
      readonly set: CodePoints;
      readonly next: number;
      /**
       * The repetition of one set that it is a turn of, and its rank there: each string that the rest of the program matches from
       * a turn of this repetition is matched from every turn of a higher rank. -1 where it is not such a turn.
       */
      readonly chain: number;
      readonly rank: number;
    }
  | { readonly kind: "place"; readonly place: TextPlace; readonly next: number }
  | { readonly kind: "split"; readonly to: readonly number[] }
  | { readonly kind: "match" };

/** A tree as a list of instructions, its repetitions written out: the last one is the start, the first one the end. */
export interface Program {
  readonly instructions: readonly Instruction[];
  readonly start: number;
  /** How many repetitions of one set there are. */
  readonly chains: number;
}

export function programOf(tree: TextTree): Program {
  const writer: Writer = { instructions: newList(), chains: 0 };
  const match = write(writer, { kind: "match" });
  const start = writeTree(writer, tree, match);
  return { instructions: writer.instructions, start, chains: writer.chains };
}

interface Writer {
  readonly instructions: Instruction[];
  chains: number;
}

function write({ instructions }: Writer, instruction: Instruction): number {
  const at = instructions.length;
  instructions[at] = instruction;
  return at;
}

/** Writes what comes last first; answers where to start. */
function writeTree(writer: Writer, tree: TextTree, next: number): number {
  switch (tree.kind) {
    case "set":
      return write(writer, { kind: "set", set: tree.set, next, chain: -1, rank: 0 });
    case "place":
      return write(writer, { kind: "place", place: tree.place, next });
    case "sequence":
      return foldRight(tree.parts, next, (after, part) => writeTree(writer, part, after));
    case "choice":
      return write(writer, {
        kind: "split",
        to: mapList(tree.options, (option) => writeTree(writer, option, next)),
      });
    case "repeat":
      return writeRepeat(writer, tree, next);
  }
}

function writeRepeat(
  writer: Writer,
  { part, least, most }: Extract<TextTree, { kind: "repeat" }>,
  next: number,
): number {
  const chain = writer.chains++;
  /** One turn. Whether there is one for the repetition to be a chain: else it is any tree. */
  const turn = (after: number, inChain: boolean, rank: number): number =>
    part.kind === "set" && inChain
      ? write(writer, { kind: "set", set: part.set, next: after, chain, rank })
      : writeTree(writer, part, after);
  let at = next;
  if (most === Infinity) {
    // The split is written when its turn is known, in the place that is kept for it.
    const loop = write(writer, { kind: "match" });
    const again = turn(loop, true, least);
    writer.instructions[loop] = { kind: "split", to: [again, next] };
    at = loop;
  } else {
    for (let left = 1; left <= most - least; left++)
      at = write(writer, { kind: "split", to: [turn(at, true, left), next] });
  }
  for (let turns = least - 1; turns >= 0; turns--) at = turn(at, most === Infinity, turns);
  return at;
}
