import { codePointAt, Float64Of, Uint16Of } from "@gatehouse-hooks/json/intrinsics";
import { foldRight, mapList, newList } from "@gatehouse-hooks/json/intrinsics";
import { limits } from "../limits.js";
import type { Pattern, PatternResult } from "./pattern.js";
import { contains } from "./patterns/code-points.js";
import type { CodePoints } from "./patterns/code-points.js";
import { BadGlob, readGlob } from "./patterns/read-glob.js";
import { requiredLiterals } from "./patterns/required-literals.js";
import type { TextTree } from "./patterns/text-tree.js";

/**
 * Globs (SPEC, "Globs") as a small automaton: the set of states after each character is computed at once, so the time
 * is linear in the text whatever the pattern.
 */
type Instruction =
  | { readonly kind: "set"; readonly set: CodePoints; readonly next: number }
  | { readonly kind: "split"; readonly to: readonly number[] }
  | { readonly kind: "match" };

/** Compiles a glob. The whole text must match. */
export function compileGlob(source: string): PatternResult {
  if (source.length > limits.patternLength)
    return { problem: `longer than ${limits.patternLength} characters` };
  try {
    const tree = readGlob(source);
    const program = newList<Instruction>();
    emit(program, { kind: "match" });
    const start = emitTree(program, tree, 0);
    if (program.length > limits.patternSize) return { problem: "too large" };
    return {
      pattern: {
        ...patternOf(program, start, source.length),
        requires: () => requiredLiterals(readGlob(source)),
      },
    };
  } catch (error) {
    return { problem: error instanceof BadGlob ? error.message : "not a valid glob" };
  }
}

/** Emits the parts from the last to the first; answers where to start. */
function emitTree(program: Instruction[], tree: TextTree, next: number): number {
  switch (tree.kind) {
    case "place":
      return next;
    case "set":
      return emit(program, { kind: "set", set: tree.set, next });
    case "sequence":
      return foldRight(tree.parts, next, (after, part) => emitTree(program, part, after));
    case "choice":
      return emit(program, {
        kind: "split",
        to: mapList(tree.options, (option) => emitTree(program, option, next)),
      });
    case "repeat": {
      const loop = program.length;
      emit(program, { kind: "split", to: [loop + 1, next] });
      emitTree(program, tree.part, loop);
      return loop;
    }
  }
}

function emit(program: Instruction[], instruction: Instruction): number {
  const at = program.length;
  program[at] = instruction;
  return at;
}

function patternOf(program: readonly Instruction[], start: number, size: number): Pattern {
  // Typed arrays, made once: no setter of a prototype sees what is written to them.
  const length = program.length;
  let states = new Uint16Of(length);
  let reached = new Uint16Of(length);
  const open = new Uint16Of(length);
  /** For each instruction the step in which it was reached last. */
  const seen = new Float64Of(length);
  let step = 0;
  let count = 0;

  /** Adds to `reached` what waits for a character, or is the end, and is reachable from `from` without reading one. */
  const reach = (from: number): void => {
    if (seen[from] === step) return;
    seen[from] = step;
    let waiting = 0;
    for (let at = from; ; at = open[--waiting] as number) {
      const instruction = program[at] as Instruction;
      if (instruction.kind === "split") {
        const { to } = instruction;
        for (let i = 0; i < to.length; i++) {
          const next = to[i] as number;
          if (seen[next] === step) continue;
          seen[next] = step;
          open[waiting++] = next;
        }
      } else reached[count++] = at;
      if (waiting === 0) return;
    }
  };

  const test = (text: string): boolean => {
    step++;
    count = 0;
    reach(start);
    for (let i = 0; i < text.length && count > 0;) {
      const code = codePointAt(text, i) ?? 0;
      i += code > 0xffff ? 2 : 1;
      const before = reached;
      const many = count;
      reached = states;
      states = before;
      step++;
      count = 0;
      for (let k = 0; k < many; k++) {
        const instruction = program[before[k] as number] as Instruction;
        if (instruction.kind === "set" && contains(instruction.set, code)) reach(instruction.next);
      }
    }
    for (let k = 0; k < count; k++) if (reached[k] === 0) return true;
    return false;
  };
  return { size, test };
}
