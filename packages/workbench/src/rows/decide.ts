import { type Decision, refusal, readEvent } from "@gatehouse-hooks/engine";
import type { Issue } from "@gatehouse-hooks/json";
import {
  eventOrCommand,
  exitCode,
  type ExitCode,
  looksLikePolicies,
  readEventDocument,
  UsageError,
} from "@gatehouse-hooks/console";
import { answerLines, type RowKind } from "./answer-lines.js";
import { isNotApproved } from "@gatehouse-hooks/runtime";
import { followingRuntime } from "@gatehouse-hooks/local/open";
import { openDecider } from "@gatehouse-hooks/agents/hook";
import { decisionLines, printable } from "@gatehouse-hooks/console/print";
import { type Context, printResult, writeNotices } from "@gatehouse-hooks/local";
import { type MayrosOutput, toMayrosOutput } from "@gatehouse-hooks/hosts";
import { MAYROS_PLACES } from "@gatehouse-hooks/hosts/agents";

interface DecideFlags {
  readonly jsonl: boolean;
  /** What is printed: the decision, or what an agent takes. */
  readonly output: string;
}

/** What an agent takes is called as it is. */
const OF_AGENT = MAYROS_PLACES.name;

/** An event is a row itself: the limits of the boundary hold, lone surrogates are refused. */
const EVENT: RowKind = { what: "an event", limits: {} };

/**
 * `gatehouse decide [EVENT]`: the decision of one event; exit code 1 on deny, 2 when the event is not one (a deny is
 * printed anyway: a caller that reads only the output fails closed). `--jsonl`: an event a line, a decision a line, by the
 * policies as they are then.
 */
export async function printDecisions(
  context: Context,
  file: string | undefined,
  { jsonl, output }: DecideFlags,
): Promise<ExitCode> {
  const { io, colors, noticeColors } = context;
  if (output !== "decision" && output !== OF_AGENT) {
    throw new UsageError(`--output is \`${output}\``, `write \`decision\` or \`${OF_AGENT}\``);
  }
  const shown = (decision: Decision, event: unknown): unknown =>
    output === OF_AGENT ? mayrosRow(decision, event) : decision;
  if (jsonl) return await decideLines(context, shown);
  const document = await eventOrCommand(io, file);
  const decider = await openDecider(context);
  try {
    await writeNotices(context, decider.policies);
    const read = readEventDocument(document);
    const event = read.kind === "event" ? read.event : null;
    const decision = read.kind === "event" ? await decider.decide(read.event) : invalid(read.issue);
    const json = shown(decision, event);
    await printResult(
      context,
      json,
      output === OF_AGENT ? [JSON.stringify(json)] : decisionLines(decision, colors, isNotApproved),
    );
    if (read.kind === "refused") {
      if (file !== undefined && looksLikePolicies(file))
        await io.stderr.write(
          `${noticeColors.yellow("note")} \`${printable(file)}\` is read as an event; policies: gatehouse decide --policies ${printable(file)} EVENT.json\n`,
        );
      if (read.issue.cure !== undefined) await io.stderr.write(`  ${read.issue.cure}\n`);
      return exitCode.usage;
    }
    return decision.effect === "deny" ? exitCode.refused : exitCode.fine;
  } finally {
    await decider.close();
  }
}

/** An event a line, a decision a line. */
async function decideLines(
  context: Context,
  shown: (decision: Decision, event: unknown) => unknown,
): Promise<ExitCode> {
  const runtime = await followingRuntime(context);
  const answer = (event: unknown): unknown => {
    const decided = runtime.decide(event);
    return decided instanceof Promise
      ? decided.then((decision) => shown(decision, event))
      : shown(decided, event);
  };
  try {
    await answerLines(
      context.io,
      (row) => (row.kind === "refused" ? shown(invalid(row.issue), null) : answer(row.row)),
      EVENT,
    );
    return exitCode.fine;
  } finally {
    await runtime.close();
  }
}

/** The decision about something that is not an event. */
function invalid({ message }: Issue): Decision {
  return refusal(`invalid event: ${message}`);
}

/**
 * What a handler of Mayros returns for a decision. If the input is not an event, it stops whatever the host was
 * about to do.
 */
function mayrosRow(decision: Decision, event: unknown): MayrosOutput {
  const read = readEvent(event);
  if (read.kind === "event") return toMayrosOutput(decision, read.event);
  return { block: true, blockReason: decision.reason, cancel: true, cancelReason: decision.reason };
}
