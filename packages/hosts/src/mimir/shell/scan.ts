import type { MimirVariable } from "../variables.js";
import { type Placeholder, placeholderAt } from "./placeholder.js";
import { readList } from "./read-list.js";
import { NotFollowed, POSITIONAL, type Scan, type UnsafePlace } from "./scan-state.js";
import type { PlacedValue, ShellWord } from "./word.js";

/** What the shell makes of a command. */
export interface ScannedCommand {
  /** Words and here-documents with values in them, in the order of the text. */
  readonly words: readonly ShellWord[];
  readonly unsafe: readonly UnsafePlace[];
  /** `{name}` that is not a variable of the event. */
  readonly unknown: readonly Placeholder[];
  readonly values: readonly PlacedValue[];
  /** Variables of the shell that may hold a value. */
  readonly tainted: ReadonlySet<string>;
}

/** Code inside of code inside of code is not followed. */
const MAX_CODE_DEPTH = 2;
/** Each round finds variables that the round before made known. */
const MAX_CODE_ROUNDS = 4;

/**
 * Reads shell text (the POSIX shell and what bash adds) far enough to know how each placeholder is quoted and what
 * reads it. Linear in the text.
 *
 * @param variables the placeholders' names; others are reported
 * @param known variables of the shell that are already known to hold values
 */
export function scan(
  text: string,
  variables: ReadonlyMap<string, MimirVariable>,
  known: ReadonlySet<string>,
): ScannedCommand {
  const scan = newScan(text, variables, known, 0);
  try {
    readList(scan, "");
    if (scan.values.some(({ variable }) => variable.type !== "number"))
      scan.unsafe.push(...unsafeReaders(scan));
  } catch (error) {
    if (!(error instanceof NotFollowed)) throw error;
    const lost = firstPlaceholder(text, variables);
    if (lost !== null) {
      scan.unsafe.push({
        at: error.at,
        where: `in a command that cannot be followed because of ${error.what}`,
        cure: "move the command into a script and pass `{name}` as its argument",
      });
      if (scan.values.length === 0)
        scan.values.push({ kind: "value", variable: lost.variable, state: "bare", ...lost.found });
    }
  }
  return scan;
}

function newScan(
  text: string,
  variables: ReadonlyMap<string, MimirVariable>,
  known: ReadonlySet<string>,
  depth: number,
): Scan {
  const tainted = new Set(known);
  return {
    text,
    variables,
    substitution: (inner) => readList(inner, ")"),
    at: 0,
    depth: 0,
    forbidden: null,
    readsInput: null,
    reader: null,
    pipedReader: null,
    piped: false,
    feedsMany: false,
    codeFile: null,
    open: 0,
    isSafeCode: (code) => isSafeCode(code, tainted, depth + 1),
    written: new Set(),
    words: [],
    values: [],
    unsafe: [],
    unknown: [],
    tainted,
    pending: [],
  };
}

/** What may run a value that comes to it by its input or by a file. */
function unsafeReaders({
  readsInput,
  pipedReader,
  feedsMany,
  reader,
  codeFile,
}: Scan): readonly UnsafePlace[] {
  const found: UnsafePlace[] = [];
  if (readsInput !== null) {
    found.push({
      at: readsInput,
      where:
        "in the same command as something that runs what it reads (a pipe to a shell, `xargs`, `eval`, `alias`, `declare -i`)",
      cure: "call the program directly with `{name}` as its argument",
    });
  }
  if (codeFile !== null) {
    found.push({
      at: codeFile,
      where: "next to a file that the command writes and that is run or read as a setting",
      cure: "write to a file of data, such as `hook.log`",
    });
  }
  const at = pipedReader ?? (feedsMany ? reader : null);
  if (at !== null) {
    found.push({
      at,
      where: "in the input of a program that is not known to read it as data",
      cure: "pass it to a script of your own: `… | ./hook.sh`",
    });
  }
  return found;
}

/** Reads code that runs with values as `$1` and so on. */
function isSafeCode(code: string, outer: ReadonlySet<string>, depth: number): boolean {
  if (depth > MAX_CODE_DEPTH) return false;
  let known: ReadonlySet<string> = new Set([...outer, POSITIONAL]);
  for (let round = 0; round < MAX_CODE_ROUNDS; round++) {
    const inner = newScan(code, new Map(), known, depth);
    try {
      readList(inner, "");
    } catch (error) {
      if (!(error instanceof NotFollowed)) throw error;
      return false;
    }
    if (inner.unsafe.length > 0 || unsafeReaders(inner).length > 0) return false;
    if (inner.tainted.size === known.size) return true;
    known = inner.tainted;
  }
  return false;
}

function firstPlaceholder(
  text: string,
  variables: ReadonlyMap<string, MimirVariable>,
): { readonly found: Placeholder; readonly variable: MimirVariable } | null {
  for (let offset = text.indexOf("{"); offset >= 0; offset = text.indexOf("{", offset + 1)) {
    const found = placeholderAt(text, offset);
    const variable = found === null ? undefined : variables.get(found.name);
    if (found !== null && variable !== undefined) return { found, variable };
  }
  return null;
}
