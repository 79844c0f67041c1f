import type { CompletionOption, CompletionTree } from "./completion-tree.js";
import type { CompletionValue } from "./completion-value.js";

/** What a shell reads as it is, in and out of quotes. */
const PLAIN_WORD = /^[\w./-]+$/;

/**
 * Words that a shell reads as they are, with spaces between.
 *
 * @throws Error for a name that would have to be quoted: no command, option or choice is called so
 */
export function shellWords(words: readonly string[]): string {
  const odd = words.find((word) => !PLAIN_WORD.test(word));
  if (odd !== undefined) throw new Error(`\`${odd}\` cannot be written into a script`);
  return words.join(" ");
}

/** A text of one line: what describes an option has no line breaks, and a script's comment must not end. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** The spellings of an option. */
export function spellings({ long, short }: CompletionOption): readonly string[] {
  return short === undefined ? [long] : [short, long];
}

/** The options that have a value. */
export function valued(
  options: readonly CompletionOption[],
): readonly (CompletionOption & { readonly value: CompletionValue })[] {
  return options.flatMap((option) => (option.value === null ? [] : [{ ...option, value: option.value }]));
}

/** The options of a command that are not those of all. */
export function ownOptions(
  tree: CompletionTree,
  options: readonly CompletionOption[],
): readonly CompletionOption[] {
  return options.filter(({ long }) => !tree.options.some((one) => one.long === long));
}
