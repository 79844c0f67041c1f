import { type Command, Help, type HelpConfiguration, type Option } from "commander";
import { commandHelp } from "./command-help.table.js";
import { formatHelp, optionsThatMatter } from "./help-format.js";

/** Characters of a line of help where no terminal says its width. */
export const HELP_WIDTH = 100;

const BOLD = "\u001b[1m";
const BOLD_OFF = "\u001b[22m";

/** How help is written. Colours are taken out again where the output has none. */
export function helpConfiguration(root: () => Command): HelpConfiguration {
  return {
    showGlobalOptions: true,
    // Options have long names: what they mean is wrapped on small terminals, too.
    minWidthToWrap: 20,
    visibleGlobalOptions: (command) => [...optionsThatMatter(command, root())],
    formatHelp,
    optionDescription,
    styleTitle: (title) => `${BOLD}${title}${BOLD_OFF}`,
  };
}

/** An empty list is no news as a default. */
function optionDescription(option: Option): string {
  return Array.isArray(option.defaultValue) ? option.description : new Help().optionDescription(option);
}

/** Gives a command what the table of help says of it. */
export function described(command: Command): Command {
  const row = commandHelp(command.name());
  if (row === undefined) return command;
  for (const argument of command.registeredArguments)
    argument.description = row.words?.[argument.name()] ?? argument.description;
  return command.summary(row.summary);
}

/** The options that every command takes. */
export function optionsHelp(root: Command, columns: number | undefined): string {
  const helper = new Help();
  helper.helpWidth = columns ?? HELP_WIDTH;
  const width = Math.max(...root.options.map((option) => helper.optionTerm(option).length));
  const lines = root.options.map((option) =>
    helper.formatItem(helper.optionTerm(option), width, helper.optionDescription(option), helper),
  );
  return `${["Options that every command takes, before or behind it:", "", ...lines].join("\n")}\n`;
}
