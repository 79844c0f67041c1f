import type { Argument, Command, Option } from "commander";
import { optionsThatMatter } from "../help/help-format.js";
import { type CompletionValue, valueOfOption, valueOfWord } from "./completion-value.js";

/** An option as a shell offers it. */
export interface CompletionOption {
  /** With its dashes. */
  readonly long: string;
  /** The short form, with its dash; absent where there is none. */
  readonly short?: string;
  readonly description: string;
  /** What follows it; `null`: nothing. */
  readonly value: CompletionValue | null;
}

/** A word that a command takes. */
export interface CompletionWord {
  readonly name: string;
  readonly value: CompletionValue;
  /** All further words are of this kind. */
  readonly variadic: boolean;
}

/** A command as a shell offers it. */
export interface CompletionCommand {
  readonly name: string;
  readonly summary: string;
  /** Its own options, and those of all commands that matter for it. */
  readonly options: readonly CompletionOption[];
  readonly words: readonly CompletionWord[];
}

/** What a shell completes. */
export interface CompletionTree {
  readonly commands: readonly CompletionCommand[];
  /** Before a command. */
  readonly options: readonly CompletionOption[];
}

/** What the scripts of all shells are made of. */
export function completionTree(root: Command): CompletionTree {
  return {
    commands: root.commands.map((command) => ({
      name: command.name(),
      summary: command.summary() || command.description(),
      options: [...visible(command), ...optionsThatMatter(command, root)].map((option) =>
        completionOption(command.options.includes(option) ? command.name() : "", option),
      ),
      words: command.registeredArguments.map((argument) => completionWord(command, argument)),
    })),
    options: visible(root).map((option) => completionOption("", option)),
  };
}

/** `--help` is among them. */
function visible(command: Command): readonly Option[] {
  return command.createHelp().visibleOptions(command);
}

function completionOption(command: string, option: Option): CompletionOption {
  const { long, short, description, required, optional } = option;
  return {
    long: long ?? "",
    ...(short !== undefined && { short }),
    description,
    value: required || optional ? (valueOfOption(command, option) ?? { kind: "text" }) : null,
  };
}

function completionWord(command: Command, argument: Argument): CompletionWord {
  return {
    name: argument.name(),
    value: valueOfWord(command, argument.name()) ?? { kind: "text" },
    variadic: argument.variadic,
  };
}
