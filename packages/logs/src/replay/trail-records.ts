import type { Verdict } from "@gatehouse-hooks/engine";
import { isRecord, type JsonObject, own } from "@gatehouse-hooks/json";
import type { LiveDecision } from "@gatehouse-hooks/replay";
import { closeSync, openSync } from "node:fs";
import { parseLine } from "@gatehouse-hooks/console/lines";
import type { LogUnit } from "./find-logs.js";
import { isTrailRecord, logRowOf } from "./log-row.js";
import { readRange } from "./read-range.js";

/** Records that are kept: what an audit trail of months holds. */
const MOST_RECORDS = 1_000_000;

/** What audit trails know of events, by hashes. Plain data: workers get a copy. */
export interface TrailRecords {
  /** The decision on an event, by the event's hash. */
  readonly decisions: ReadonlyMap<string, LiveDecision>;
  /** What of the machine an event was decided with, by the event's hash. */
  readonly evidence: ReadonlyMap<string, JsonObject>;
  /** What a handler answered, by `runKey`. */
  readonly answers: ReadonlyMap<string, Verdict>;
  /** Records that were too many to keep. */
  readonly dropped: number;
}

/** The key of a handler's answer: the same policy asked the same thing about the same event. */
export function runKey(tier: string, policy: string, handlerHash: string, eventHash: string): string {
  return `${handlerHash} ${eventHash} ${tier}/${policy}`;
}

/**
 * Reads what audit trails hold of decisions and of the answers of judges. Failures are no answers, and what commands and functions
 * answered is not in a trail as a whole: they may have rewritten the input.
 *
 * @throws what the file system throws
 */
export async function readTrailRecords(units: readonly LogUnit[]): Promise<TrailRecords> {
  const decisions = new Map<string, LiveDecision>();
  const answers = new Map<string, Verdict>();
  const evidence = new Map<string, JsonObject>();
  let dropped = 0;
  const take = (row: JsonObject): void => {
    const eventHash = own(row, "eventHash");
    if (!isTrailRecord(row) || typeof eventHash !== "string") return;
    if (decisions.size + answers.size >= MOST_RECORDS) {
      dropped++;
      return;
    }
    if (own(row, "kind") === "run") {
      const answer = answerOf(row, eventHash);
      if (answer !== null) answers.set(answer.key, answer.verdict);
      return;
    }
    const read = logRowOf(row, { path: "", line: 1, offset: 0 });
    // An event that came twice was decided by the policies of then both times.
    if (read.kind !== "decision" || decisions.has(eventHash)) return;
    decisions.set(eventHash, read.decision);
    const known = own(row, "evidence");
    if (isRecord(known)) evidence.set(eventHash, known);
  };
  for (const unit of units) {
    if (unit.kind !== "rows" || !unit.trail) continue;
    const { file, size } = unit;
    const fd = openSync(file, "r");
    try {
      await readRange(
        fd,
        { from: 0, to: size },
        {
          line: (line) => {
            const read = line === null ? undefined : parseLine(line, {}).value;
            if (isRecord(read)) take(read);
          },
          pause: () => false,
        },
      );
    } finally {
      closeSync(fd);
    }
  }
  return { decisions, evidence, answers, dropped };
}

const KINDS = ["approve", "warn", "ask", "deny"] as const;

function answerOf(
  row: JsonObject,
  eventHash: string,
): { readonly key: string; readonly verdict: Verdict } | null {
  const [policy, tier, handler, handlerHash, outcome, reason] = [
    "policy",
    "tier",
    "handler",
    "handlerHash",
    "outcome",
    "reason",
  ].map((name) => own(row, name));
  const kind = KINDS.find((one) => one === outcome);
  if (handler !== "judge" || kind === undefined) return null;
  if (typeof policy !== "string" || typeof tier !== "string" || typeof handlerHash !== "string") return null;
  return {
    key: runKey(tier, policy, handlerHash, eventHash),
    verdict: { kind, reason: typeof reason === "string" ? reason : "", source: "audit" },
  };
}
