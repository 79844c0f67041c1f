import { parseShell, SHELL_LIMITS, type ShellScript } from "@gatehouse-hooks/shell";
import type { MimirVariable } from "../variables.js";
import { markPlaceholders, type MarkedCommand, type Placeholder } from "./placeholders.js";
import { giveUp, NotFollowed, POSITIONAL, type UnsafePlace, type ShellWalk } from "./shell-walk.js";
import { walkList } from "./walk-list.js";
import type { PlacedValue, ShellWord } from "./word.js";

/** What the shell makes of a command. */
export interface CommandPlaces {
  /** Words and here-documents with values in them, in the order of the text. */
  readonly words: readonly ShellWord[];
  readonly unsafe: readonly UnsafePlace[];
  /** `{name}` that is not a variable of the event. */
  readonly unknown: readonly Placeholder[];
  readonly values: readonly PlacedValue[];
}

const NO_PLACES: CommandPlaces = { words: [], unsafe: [], unknown: [], values: [] };

/** Code inside of code inside of code is not followed. */
const MAX_CODE_DEPTH = 2;
/** Each round finds variables that the round before made known. */
const MAX_CODE_ROUNDS = 4;
const MAX_ROUNDS = 10;

/** What is known before a walk: variables that hold values, files that the command writes, and texts that may name one. */
type Known = Pick<ShellWalk, "tainted" | "written" | "texts">;

/**
 * Parses a command and finds out how each placeholder is quoted and what reads it.
 *
 * @param variables the placeholders' names; others are reported
 */
export function readPlaceholders(
  command: string,
  variables: ReadonlyMap<string, MimirVariable>,
): CommandPlaces {
  if (!/\{[A-Za-z_]\w*\}/.test(command)) return NO_PLACES;
  const marked = markPlaceholders(command, variables);
  const script = parseShell(command.length > SHELL_LIMITS.text ? "" : marked.text, true, true);
  let known: Known = { tainted: new Set(), written: new Set(), texts: new Set() };
  for (let round = 1; ; round++) {
    const walk = newWalk(command, marked, known, 0);
    walkToTheEnd(walk, script, marked);
    if (isKnown(walk, known)) return walk;
    if (round === MAX_ROUNDS) {
      const where = "in a command whose variables depend on each other too deeply";
      return { ...walk, unsafe: [{ at: 0, where, cure: "move the command into a script" }] };
    }
    known = walk;
  }
}

function isKnown({ tainted, written, texts }: Known, known: Known): boolean {
  // Texts tell something only of files.
  const sameTexts = written.size === 0 || texts.size === known.texts.size;
  return tainted.size === known.tainted.size && written.size === known.written.size && sameTexts;
}

function walkToTheEnd(
  walk: ShellWalk,
  script: ShellScript,
  { placeholders, ambiguous }: MarkedCommand,
): void {
  try {
    if (ambiguous) giveUp(0, "characters that are not characters");
    walkScript(walk, script);
    for (const placeholder of placeholders) {
      if (!walk.met.has(placeholder) && !isInComment(walk.source, placeholder.start))
        giveUp(placeholder.start, "a place where there is no word");
    }
    if (walk.values.some(({ variable }) => variable.type !== "number"))
      walk.unsafe.push(...unsafeReaders(walk));
  } catch (error) {
    if (!(error instanceof NotFollowed)) throw error;
    const lost = placeholders.find(({ variable }) => variable !== null);
    if (lost === undefined || lost.variable === null) return;
    walk.unsafe.push({
      at: error.at,
      where: `in a command that cannot be followed because of ${error.what}`,
      cure: "move the command into a script and pass `{name}` as its argument",
    });
    if (walk.values.length > 0) return;
    const { variable, start, end } = lost;
    walk.values.push({ kind: "value", variable, state: "bare", start, end, dollar: false });
  }
}

/** A line goes on where the shell still reads an operator or a name: not every shell joins it. */
const SPLIT_TOKEN = /\$[{(A-Za-z0-9_]*\\\n|[<>|&;(](?:\\\n)+[<>|&;(]/;

function walkScript(walk: ShellWalk, script: ShellScript): void {
  const [error] = script.errors;
  if (error !== undefined) giveUp(error.start, `bad syntax: ${error.message}`);
  if (walk.source.length > SHELL_LIMITS.text) giveUp(0, `more than ${SHELL_LIMITS.text} characters`);
  const split = SPLIT_TOKEN.exec(walk.source);
  if (split !== null) giveUp(split.index, "a line that goes on behind an operator or a name");
  walkList(walk, script.list);
}

/** The shell begins a comment in front of it in its line; it is not in a word, or it would have been met. */
function isInComment(source: string, at: number): boolean {
  return /(?:^|[\s;&|()])#/.test(source.slice(source.lastIndexOf("\n", at - 1) + 1, at));
}

function newWalk(
  source: string,
  { text, placeholders }: MarkedCommand,
  known: Known,
  depth: number,
): ShellWalk {
  const tainted = new Set(known.tainted);
  return {
    source,
    marked: text,
    placeholders,
    list: walkList,
    isSafeCode: (code) => isSafeCode(code, tainted, depth + 1),
    depth: 0,
    forbidden: null,
    readsInput: null,
    reader: null,
    pipedReader: null,
    unnamed: null,
    piped: false,
    feedsMany: false,
    codeFile: null,
    tainted,
    written: new Set(known.written),
    texts: new Set(known.texts),
    words: [],
    values: [],
    unsafe: [],
    unknown: [],
    met: new Set(),
  };
}

/** What may run a value that comes to it by its input, by a file or by the environment. */
function unsafeReaders({
  readsInput,
  pipedReader,
  feedsMany,
  reader,
  codeFile,
  unnamed,
}: ShellWalk): readonly UnsafePlace[] {
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
  if (unnamed !== null) {
    found.push({
      at: unnamed,
      where: "in the same command as a program whose name is known only when it runs",
      cure: "write the program's name",
    });
  }
  return found;
}

/** Reads code that runs with values as `$1` and so on. */
function isSafeCode(code: string, outer: ReadonlySet<string>, depth: number): boolean {
  if (depth > MAX_CODE_DEPTH) return false;
  const marked: MarkedCommand = { text: code, placeholders: [], ambiguous: false };
  const script = parseShell(code, true, true);
  let known: Known = { tainted: new Set([...outer, POSITIONAL]), written: new Set(), texts: new Set() };
  for (let round = 0; round < MAX_CODE_ROUNDS; round++) {
    const inner = newWalk(code, marked, known, depth);
    try {
      walkScript(inner, script);
    } catch (error) {
      if (!(error instanceof NotFollowed)) throw error;
      return false;
    }
    if (inner.unsafe.length > 0 || unsafeReaders(inner).length > 0) return false;
    if (isKnown(inner, known)) return true;
    known = inner;
  }
  return false;
}
