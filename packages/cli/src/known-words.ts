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
