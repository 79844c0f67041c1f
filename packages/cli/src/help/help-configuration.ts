import { type Command, Help, type HelpConfiguration, type Option } from "commander";
import { commandRow } from "../command-table.js";
import { optionsThatMatter } from "../command-row.js";
import { allHelp, formatHelp } from "./help-format.js";

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
    visibleGlobalOptions: (command) => [...optionsThatMatter(commandRow(command.name()), root())],
    formatHelp,
    optionDescription,
    styleTitle: (title) => `${BOLD}${title}${BOLD_OFF}`,
  };
}

/** An empty list is no news as a default. */
function optionDescription(option: Option): string {
  return Array.isArray(option.defaultValue) ? option.description : new Help().optionDescription(option);
}

/** All commands, a line each; without colours. */
export function allCommandsHelp(root: Command, columns: number | undefined): string {
  const helper = new Help();
  helper.helpWidth = columns ?? HELP_WIDTH;
  return allHelp(root, helper);
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
