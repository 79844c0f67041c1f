import { type Field, literalOf } from "@gatehouse-hooks/shell";
import type { ProgramCall } from "./program-call.js";

/**
 * An alias that is set: what it stands for runs, with the words that are behind its name in this call. Where it is only set, the call that
 * uses it comes later, and need not show what it does.
 */
export function runGitAlias(context: ProgramCall, key: string, value: string): void {
  const name = key.slice(key.indexOf(".") + 1);
  runAs(context, key, value, wordsBehind(context, name) ?? []);
}

/** A subcommand that no table has may be an alias that the same text has set before. */
export function runKnownAlias(context: ProgramCall): void {
  const [first] = context.operands;
  const name = first === undefined ? null : literalOf(first.field);
  if (first === undefined || name === null) return;
  const key = `alias.${name.toLowerCase()}`;
  for (const { program, sub, operands } of context.reading.lists.commands) {
    if (program !== "git" || sub !== "config") continue;
    const at = operands.findIndex((one) => one.toLowerCase() === key);
    const value = at === -1 ? undefined : operands[at + 1];
    if (value !== undefined) runAs(context, key, value, context.call.fields.slice(first.index + 1));
  }
}

function runAs(context: ProgramCall, key: string, value: string, words: readonly Field[]): void {
  const code = value.startsWith("!") ? value.slice(1) : `git ${value}`;
  const via = `git ${key}`;
  context.world.code(words.length === 0 ? code : `${code} "$@"`, {
    via,
    offset: -1,
    span: context.call.span,
    arguments: [via, ...words],
  });
}

/** `null` where the alias is not called. */
function wordsBehind(context: ProgramCall, name: string): readonly Field[] | null {
  const { fields } = context.call;
  const at = fields.findIndex((one, i) => i > 0 && literalOf(one) === name);
  return at === -1 || context.sub === "config" ? null : fields.slice(at + 1);
}
