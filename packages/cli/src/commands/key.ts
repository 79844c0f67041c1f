import { parseJson } from "@gatehouse-hooks/json";
import { exitCode, type ExitCode } from "../exit-code.js";
import { answerLines } from "../jsonl/answer-lines.js";
import { readDocument } from "../read-document.js";
import { answerKey } from "../jsonl/key-row.js";
import { rowOf } from "../jsonl/row.js";
import { type Context, print } from "../settings.js";
import { UsageError } from "../usage-error.js";

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
  await print(context, answer, [answer.key]);
  return exitCode.fine;
}
