import { type Alternatives, literalOf } from "@gatehouse-hooks/shell";
import { parseArguments } from "./parse-arguments.js";
import type { ProgramCall } from "./program-call.js";

/**
 * Options that a variable of the environment holds (`TAR_OPTIONS`): as if they were before those of the command line.
 *
 * @param values what the variable may be
 */
export function addEnvironmentOptions(context: ProgramCall, name: string, values: Alternatives): void {
  for (const value of values) {
    const text = literalOf(value);
    if (text === null) {
      context.unknown("environment", name, context.call.span);
      continue;
    }
    const words = wordsOf(text);
    const parsed = parseArguments(context.usage, words, 0, false);
    for (const one of parsed.unknown)
      context.unknown("unknown-option", `${context.name} ${one.text}`, context.call.span);
    context.given = [...parsed.given.map((one) => ({ ...one, index: 0 })), ...context.given];
    if (parsed.operands.length > 0) context.unknown("environment", name, context.call.span);
  }
}

/** Words with blanks between; quotes and backslashes as a shell has them, but nothing is expanded. */
function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  for (const [word] of text.matchAll(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+/gs))
    words.push(
      word.replace(
        /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs,
        (_, double?: string, single?: string, one?: string) =>
          double?.replace(/\\(.)/gs, "$1") ?? single ?? one ?? "",
      ),
    );
  return words;
}
