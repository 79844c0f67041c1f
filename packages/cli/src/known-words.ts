import type { Command } from "commander";
import type { KnownWords } from "@gatehouse-hooks/console";

/** What the commands of a program take, and which of its options have a value. */
export function knownWords(root: Command): KnownWords {
  return {
    wordsOf(name) {
      const command = root.commands.find((one) => one.name() === name);
      if (command === undefined) return undefined;
      const { registeredArguments: words } = command;
      return words.some(({ variadic }) => variadic) ? Infinity : words.length;
    },
    valued: new Set(root.options.filter(({ required }) => required).map(({ long }) => long ?? "")),
  };
}

/**
 * The first word that is neither an option nor the value of one.
 *
 * @param valued options that have a value
 */
export function firstWord(args: readonly string[], valued: ReadonlySet<string>): string | undefined {
  return args.find((word, index) => !word.startsWith("-") && !valued.has(args[index - 1] ?? ""));
}
