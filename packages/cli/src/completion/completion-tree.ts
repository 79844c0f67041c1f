import type { Argument, Command, Option } from "commander";
import { type CommandRow, optionsThatMatter } from "../command-row.js";
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

/**
 * What the scripts of all shells are made of.
 *
 * @param rowOf finds the row of a command
 */
export async function completionTree(
  root: Command,
  rowOf: (name: string) => CommandRow | undefined,
): Promise<CompletionTree> {
  const names = root.commands.map((command) => command.name());
  const optionOf = async (row: CommandRow | undefined, option: Option): Promise<CompletionOption> => {
    const { long, short, description, required, optional } = option;
    return {
      long: long ?? "",
      ...(short !== undefined && { short }),
      description,
      value: required || optional ? ((await valueOfOption(row, option, names)) ?? { kind: "text" }) : null,
    };
  };
  const wordOf = async (row: CommandRow | undefined, argument: Argument): Promise<CompletionWord> => ({
    name: argument.name(),
    value: (await valueOfWord(row, argument.name(), names)) ?? { kind: "text" },
    variadic: argument.variadic,
  });
  const commandOf = async (command: Command): Promise<CompletionCommand> => {
    const row = rowOf(command.name());
    return {
      name: command.name(),
      summary: command.summary() || command.description(),
      options: [
        ...(await Promise.all(visible(command).map((option) => optionOf(row, option)))),
        ...(await Promise.all(optionsThatMatter(row, root).map((option) => optionOf(undefined, option)))),
      ],
      words: await Promise.all(command.registeredArguments.map((argument) => wordOf(row, argument))),
    };
  };
  return {
    commands: await Promise.all(root.commands.map(commandOf)),
    options: await Promise.all(visible(root).map((option) => optionOf(undefined, option))),
  };
}

/** `--help` is among them. */
function visible(command: Command): readonly Option[] {
  return command.createHelp().visibleOptions(command);
}
