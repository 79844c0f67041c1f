import type { Command, Help, Option } from "commander";
import { commandRow } from "../../packages/cli/src/command-table.js";
import {
  COMMAND_GROUPS,
  type CommandGroup,
  type CommandRow,
  optionsThatMatter,
} from "../../packages/cli/src/command-row.js";
import { exitLines, shellLine, sortedGroup } from "../../packages/cli/src/help/help-format.js";
import { codeSpan, markdownTable } from "./markdown-table.js";

/** The reference of every command and option, as Markdown. */
export function commandLinePage(root: Command): string {
  const helper = root.createHelp();
  const groups = Object.entries(COMMAND_GROUPS) as [CommandGroup, string][];
  return [
    "# The command line",
    "",
    "<!-- Written by `pnpm reference`; do not edit. -->",
    "",
    "Every command of `gatehouse`, with its words, options, examples and exit codes; `gatehouse COMMAND --help` and `man gatehouse` say the same.",
    "",
    ...groups.flatMap(([group, title]) => [
      `- ${title}: ${sortedGroup(root, group)
        .map((command) => `[\`${command.name()}\`](#${command.name()})`)
        .join(", ")}`,
    ]),
    "",
    "## Options of all commands",
    "",
    "They are given before the command or behind it. `--policies` and `--enforced` take one path each, and may come again. Which of them",
    "change what a command does is said there.",
    "",
    optionTable(root.options, helper),
    "",
    "## Exit codes",
    "",
    "0: fine. 1: the decision is deny, or a check failed. 2: bad usage or unreadable input. 3: a defect of Gatehouse. Signals end with 129, 130",
    "or 143, and a closed output with 141. What a command means by 1 is said there.",
    "",
    ...groups.flatMap(([group, title]) => [
      `## ${title}`,
      "",
      ...sortedGroup(root, group).flatMap((command) => sectionOf(command, root, helper)),
    ]),
  ].join("\n");
}

function sectionOf(command: Command, root: Command, helper: Help): readonly string[] {
  const row = commandRow(command.name());
  const words = helper.visibleArguments(command).map((one) => [codeSpan(one.name()), one.description]);
  const matter = optionsThatMatter(row, root).map(({ long }) => codeSpan(long ?? ""));
  return [
    `### ${command.name()}`,
    "",
    `${codeSpan(helper.commandUsage(command))}: ${escaped(command.description())}.`,
    "",
    ...(words.length === 0 ? [] : [markdownTable(["word", "is"], words), ""]),
    ...(command.options.length === 0 ? [] : [optionTable(command.options, helper), ""]),
    ...(matter.length === 0 ? [] : [`Of the options of all commands: ${matter.join(", ")}.`, ""]),
    ...(row === undefined ? [] : endOf(row)),
  ];
}

function endOf(row: CommandRow): readonly string[] {
  return [
    "```sh",
    ...row.examples.flatMap((example) => [`# ${example.does}`, shellLine(example)]),
    "```",
    "",
    `Exit codes: ${exitLines(row).join("; ")}. More: [${row.page}](../../${row.page}).`,
    "",
  ];
}

function optionTable(options: readonly Option[], helper: Help): string {
  return markdownTable(
    ["option", "means"],
    options.map((option) => [codeSpan(helper.optionTerm(option)), escaped(helper.optionDescription(option))]),
  );
}

/** Text outside of code is not taken for elements. */
function escaped(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll("<", "&lt;").replaceAll("*", String.raw`\*`),
    )
    .join("");
}
