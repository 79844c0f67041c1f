import type { MimirVariable } from "../variables.js";
import { type Placeholder, placeholderAt } from "./placeholder.js";
import type { PlacedValue, PlaceState, ShellWord } from "./word.js";

/** A place where a value may not be. */
export interface UnsafePlace {
  readonly at: number;
  /** Ends the sentence "… would be …". */
  readonly where: string;
  readonly cure: string;
}

/** A here-document whose body begins at the next line. */
export interface HereDocument {
  readonly delimiter: string;
  /** Tabs before each line do not count. */
  readonly strip: boolean;
  readonly quoted: boolean;
  readonly take: (body: ShellWord) => void;
}

/** The state of one scan: its position, and what it has found. */
export interface Scan {
  readonly text: string;
  readonly variables: ReadonlyMap<string, MimirVariable>;
  /** Reads a substitution, up to its closing parenthesis. Returns whether it holds values. */
  readonly substitution: (scan: Scan) => boolean;
  at: number;
  depth: number;
  /** Set while the place itself forbids values, whatever the quotes. */
  forbidden: Pick<UnsafePlace, "where" | "cure"> | null;
  /** The first program that runs what it reads. */
  readsInput: number | null;
  /** The first program that is not known to read its input as data. */
  reader: number | null;
  /** The first of these at the end of a pipe. */
  pipedReader: number | null;
  /** What is read now is at the end of a pipe. */
  piped: boolean;
  /** A value is the input of more than one command: of a loop, a group, the rest of the shell. */
  feedsMany: boolean;
  /** Compound commands that are open. */
  open: number;
  /** Whether shell code, run with values as `$1` and so on, uses them as data. */
  readonly isSafeCode: (code: string) => boolean;
  /** The first file that is written and would be run, sourced or read as a setting. */
  codeFile: number | null;
  /** Files that the command writes. */
  readonly written: Set<string>;
  readonly words: ShellWord[];
  readonly values: PlacedValue[];
  readonly unsafe: UnsafePlace[];
  readonly unknown: Placeholder[];
  readonly tainted: Set<string>;
  readonly pending: HereDocument[];
}

/** How deep substitutions, groups and cases may nest. */
const MAX_DEPTH = 50;

/** The text is one that the scanner does not follow to its end. */
export class NotFollowed extends Error {
  readonly at: number;
  readonly what: string;
  constructor(at: number, what: string) {
    super(what);
    this.at = at;
    this.what = what;
  }
}

export function giveUp(scan: Scan, what: string, at: number = scan.at): never {
  throw new NotFollowed(at, what);
}

/** Bounds the depth of recursion. */
export function nested<T>(scan: Scan, run: () => T): T {
  if (++scan.depth > MAX_DEPTH) giveUp(scan, `more than ${MAX_DEPTH} levels of nesting`);
  const result = run();
  scan.depth--;
  return result;
}

/** The shell's variable may hold a value. */
export function isTainted({ tainted }: Scan, name: string): boolean {
  // The shell itself keeps the last word and the last command.
  return tainted.has(name) || name.startsWith("MIMIR_") || name === "_" || name === "BASH_COMMAND";
}

/** In the set of tainted names: `$1`, `$@` and so on hold values. */
export const POSITIONAL = "@";

/** The text names a variable of the shell that may hold a value. */
export function mentionsTainted(scan: Scan, text: string): boolean {
  if (identifiers(text).some((name) => isTainted(scan, name))) return true;
  return scan.tainted.has(POSITIONAL) && /\$\{?!?[0-9@*]/.test(text);
}

export function identifiers(text: string): readonly string[] {
  return text.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [];
}

/** Up to the end of the line. */
export function skipComment(scan: Scan): void {
  const end = scan.text.indexOf("\n", scan.at);
  scan.at = end < 0 ? scan.text.length : end;
}

export function skipBlanks(scan: Scan): void {
  for (;;) {
    const char = scan.text[scan.at];
    if (char === " " || char === "\t" || char === "\r") scan.at++;
    else if (char === "\\" && scan.text[scan.at + 1] === "\n") scan.at += 2;
    else return;
  }
}

/** Values in what `run` reads are unsafe. */
export function forbidding<T>(scan: Scan, where: string, cure: string, run: () => T): T {
  const before = scan.forbidden;
  scan.forbidden ??= { where, cure };
  const result = run();
  scan.forbidden = before;
  return result;
}

/** The placeholder at the scan's place, if a variable has its name. */
export function readValue(scan: Scan, state: PlaceState): PlacedValue | null {
  const found = placeholderAt(scan.text, scan.at);
  if (found === null) return null;
  const variable = scan.variables.get(found.name);
  if (variable === undefined) {
    if (!found.dollar) scan.unknown.push(found);
    return null;
  }
  // In single quotes the dollar is an ordinary character before the placeholder.
  if (found.dollar && state === "single") return null;
  const placed: PlacedValue = {
    kind: "value",
    variable,
    state,
    start: found.start,
    end: found.end,
    dollar: found.dollar,
  };
  scan.at = found.end;
  scan.values.push(placed);
  if (scan.forbidden !== null) scan.unsafe.push({ at: placed.start, ...scan.forbidden });
  return placed;
}
