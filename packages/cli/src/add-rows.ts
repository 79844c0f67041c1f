import { type Command, Option } from "commander";
import { repeated } from "@gatehouse-hooks/console";
import type { GlobalOptions } from "@gatehouse-hooks/local";
import { type CommandRow, commandName, type GivenWords, type OptionRows } from "./command-row.js";

/** Adds options to a command, in their order. */
export function addOptions(command: Command, rows: OptionRows): void {
  for (const [flags, row] of Object.entries(rows)) {
    if (typeof row === "string") {
      command.option(flags, row);
      continue;
    }
    const option = new Option(flags, row.means);
    if (row.default !== undefined) option.default(row.default);
    if (row.repeated !== undefined)
      option.argParser<readonly string[] | undefined>(row.repeated === true ? repeated : splitAtCommas);
    command.addOption(option);
  }
}

function splitAtCommas(given: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...given.split(",").map((name) => name.trim())];
}

/** Adds a command with its words and options, without what it does. */
export function addCommand(root: Command, row: CommandRow): Command {
  const command = root.command(row.usage).description(row.description).summary(row.summary);
  for (const argument of command.registeredArguments) {
    const word = row.words?.[argument.name()];
    argument.description = (typeof word === "string" ? word : word?.means) ?? "";
  }
  addOptions(command, row.options ?? {});
  return command;
}

/**
 * What a command was given.
 *
 * @throws Error by its members, for an option that the command does not have: its row is wrong
 */
export function givenWords(command: Command, row: CommandRow): GivenWords {
  const options = command.optsWithGlobals<GlobalOptions>();
  const all = command.optsWithGlobals<Readonly<Record<string, unknown>>>();
  const words: readonly unknown[] = command.processedArgs;
  const known = new Set(
    [command, command.parent].flatMap((one) => one?.options.map((option) => option.attributeName()) ?? []),
  );
  const valueOf = (option: string): unknown => {
    if (!known.has(option)) throw new Error(`\`${commandName(row)}\` has no option \`${option}\``);
    return all[option];
  };
  return {
    options,
    all,
    word: (at) => textOf(words[at]),
    list: (at) => textsOf(words[at]),
    text: (option) => textOf(valueOf(option)),
    texts: (option) => textsOf(valueOf(option)),
    has: (option) => valueOf(option) === true,
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
