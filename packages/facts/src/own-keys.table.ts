import type { ProgramEffect, ProgramRow, Verbs, When } from "./programs/program-row.js";
import type { ToolRow } from "./tools/tool-row.js";

/** What every row has, or every verb, and what is among `EFFECT_KEYS`. */
type Elsewhere =
  | "depth"
  | "kind"
  | "look"
  | "name"
  | "tests"
  | Exclude<keyof ProgramEffect, "action" | "operands" | "tree">;

/** Keys of the rows of programs. The compiler holds it to be whole: of a key that is left out, rows could inherit a value. */
export const PROGRAM_KEYS: Readonly<
  Record<Exclude<keyof ProgramRow | keyof Verbs | keyof When, Elsewhere>, true>
> = {
  action: true,
  all: true,
  also: true,
  change: true,
  commands: true,
  destroy: true,
  files: true,
  first: true,
  from: true,
  global: true,
  grant: true,
  handler: true,
  has: true,
  helps: true,
  least: true,
  loose: true,
  most: true,
  not: true,
  only: true,
  operand: true,
  operands: true,
  options: true,
  publish: true,
  style: true,
  tree: true,
  variables: true,
  verbs: true,
  when: true,
};

/** Keys of the rows of tools, in the same way. */
export const TOOL_KEYS: Readonly<Record<Exclude<keyof ToolRow, "tests" | "tool">, true>> = {
  action: true,
  calls: true,
  code: true,
  creates: true,
  cwd: true,
  deletes: true,
  deletesTree: true,
  dialect: true,
  edits: true,
  guessed: true,
  lists: true,
  moves: true,
  names: true,
  patch: true,
  reads: true,
  searches: true,
  shell: true,
  unpacks: true,
  url: true,
  urlsIn: true,
  writes: true,
};
