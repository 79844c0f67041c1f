import type { CompletionCommand, CompletionOption, CompletionTree } from "./completion-tree.js";
import type { CompletionValue } from "./completion-value.js";
import { oneLine, ownOptions, shellWords, valued } from "./shell-words.js";

/** The completion for fish 3 and later. */
export function fishScript(tree: CompletionTree): string {
  return `# Completion of gatehouse for fish: gatehouse completion fish | source

# The words before the cursor that are neither options nor their values: the command first.
function __gatehouse_words
    set -l skip
    set -l ended
    set -l tokens (commandline -opc)
    for word in $tokens[2..-1]
        if test -n "$skip"
            set skip
        else if test -z "$ended"; and test "$word" = --
            set ended 1
        else if test -z "$ended"; and string match -q -- '-?*' "$word"
            contains -- "$word" ${shellWords(optionsWithValue(tree))}; and set skip 1
        else
            echo -- "$word"
        end
    end
end

# Whether the command is one of those given, or is missing for \`-\`.
function __gatehouse_is
    set -l words (__gatehouse_words)
    if set -q words[1]
        contains -- $words[1] $argv
    else
        contains -- - $argv
    end
end

# Whether the word number $argv[2], from 1, of the command $argv[1] is next.
function __gatehouse_at
    set -l words (__gatehouse_words)
    test (count $words) -eq "$argv[2]"; and test "$words[1]" = "$argv[1]"
end

complete -c gatehouse -e
complete -c gatehouse -f
${tree.commands.map((command) => `complete -c gatehouse -n '__gatehouse_is -' -a ${shellWords([command.name])} -d ${quotedForFish(command.summary)}`).join("\n")}
${tree.options.map((option) => optionLine(["-", ...withOption(tree, option)], option)).join("\n")}
${tree.commands.flatMap((command) => ownOptions(tree, command.options).map((option) => optionLine([command.name], option))).join("\n")}
${tree.commands.flatMap(wordLines).join("\n")}
`;
}

function optionsWithValue(tree: CompletionTree): readonly string[] {
  const all = [...tree.options, ...tree.commands.flatMap(({ options }) => options)];
  return [
    ...new Set(valued(all).flatMap(({ long, short }) => (short === undefined ? [long] : [long, short]))),
  ];
}

/** The commands that an option of all commands matters for. */
function withOption({ commands }: CompletionTree, { long }: CompletionOption): readonly string[] {
  return commands
    .filter(({ options }) => options.some((option) => option.long === long))
    .map(({ name }) => name);
}

function optionLine(
  commands: readonly string[],
  { long, short, description, value }: CompletionOption,
): string {
  return [
    `complete -c gatehouse -n '__gatehouse_is ${shellWords(commands)}'`,
    `-l ${shellWords([long.replace(/^--/, "")])}`,
    ...(short === undefined ? [] : [`-s ${shellWords([short.slice(1)])}`]),
    ...(value === null ? [] : [`-r ${offerOf(value)}`]),
    `-d ${quotedForFish(description)}`,
  ].join(" ");
}

function wordLines({ name, words }: CompletionCommand): readonly string[] {
  return words
    .map(({ value, variadic }, at) => ({
      value,
      when: variadic ? `__gatehouse_is ${name}` : `__gatehouse_at ${shellWords([name])} ${at + 1}`,
    }))
    .filter(({ value }) => value.kind !== "text")
    .map(({ value, when }) => `complete -c gatehouse -n '${when}' ${offerOf(value)}`);
}

function offerOf(value: CompletionValue): string {
  switch (value.kind) {
    case "words":
      return `-f -a '${shellWords(value.words)}'`;
    case "file":
      return "-F";
    case "folder":
      return "-f -a '(__fish_complete_directories)'";
    case "text":
      return "-f";
  }
}

function quotedForFish(text: string): string {
  return `'${oneLine(text).replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
