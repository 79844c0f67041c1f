import { CHECK_COMMANDS } from "./table/check-commands.table.js";
import { type CommandGroup, commandName, type CommandRow } from "./command-row.js";
import { OPERATE_COMMANDS } from "./table/operate-commands.table.js";
import { OTHER_COMMANDS } from "./table/other-commands.table.js";
import { PROTECT_COMMANDS } from "./table/protect-commands.table.js";
import { ROWS_COMMANDS } from "./table/rows-commands.table.js";
import { SERVE_COMMANDS } from "./table/serve-commands.table.js";
import { WRITE_COMMANDS } from "./table/write-commands.table.js";

/** The commands of each group, in the order in which help has them. */
export const COMMANDS_BY_GROUP: Readonly<Record<CommandGroup, readonly CommandRow[]>> = {
  protect: PROTECT_COMMANDS,
  write: WRITE_COMMANDS,
  check: CHECK_COMMANDS,
  operate: OPERATE_COMMANDS,
  serve: SERVE_COMMANDS,
  rows: ROWS_COMMANDS,
  other: OTHER_COMMANDS,
};

/** What people need on the first day, in the order in which they need it: with these the help of the program begins. */
export const FIRST_COMMANDS: readonly string[] = [
  "init",
  "doctor",
  "try",
  "why",
  "list",
  "new",
  "approve",
  "replay",
];

/** All commands. */
export const COMMAND_TABLE: readonly CommandRow[] = Object.values(COMMANDS_BY_GROUP).flat();

/** The row of a command; undefined where there is no such command. */
export function commandRow(name: string): CommandRow | undefined {
  return COMMAND_TABLE.find((row) => commandName(row) === name);
}
