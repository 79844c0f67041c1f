import { mapList, newList, normalize } from "@gatehouse-hooks/json/intrinsics";
import { codePointsOf, LAST_CODE_POINT } from "../patterns/code-points.js";
import { type Instruction, programOf, type TextProgram } from "../patterns/program.js";
import { BadGlob, readGlob } from "../patterns/read-glob.js";
import { withOtherCase } from "./other-case.js";
import { nothing, type TextTree } from "../patterns/text-tree.js";

/** A glob as a list of instructions; its ends, the only places in it, are at the ends of the string. */
export type PathProgram = TextProgram;

/** The program of one of several valid globs. */
export function unionProgram(sources: readonly string[], folds: boolean): PathProgram {
  const options = mapList(sources, (source) => readGlob(normal(source, folds)));
  return made({ kind: "choice", options }, folds);
}

/** The last path set that was read: one fact is asked about many globs, one after the other. */
let last:
  | { readonly path: string; readonly folds: boolean; readonly program: PathProgram | null }
  | undefined;

/** The program of a path set; `null` when it is not a glob. */
export function pathProgram(path: string, folds: boolean): PathProgram | null {
  if (last !== undefined && last.path === path && last.folds === folds) return last.program;
  const tree = pathTree(normal(path, folds));
  const program = tree === null ? null : made(tree, folds);
  last = { path, folds, program };
  return program;
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
