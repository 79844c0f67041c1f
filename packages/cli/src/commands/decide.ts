import { parseJson } from "@gatehouse/condition/json";
import type { Decision } from "@gatehouse/engine";
import { exitCode, type ExitCode } from "../exit-code.js";
import { answerLines } from "../jsonl/answer-lines.js";
import type { Row } from "../jsonl/row.js";
import { loadPolicies } from "../load/load-policies.js";
import { type OpenRuntime, openRuntime } from "../open-runtime.js";
import { decisionLines } from "../print/decision.js";
import { readDocument } from "../read-document.js";
import { type Context, print } from "../settings.js";
import { writeNotices } from "../write-notices.js";
import { refusal } from "../rows/refusal.js";

/**
 * `gatehouse decide [EVENT]`: the decision of one event; exit code 1 on deny, 2 when the event is none (a deny is
 * printed all the same: whoever reads only the output fails closed). `--jsonl`: an event a line, a decision a line.
 */
export async function decide(context: Context, file: string | undefined, jsonl: boolean): Promise<ExitCode> {
  const { io, settings, colors } = context;
  const document = jsonl ? undefined : await readDocument(io, file, "an event");
  const loaded = await loadPolicies(io, settings);
  await writeNotices(context, loaded);
  const open = openRuntime(context, loaded);
  try {
    if (document === undefined) {
      await answerLines(io, async (row) => await decideRow(open, row), {});
      return exitCode.fine;
    }
    const read = parseJson(document);
    const decision = "issue" in read ? refusal(read.issue) : await open.runtime.decide(read.value);
    await print(context, decision, decisionLines(decision, colors));
    if ("issue" in read) return exitCode.usage;
    return decision.effect === "deny" ? exitCode.refused : exitCode.fine;
  } finally {
    await open.runtime.close();
    await open.flush();
  }
}

async function decideRow({ runtime }: OpenRuntime, row: Row): Promise<Decision> {
  return row.kind === "refused" ? refusal(row.issue) : await runtime.decide(row.row);
}
