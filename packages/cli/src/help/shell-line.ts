import type { CommandExample } from "../command-row.js";

/** How an example is typed into a shell. */
export function shellLine({ args, stdin }: Pick<CommandExample, "args" | "stdin">): string {
  const line = ["gatehouse", ...args].map(quoted).join(" ");
  return stdin === undefined ? line : `echo ${quoted(stdin)} | ${line}`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
