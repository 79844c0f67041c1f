import type { Command, Option } from "commander";
import type { CommandRow } from "./command-row.js";

/** Of the options that every command takes, those that change what a command does; without a row, all. */
export function optionsThatMatter(row: CommandRow | undefined, root: Command): readonly Option[] {
  return root.options.filter(
    ({ long, hidden }) => !hidden && long !== "--version" && (row?.common.includes(long ?? "") ?? true),
  );
}
