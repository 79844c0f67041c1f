import type { Command, Help, Option } from "commander";
import { commandRow } from "../../packages/cli/src/command-table.js";
import { COMMAND_GROUPS, type CommandGroup } from "../../packages/cli/src/command-row.js";
import { exitLines, shellLine, sortedGroup } from "../../packages/cli/src/help/help-format.js";

/** The manual page `gatehouse.1`, in the language of man(7). */
export function manualPage(root: Command): string {
  const helper = root.createHelp();
  const groups = Object.entries(COMMAND_GROUPS) as [CommandGroup, string][];
  return `${[
    String.raw`.\" Written by "pnpm reference"; do not edit.`,
    '.TH GATEHOUSE 1 "" "gatehouse" "User commands"',
    ".SH NAME",
    String.raw`gatehouse \- decides what an AI agent may do`,
    ".SH SYNOPSIS",
    ".B gatehouse",
    roff("COMMAND [options] [words]"),
    ".SH DESCRIPTION",
    roff(root.description()),
    ...groups.flatMap(([group, title]) => [
      `.SH "${title.toUpperCase()}"`,
      ...sortedGroup(root, group).flatMap((command) => commandLines(command, helper)),
    ]),
    '.SH "OPTIONS OF ALL COMMANDS"',
    ...optionLines(root.options, helper),
    '.SH "EXIT STATUS"',
    roff("0 fine, 1 the decision is deny or a check failed, 2 bad usage or unreadable input, 3 a defect."),
  ].join("\n")}\n`;
}

function commandLines(command: Command, helper: Help): readonly string[] {
  const row = commandRow(command.name());
  return [
    `.SS "${quoted(helper.commandUsage(command))}"`,
    roff(command.description()),
    ...helper
      .visibleArguments(command)
      .flatMap((one) => [".TP", `.I ${roff(one.name())}`, roff(one.description)]),
    ...optionLines(command.options, helper),
    ...(row?.examples ?? []).flatMap((example) => [
      ".PP",
      roff(`${example.does}:`),
      ".PP",
      ".EX",
      roff(`  ${shellLine(example)}`),
      ".EE",
    ]),
    ...(row === undefined ? [] : [".PP", roff(`Exit codes: ${exitLines(row).join("; ")}.`)]),
  ];
}

function optionLines(options: readonly Option[], helper: Help): readonly string[] {
  return options.flatMap((option) => [
    ".TP",
    `.B "${quoted(helper.optionTerm(option))}"`,
    roff(helper.optionDescription(option)),
  ]);
}

/** A line of text: nothing in it is a request, and a minus is one that can be copied. */
function roff(text: string): string {
  const line = text.replaceAll("\\", String.raw`\e`).replaceAll("-", String.raw`\-`);
  return /^[.']/.test(line) ? String.raw`\&` + line : line;
}

/** As an argument in double quotes of a request. */
function quoted(text: string): string {
  return roff(text).replaceAll('"', '""');
}
