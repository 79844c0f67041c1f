import type { List } from "@gatehouse-hooks/shell";
import type { Placeholder } from "./placeholders.js";
import type { PlacedValue, ShellWord } from "./word.js";

/** A place where a value may not be. */
export interface UnsafePlace {
  readonly at: number;
  /** Ends the sentence "… would be …". */
  readonly where: string;
  readonly cure: string;
}

/** One walk over the tree of a command: where it is, and what it has found. */
export interface ShellWalk {
  /** The command as it was given: offsets of the tree are offsets in it. */
  readonly source: string;
  /** The same with marks in place of placeholders. */
  readonly marked: string;
  readonly placeholders: readonly Placeholder[];
  /** Walks what a substitution runs. Returns whether it holds values. */
  readonly list: (walk: ShellWalk, list: List) => boolean;
  /** Whether shell code, run with values as `$1` and so on, uses them as data. */
  readonly isSafeCode: (code: string) => boolean;
  depth: number;
  /** Set while the place itself forbids values, whatever the quotes. */
  forbidden: Pick<UnsafePlace, "where" | "cure"> | null;
  /** The first program that runs what it reads. */
  readsInput: number | null;
  /** The first program that is not known to read its input as data. */
  reader: number | null;
  /** The first of these at the end of a pipe. */
  pipedReader: number | null;
  /** The first program whose name is known only when it runs. */
  unnamed: number | null;
  /** What is read now is at the end of a pipe. */
  piped: boolean;
  /** A value is the input of more than one command: of a loop, a group, the rest of the shell. */
  feedsMany: boolean;
  /** The first file that is written and would be run, sourced or read as a setting. */
  codeFile: number | null;
  /** Variables of the shell that may hold a value. */
  readonly tainted: Set<string>;
  /** Files that the command writes. */
  readonly written: Set<string>;
  /** Text of the command's own that its variables are set to: one may name a file that is written. */
  readonly texts: Set<string>;
  /** Words and here-documents with values in them. */
  readonly words: ShellWord[];
  readonly values: PlacedValue[];
  readonly unsafe: UnsafePlace[];
  /** `{name}` that is not a variable of the event. */
  readonly unknown: Placeholder[];
  /** Placeholders that are in the tree. */
  readonly met: Set<Placeholder>;
}

/** How deep substitutions, groups and cases may nest. */
const MAX_DEPTH = 50;

/** The command is one that is not followed to its end. */
export class NotFollowed extends Error {
  readonly at: number;
  readonly what: string;
  constructor(at: number, what: string) {
    super(what);
    this.at = at;
    this.what = what;
  }
}

export function giveUp(at: number, what: string): never {
  throw new NotFollowed(at, what);
}

/** Bounds the depth of recursion. */
export function nested<T>(walk: ShellWalk, at: number, run: () => T): T {
  if (++walk.depth > MAX_DEPTH) giveUp(at, `more than ${MAX_DEPTH} levels of nesting`);
  const result = run();
  walk.depth--;
  return result;
}

/** Values in what `run` reads are unsafe. */
export function forbidding<T>(walk: ShellWalk, where: string, cure: string, run: () => T): T {
  const before = walk.forbidden;
  walk.forbidden ??= { where, cure };
  const result = run();
  walk.forbidden = before;
  return result;
}

/** What `run` reads is at the end of a pipe. */
export function piping<T>(walk: ShellWalk, run: () => T): T {
  const before = walk.piped;
  walk.piped = true;
  const result = run();
  walk.piped = before;
  return result;
}

/** A value where the shell evaluates what it is part of. */
export function refuseValue(walk: ShellWalk, placeholder: Placeholder, why: Omit<UnsafePlace, "at">): void {
  walk.met.add(placeholder);
  const { variable, start, end } = placeholder;
  if (variable === null) {
    walk.unknown.push(placeholder);
    return;
  }
  walk.values.push({ kind: "value", variable, state: "bare", start, end, dollar: false });
  walk.unsafe.push({ at: start, ...why });
}

/** The shell's variable may hold a value. */
export function isTainted({ tainted }: ShellWalk, name: string): boolean {
  // The shell itself keeps the last word and the last command.
  return tainted.has(name) || name.startsWith("MIMIR_") || name === "_" || name === "BASH_COMMAND";
}

/** In the set of tainted names: `$1`, `$@` and so on hold values. */
export const POSITIONAL = "@";

/** In front of a name in the set of tainted names: its text names a variable that holds a value, which arithmetic follows. */
const NAMES_TAINTED = "=";

/**
 * A variable of the shell is set to text of the command's own.
 *
 * @param written the same with its quotes and substitutions
 */
export function assignText(walk: ShellWalk, name: string, text: string, written: string = text): void {
  if (text !== "") walk.texts.add(text);
  if (!mentionsTainted(walk, written)) return;
  // Code for `eval`, or a name: `x={name}; y=x; echo $((y))`.
  const isCode = text.includes("$") && mentionsTainted(walk, text);
  walk.tainted.add(isCode ? name : NAMES_TAINTED + name);
}

/** Variables of the shell that may hold a value. */
export function taintedNames({ tainted }: ShellWalk): readonly string[] {
  return [...tainted].filter((name) => /^[A-Za-z_]/.test(name));
}

/** The text names a variable of the shell that may hold a value, or that names one. */
export function mentionsTainted(walk: ShellWalk, text: string): boolean {
  if (namesIn(text).some((name) => isTainted(walk, name) || walk.tainted.has(NAMES_TAINTED + name)))
    return true;
  return walk.tainted.has(POSITIONAL) && /\$\{?!?[0-9@*]/.test(text);
}

function namesIn(text: string): readonly string[] {
  return text.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [];
}
