import type { Command, Help, Option } from "commander";
import {
  COMMAND_GROUPS,
  type CommandExample,
  type CommandGroup,
  commandName,
  type CommandRow,
} from "../command-row.js";
import { commandRow, COMMANDS_BY_GROUP, FIRST_COMMANDS } from "../command-table.js";

/** The help of the program, or of one of its commands, wrapped to the width of `helper`. */
export function formatHelp(command: Command, helper: Help): string {
  return (command.parent === null ? firstHelp : helpOfCommand)(command, helper);
}

/** A screen for who begins: eight commands, and the names of the others. */
function firstHelp(root: Command, helper: Help): string {
  const columns = helper.helpWidth ?? 80;
  const first = FIRST_COMMANDS.flatMap((name) => root.commands.find((one) => one.name() === name) ?? []);
  const width = Math.max(...first.map((command) => command.name().length));
  const others = groupsOf().flatMap(([group, title]) => {
    const names = sortedGroup(root, group).map((command) => command.name());
    const rest = names.filter((name) => !FIRST_COMMANDS.includes(name));
    return rest.length === 0 ? [] : helper.boxWrap(`${title}: ${rest.join(", ")}`, columns);
  });
  return text([
    `${helper.styleTitle("Usage:")} gatehouse COMMAND …`,
    helper.boxWrap(root.description(), columns),
    "",
    helper.styleTitle("Begin with:"),
    ...first.map((command) => helper.formatItem(command.name(), width, command.summary(), helper)),
    "",
    ...others,
    helper.boxWrap("gatehouse help all: a line for each command; gatehouse help NAME: more of one", columns),
    EXITS_OF_ALL,
  ]);
}

function groupsOf(): readonly [CommandGroup, string][] {
  // The keys of the table are its groups.
  return Object.entries(COMMAND_GROUPS) as [CommandGroup, string][];
}

/** All commands by their groups. */
export function allHelp(root: Command, helper: Help): string {
  const groups = groupsOf().filter(([group]) => !ON_A_LINE.has(group));
  const width = Math.max(...root.commands.map((command) => command.name().length));
  return text([
    `${helper.styleTitle("Usage:")} gatehouse COMMAND …`,
    helper.boxWrap(root.description(), helper.helpWidth ?? 80),
    ...groups.flatMap(([group, title]) => {
      const lines = linesOfGroup(root, group, (name, summary) =>
        helper.formatItem(name, width, summary, helper),
      );
      return lines.length === 0 ? [] : ["", helper.styleTitle(`${title}:`), ...lines];
    }),
    ...lineOfNames(root, "rows", helper),
    ...lineOfNames(root, "other", helper),
    helper.boxWrap(
      "With every command: --help, --json, --project DIR, --policies PATH …: gatehouse help options",
      helper.helpWidth ?? 80,
    ),
    EXITS_OF_ALL,
  ]);
}

const EXITS_OF_ALL = "Exit codes: 0 fine, 1 deny or a check failed, 2 bad usage or input, 3 a defect.";

/** What people seldom type: a line for all. */
const ON_A_LINE: ReadonlySet<CommandGroup> = new Set(["rows", "other"]);

function lineOfNames(root: Command, group: CommandGroup, helper: Help): readonly string[] {
  const names = sortedGroup(root, group).map((command) => command.name());
  const line = `${COMMAND_GROUPS[group]}: ${names.join(", ")}`;
  return names.length === 0 ? [] : [helper.boxWrap(line, helper.helpWidth ?? 80)];
}

function linesOfGroup(
  root: Command,
  group: CommandGroup,
  line: (name: string, summary: string) => string,
): readonly string[] {
  return sortedGroup(root, group).map((command) => line(command.name(), command.summary()));
}

/** The commands of a group, in the order of the table. */
export function sortedGroup(root: Command, group: CommandGroup): readonly Command[] {
  return COMMANDS_BY_GROUP[group].flatMap(
    (row) => root.commands.find((command) => command.name() === commandName(row)) ?? [],
  );
}

function helpOfCommand(command: Command, helper: Help): string {
  const row = commandRow(command.name());
  const width = helper.padWidth(command, helper);
  const wrapped = (line: string): string => helper.boxWrap(line, helper.helpWidth ?? 80);
  const section = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ["", helper.styleTitle(`${title}:`), ...lines];
  const options = (all: readonly Option[]): readonly string[] =>
    all.map((option) =>
      helper.formatItem(
        helper.styleOptionTerm(helper.optionTerm(option)),
        width,
        helper.styleOptionDescription(helper.optionDescription(option)),
        helper,
      ),
    );
  return text([
    `${helper.styleTitle("Usage:")} ${helper.commandUsage(command)}`,
    "",
    wrapped(command.description()),
    // In the first screen: most people copy one.
    ...(row === undefined ? [] : section("Examples", exampleLines(row))),
    ...section(
      "Arguments",
      helper
        .visibleArguments(command)
        .map((argument) =>
          helper.formatItem(
            helper.argumentTerm(argument),
            width,
            helper.argumentDescription(argument),
            helper,
          ),
        ),
    ),
    ...section("Options", options(helper.visibleOptions(command))),
    ...section("Options of all commands that matter here", options(helper.visibleGlobalOptions(command))),
    ...(row === undefined ? [] : ends(row, section, helper)),
  ]);
}

function ends(
  row: CommandRow,
  section: (title: string, lines: readonly string[]) => readonly string[],
  helper: Help,
): readonly string[] {
  const columns = (helper.helpWidth ?? 80) - 4;
  return [
    ...section(
      "Exit codes",
      exitLines(row).map((line) => `  ${helper.boxWrap(line, columns).replaceAll("\n", "\n    ")}`),
    ),
    "",
    `More: ${row.page}`,
  ];
}

/** Lines that are copied are not wrapped. */
function exampleLines({ examples }: CommandRow): readonly string[] {
  return examples.flatMap((example) => [`  # ${example.does}`, `  ${shellLine(example)}`]);
}

/** The exit codes of a command, a line each. */
export function exitLines({ one, otherExits }: Pick<CommandRow, "one" | "otherExits">): readonly string[] {
  return [
    "0: fine",
    ...(one === undefined ? [] : [`1: ${one}`]),
    ...(otherExits?.startsWith("2:") === true ? [] : ["2: bad usage or unreadable input"]),
    ...(otherExits === undefined ? [] : [otherExits]),
  ];
}

function text(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}

/** How an example is typed into a shell. */
export function shellLine({ args, stdin }: Pick<CommandExample, "args" | "stdin">): string {
  const line = ["gatehouse", ...args].map(quoted).join(" ");
  return stdin === undefined ? line : `echo ${quoted(stdin)} | ${line}`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
