import { parseJson } from "@gatehouse-hooks/json";
import { exitCode, type ExitCode, readDocument, UsageError } from "@gatehouse-hooks/console";
import { answerKey, answerLines } from "@gatehouse-hooks/workbench/rows";
import { rowOf } from "@gatehouse-hooks/console/lines";
import { type Context, printResult } from "@gatehouse-hooks/local";

/** `gatehouse key [QUESTION]`: the cache key of `{ event, body, model, context }`. `--jsonl`: a question a line. */
export async function key(context: Context, file: string | undefined, jsonl: boolean): Promise<ExitCode> {
  const { io } = context;
  if (jsonl) {
    await answerLines(io, answerKey);
    return exitCode.fine;
  }
  const answer = answerKey(
    rowOf(parseJson(await readDocument(io, file, "a question"), { loneSurrogates: "keep" })),
  );
  if (!("key" in answer)) {
    throw new UsageError(
      answer.issues[0]?.message ?? "no question",
      "for example { event, body, model, context }",
    );
  }
  await printResult(context, answer, [answer.key]);
  return exitCode.fine;
}
