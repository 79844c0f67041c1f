import { exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { lateProgramFacts } from "@gatehouse-hooks/local/facts";
import { answerLines, commandEvent, factsAnswer } from "@gatehouse-hooks/workbench/rows";
import { factLines } from "@gatehouse-hooks/console/print";
import { type Context, printResult } from "@gatehouse-hooks/local";

interface FactsOptions {
  readonly jsonl: boolean;
  /** A table of programs to check. */
  readonly check: string | undefined;
}

/**
 * `gatehouse facts COMMAND`: what a command of the shell may do when it runs here, without running it. Links are looked at. `--jsonl`: a row of
 * `{ command, cwd?, home?, workspace?, platform? }` or an event a line. `--check TABLE`: runs the tests of a table of programs.
 */
export async function facts(
  context: Context,
  command: string | undefined,
  { jsonl, check }: FactsOptions,
): Promise<ExitCode> {
  const { io, settings, colors } = context;
  if (check !== undefined)
    return (await import("@gatehouse-hooks/workbench/check/check-table")).checkTable(context, check);
  const { programFacts, factsAt } = lateProgramFacts();
  if (jsonl) {
    await answerLines(io, (row) => factsAnswer(row, programFacts.facts));
    return exitCode.fine;
  }
  if (command === undefined) throw new UsageError("a command is missing", "gatehouse facts 'rm -rf build'");
  const place = { home: io.home, project: settings.project, isOfProject: true };
  const found = factsAt(place, commandEvent(command, { cwd: io.cwd }));
  await printResult(context, found, factLines(found, colors));
  return exitCode.fine;
}
