import { explainEvent, explanationLines } from "@gatehouse-hooks/workbench/explain";
import {
  eventOrCommand,
  exitCode,
  type ExitCode,
  readEventDocument,
  UsageError,
} from "@gatehouse-hooks/console";
import { loadPolicies } from "@gatehouse-hooks/local/places";
import { type Context, printResult, writeNotices } from "@gatehouse-hooks/local";

/**
 * `gatehouse explain [EVENT]`: why an event is answered as it is: the decision, the tests of conditions that decided, what would have
 * changed it, and what a judge would be told. Asks and runs nothing unless `live`. The exit code does not tell the decision.
 *
 * @throws UsageError for what is not an event
 */
export async function explainAnswer(
  context: Context,
  file: string | undefined,
  { live }: { readonly live: boolean },
): Promise<ExitCode> {
  const { io, settings, colors } = context;
  const read = readEventDocument(await eventOrCommand(io, file));
  if (read.kind === "refused") throw new UsageError(read.issue.message, read.issue.cure);
  const loaded = await loadPolicies(io, settings);
  await writeNotices(context, loaded);
  const explained = await explainEvent(context, loaded, read.event, { live, tests: loaded.tests });
  await printResult(context, explained, explanationLines(explained, colors));
  return exitCode.fine;
}
