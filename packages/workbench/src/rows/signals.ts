import { parseJson } from "@gatehouse-hooks/json";
import { exitCode, type ExitCode, readDocument, UsageError } from "@gatehouse-hooks/console";
import { type Context, printResult } from "@gatehouse-hooks/local";
import { answerLines } from "./answer-lines.js";
import { rowOf } from "@gatehouse-hooks/console/lines";
import { answerSignals } from "./signals-row.js";

/** `gatehouse signals [FILE]`: what signals find in messages, `{ signals, texts, prompt? }`. `--jsonl`: one a line. */
export async function signals(context: Context, file: string | undefined, jsonl: boolean): Promise<ExitCode> {
  const { io } = context;
  if (jsonl) {
    await answerLines(io, answerSignals);
    return exitCode.fine;
  }
  const bytes = await readDocument(io, file, "a row of signals and messages");
  const answer = answerSignals(rowOf(parseJson(bytes, { loneSurrogates: "keep" })));
  if (!("fires" in answer))
    throw new UsageError(answer.issues[0]?.message ?? "no signals", "for example { signals, texts }");
  const { fires, score, matched } = answer;
  await printResult(context, answer, [
    `${fires ? "fires" : "does not fire"} with a score of ${score}: ${matched.join(", ")}`,
  ]);
  return exitCode.fine;
}
