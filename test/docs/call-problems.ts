import type { Command, Option } from "commander";

/**
 * What is wrong with the words behind `gatehouse`, one sentence each: a command or an option that does not exist, an option without
 * its value, a word too many or too few.
 *
 * @param words `null` is any word
 */
export function callProblems(root: Command, words: readonly (string | null)[]): readonly string[] {
  const problems: string[] = [];
  const positionals: (string | null)[] = [];
  const options: (string | null)[] = [];
  let command = root;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? null;
    if (word === "--") {
      positionals.push(...words.slice(at + 1));
      break;
    }
    if (word === null || !/^-./.test(word)) {
      const below = positionals.length > 0 ? undefined : commandOf(command, word);
      if (below === undefined) positionals.push(word);
      else command = below;
      continue;
    }
    options.push(word);
    const [flag = "", ...value] = word.split("=");
    const option = optionOf(command, flag);
    if (option === undefined) {
      if (!["--help", "-h"].includes(flag)) problems.push(`\`${nameOf(command)}\` has no option \`${flag}\``);
      continue;
    }
    const given = value.length > 0 ? value.join("=") : option.required ? words[++at] : null;
    if (given === undefined) problems.push(`\`${flag}\` is without its value`);
  }
  const isHelp = options.some((flag) => ["--help", "-h", "--version"].includes(flag ?? ""));
  return isHelp ? problems : [...problems, ...positionalProblems(command, positionals)];
}

function positionalProblems(command: Command, positionals: readonly (string | null)[]): readonly string[] {
  const known = command.registeredArguments;
  const needed = known.filter(({ required }) => required).length;
  if (command.commands.length > 0 && known.length === 0)
    return positionals.length === 0
      ? []
      : [`\`${nameOf(command)}\` has no command \`${positionals[0] ?? "…"}\``];
  if (positionals.length < needed) return [`\`${nameOf(command)}\` needs ${needed} words`];
  if (positionals.length > known.length && known.at(-1)?.variadic !== true)
    return [`\`${nameOf(command)}\` takes ${known.length} words, not ${positionals.length}`];
  return [];
}

function commandOf(command: Command, word: string | null): Command | undefined {
  return command.commands.find((below) => below.name() === word || below.aliases().includes(word ?? ""));
}

/** An option of a command, or of what it is below. */
function optionOf(command: Command, flag: string): Option | undefined {
  const found = command.options.find(({ long, short }) => long === flag || short === flag);
  return found ?? (command.parent === null ? undefined : optionOf(command.parent, flag));
}

function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}
