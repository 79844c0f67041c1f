import type { CommanderError } from "commander";
import { UsageError } from "@gatehouse-hooks/console";
import { commandRow } from "./command-table.js";

/** Commands that take a command of the shell, whose options are easily taken for theirs. */
const TAKES_COMMAND: ReadonlySet<string> = new Set(["try", "explain", "decide", "facts", "test"]);
/** A word that a shell reads as itself. */
const PLAIN_WORD = /^[\w./:@%+=,-]+$/;

/**
 * What the parser of the command line says about bad usage, as our commands say it, with what to type instead.
 *
 * @param args the command line
 */
export function usageOf({ code, message }: CommanderError, args: readonly string[]): UsageError {
  const [said = "", meant] = message.replace(/^error: /, "").split("\n");
  return new UsageError(said.replace(/\.$/, ""), cureOf(code, args, meant));
}

function cureOf(code: string, args: readonly string[], meant: string | undefined): string {
  const at = args.findIndex((word) => commandRow(word) !== undefined);
  const name = args[at];
  const row = name === undefined ? undefined : commandRow(name);
  if (name === undefined || row === undefined) return didYouMean(meant) ?? "gatehouse --help";
  const rest = args.slice(at + 1);
  if (code === "commander.unknownOption" && TAKES_COMMAND.has(name) && !(rest[0] ?? "-").startsWith("-"))
    return `the command is one word, in quotes: gatehouse ${name} '${rest.every((word) => PLAIN_WORD.test(word)) ? rest.join(" ") : "COMMAND"}'`;
  if (code === "commander.missingArgument")
    return `for example: gatehouse ${row.examples[0].args.join(" ")}; more: gatehouse help ${name}`;
  return didYouMean(meant) ?? `gatehouse help ${name}`;
}

function didYouMean(meant: string | undefined): string | undefined {
  return /^\(Did you mean (.+)\)$/.exec(meant ?? "")?.[1]?.replace(/^/, "Did you mean ");
}
