import { exitCode, type ExitCode, readDocument } from "@gatehouse-hooks/console";
import { answerLines, answerVerdict, readReply } from "@gatehouse-hooks/workbench/rows";
import { printable } from "@gatehouse-hooks/console/print";
import { type Context, printResult } from "@gatehouse-hooks/local";

interface ParseVerdictOptions {
  readonly lenient: boolean;
  readonly jsonl: boolean;
}

/**
 * `gatehouse parse-verdict [REPLY]`: what a judge's reply says; exit code 1 when it says nothing that counts.
 * `--jsonl`: `{ reply }` a line.
 */
export async function parseVerdict(
  context: Context,
  file: string | undefined,
  { lenient, jsonl }: ParseVerdictOptions,
): Promise<ExitCode> {
  const { io, colors } = context;
  if (jsonl) {
    await answerLines(io, (row) => answerVerdict(row, lenient));
    return exitCode.fine;
  }
  const bytes = await readDocument(io, file, "a reply");
  const answer = readReply(new TextDecoder().decode(bytes), lenient);
  await printResult(context, answer, [
    answer.ok
      ? `${colors.green(answer.decision)}  ${printable(answer.reason)}`
      : `${colors.red("no verdict")}  ${printable(answer.message)} (${answer.code})`,
  ]);
  return answer.ok ? exitCode.fine : exitCode.refused;
}
