import { nearName } from "@gatehouse-hooks/json";
import { HOSTS } from "@gatehouse-hooks/hosts";
import { codeRow, CODES } from "@gatehouse-hooks/console/codes";
import { exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { codeLines } from "@gatehouse-hooks/console/print";
import { type Context, printResult } from "@gatehouse-hooks/local";
import type { CommandProgram } from "../command-row.js";
import { TRIED_WORDS } from "../tried-words.table.js";

/** `policies/…` is what `doctor` puts before an issue of a policy file. */
const PREFIX = "policies/";

/**
 * `gatehouse help [NAME]`: what a command does, or what a code means; with `--json` the row of the code. A name that is both is
 * the command, and the code below it.
 *
 * @throws UsageError for a name that is neither
 */
export async function help(
  context: Context,
  given: string | undefined,
  line: CommandProgram,
): Promise<ExitCode> {
  const names = line.root.commands.map((command) => command.name());
  if (given === undefined) {
    line.show();
    return exitCode.fine;
  }
  if (given === "all") {
    line.showAll();
    return exitCode.fine;
  }
  if (given === "options") {
    line.showOptions();
    return exitCode.fine;
  }
  const row = codeRow(given.startsWith(PREFIX) ? given.slice(PREFIX.length) : given);
  const isCommand = names.includes(given);
  if (!isCommand && row === undefined) throw unknown(given, names);
  if (isCommand && !(context.settings.json && row !== undefined)) line.show(given);
  if (row !== undefined) {
    const lines = codeLines(row, context.colors, context.io.stdout.columns);
    await printResult(context, row, isCommand ? ["", "As a code:", "", ...lines] : lines);
  }
  return exitCode.fine;
}

function unknown(given: string, commands: readonly string[]): UsageError {
  const names = [...CODES.flatMap(({ rows }) => rows.map(({ code }) => code)), ...commands];
  const word = given.toLowerCase().replaceAll("_", "-");
  const tried = Object.hasOwn(TRIED_WORDS, word) ? TRIED_WORDS[word] : ofHost(word);
  const near = nearName(given, names) ?? names.find((one) => word.length > 3 && one.includes(word));
  return new UsageError(
    `\`${given}\` is neither a command nor a code`,
    near === undefined || tried !== undefined
      ? (tried ??
          "the codes are in brackets behind each issue of `gatehouse check`; the commands: `gatehouse help`")
      : `did you mean \`${near}\`?`,
  );
}

/** What leads on from the name of an agent, or of a system whose hook files are read. */
function ofHost(name: string): string | undefined {
  const host = HOSTS.find((one) => one.name === name);
  if (host === undefined) return undefined;
  return host.files === undefined
    ? `gatehouse init ${name} puts the hook into the settings of ${host.title}, and gatehouse doctor ${name} says whether it is guarded`
    : `gatehouse list shows the policies of ${host.title}'s files, gatehouse trust lets those of a project run, and gatehouse test FILE tries one`;
}
