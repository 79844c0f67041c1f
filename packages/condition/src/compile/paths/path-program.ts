import {
  codePointAt,
  fromCodePoint,
  Int32Of,
  mapList,
  newList,
  normalize,
  toLowerCase,
  toUpperCase,
  existing,
} from "@gatehouse-hooks/json/intrinsics";
import { type CodePoints, codePointsOf, countOf, LAST_CODE_POINT } from "../patterns/code-points.js";
import { type Instruction, programOf, type TextProgram } from "../patterns/program.js";
import { BadGlob, readGlob } from "../patterns/read-glob.js";
import { nothing, type TextTree } from "../patterns/text-tree.js";

/** A glob as a list of instructions; its ends, the only places in it, are at the ends of the string. */
export type PathProgram = TextProgram;

/** The program of one of several valid globs. */
export function unionProgram(sources: readonly string[], folds: boolean): PathProgram {
  const options = mapList(sources, (source) => readGlob(normal(source, folds)));
  return made({ kind: "choice", options }, folds);
}

/** The program of a path set; `null` when it is not a glob. */
export function pathProgram(path: string, folds: boolean): PathProgram | null {
  const tree = pathTree(normal(path, folds));
  return tree === null ? null : made(tree, folds);
}

/** The same with everything below each path. */
export function treeProgram(path: string, folds: boolean): PathProgram | null {
  const tree = pathTree(normal(path, folds));
  if (tree === null) return null;
  const options = newList<TextTree>();
  options[0] = nothing;
  options[1] = path === "/" ? ANYTHING : sequence(SLASH, ANYTHING);
  return made(sequence(tree, { kind: "choice", options }), folds);
}

const SLASH: TextTree = { kind: "set", set: codePointsOf([0x2f, 0x2f]) };
const ANYTHING: TextTree = {
  kind: "repeat",
  part: { kind: "set", set: codePointsOf([0, LAST_CODE_POINT]) },
  least: 0,
  most: Infinity,
};

function pathTree(path: string): TextTree | null {
  try {
    return readGlob(path);
  } catch (error) {
    if (error instanceof BadGlob) return null;
    throw error;
  }
}

function sequence(first: TextTree, second: TextTree): TextTree {
  const parts = newList<TextTree>();
  parts[0] = first;
  parts[1] = second;
  return { kind: "sequence", parts };
}

function normal(text: string, folds: boolean): string {
  return folds ? normalize(text, "NFC") : text;
}

function made(tree: TextTree, folds: boolean): PathProgram {
  const program = programOf(tree);
  if (!folds) return program;
  const instructions = mapList(program.instructions, (instruction): Instruction =>
    instruction.kind === "set" ? { ...instruction, set: withOtherCase(instruction.set) } : instruction,
  );
  return { ...program, instructions };
}

/** The instructions that read a character or end, each once, which these lead to without reading. */
export function closure({ instructions }: PathProgram, from: readonly number[]): readonly number[] {
  const seen = new Int32Of((instructions.length >> 5) + 1);
  const open = newList<number>();
  const reached = newList<number>();
  const reach = (at: number): void => {
    const bit = 1 << (at & 31);
    const word = seen[at >> 5] ?? 0;
    if ((word & bit) !== 0) return;
    seen[at >> 5] = word | bit;
    open[open.length] = at;
  };
  for (let i = 0; i < from.length; i++) reach(from[i] ?? 0);
  while (open.length > 0) {
    const at = open[open.length - 1] ?? 0;
    open.length--;
    const instruction = existing(instructions[at]);
    if (instruction.kind === "split")
      for (let i = 0; i < instruction.to.length; i++) reach(instruction.to[i] ?? 0);
    else if (instruction.kind === "place") reach(instruction.next);
    else reached[reached.length] = at;
  }
  return reached;
}

/** A larger set is one that leaves something out, or has both cases of what it has. */
const MOST_FOLDED = 512;

/**
 * The set with the other case of each of its characters, where that is one character. Large sets are left as they are: beside a
 * small one, which has both cases, nothing more of them is needed.
 */
export function withOtherCase(set: CodePoints): CodePoints {
  if (countOf(set, MOST_FOLDED) >= MOST_FOLDED) return set;
  const bounds = newList<number>();
  for (let i = 0; i < set.length; i += 2)
    for (let code = set[i] ?? 0; code <= (set[i + 1] ?? 0); code++) addBoth(bounds, code);
  return codePointsOf(bounds);
}

/** The character, and those that it is equal to. */
export function charactersOf(code: number, folds: boolean): CodePoints {
  const bounds = newList<number>();
  if (folds) {
    addBoth(bounds, code);
    return codePointsOf(bounds);
  }
  bounds[0] = code;
  bounds[1] = code;
  return bounds;
}

function addBoth(bounds: number[], code: number): void {
  const small = only(toLowerCase(fromCodePoint(code))) ?? code;
  const capital = only(toUpperCase(fromCodePoint(code))) ?? code;
  add(bounds, code);
  add(bounds, small);
  add(bounds, capital);
  add(bounds, only(toUpperCase(fromCodePoint(small))) ?? code);
  add(bounds, only(toLowerCase(fromCodePoint(capital))) ?? code);
}

function add(bounds: number[], code: number): void {
  bounds[bounds.length] = code;
  bounds[bounds.length] = code;
}

/** The code point of a string that has one. */
function only(text: string): number | undefined {
  const code = codePointAt(text, 0);
  return code !== undefined && text.length === (code > 0xffff ? 2 : 1) ? code : undefined;
}
