import { literalOf } from "./field.js";
import { resolvePath } from "./path.js";
import type { State } from "./state.js";
import type { List, ShellCommand, SimpleNode } from "./syntax.js";

/**
 * The paths, absolute, of which a test has just said that nothing is there, where it ends with success or with failure: `test -f x`,
 * `[ ! -e x ]`, `[[ -f x ]]`. Only a word that is written as it is counts.
 */
export function absentAfter(command: ShellCommand, succeeds: boolean, state: State): readonly string[] {
  const path = absentPath(command, succeeds, state);
  const [directory] = state.directories;
  if (path === null || path === "" || directory === undefined || state.directories.length > 1) return [];
  const absolute = literalOf(resolvePath(path, directory));
  return absolute === null ? [] : [absolute];
}

/** The same of the last command of a list. */
export function absentAfterList(list: List, succeeds: boolean, state: State): readonly string[] {
  const [only] = list;
  return list.length === 1 && only !== undefined && !only.background
    ? absentAfter(only.command, succeeds, state)
    : [];
}

function absentPath(command: ShellCommand, succeeds: boolean, state: State): string | null {
  if (command.kind === "pipeline") {
    const [only] = command.commands;
    if (only === undefined || command.commands.length > 1) return null;
    return absentPath(only, succeeds !== command.negated, state);
  }
  if (command.kind === "test") {
    const [first] = command.words;
    if (command.words.length !== 1 || first === undefined || !TESTS.has(first.operator)) return null;
    return (command.plain && !succeeds) || (command.not && succeeds) ? first.word.literal : null;
  }
  return command.kind === "simple" ? absentByProgram(command, succeeds, state) : null;
}

/** `test`, and `[` with its end. */
function absentByProgram(command: SimpleNode, succeeds: boolean, state: State): string | null {
  if (command.redirections.length > 0) return null;
  const words = command.words.map((one) => ("literal" in one ? one.literal : null));
  const [name, ...args] = words;
  if ((name !== "test" && name !== "[") || state.functions.has(name)) return null;
  if (name === "[" && args.pop() !== "]") return null;
  const isNegated = args[0] === "!";
  const [operator, path, ...rest] = isNegated ? args.slice(1) : args;
  if (rest.length > 0 || typeof operator !== "string" || !TESTS.has(operator)) return null;
  return isNegated === succeeds ? (path ?? null) : null;
}

const TESTS: ReadonlySet<string> = new Set(["-e", "-f"]);
