import type { Verdict } from "@gatehouse-hooks/engine";
import { isRecord, type JsonObject, own } from "@gatehouse-hooks/json";
import { canonicalJson } from "@gatehouse-hooks/json/canonical";
import type { RecordedDecision } from "@gatehouse-hooks/replay";
import { closeSync, openSync } from "node:fs";
import { parseLine } from "@gatehouse-hooks/console/lines";
import type { LogUnit } from "./find-logs.js";
import { isTrailRecord, logRowOf, rowTime } from "./log-row.js";
import { readRange } from "./read-range.js";

/** Records that are kept: what an audit trail of months holds. */
const MOST_RECORDS = 1_000_000;

/** A decision with what of the machine it was made with. */
interface RecordedCall extends RecordedDecision {
  readonly evidence?: JsonObject;
}

/** What audit trails know of events, by hashes. Plain data: workers get a copy. */
export interface TrailRecords {
  /** The decisions on an event, by the event's hash, in the order of the trail: where something is remembered, the same call may be decided otherwise. */
  readonly decisions: ReadonlyMap<string, readonly RecordedCall[]>;
  /** What a handler answered, by `runKey`. */
  readonly answers: ReadonlyMap<string, Verdict>;
  /** Records that were too many to keep. */
  readonly dropped: number;
  /** Calls that did what their facts do not have, as boxes noted it (`facts-unsound`). */
  readonly unsound: number;
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
  const decisions = new Map<string, RecordedCall[]>();
  const answers = new Map<string, Verdict>();
  let [kept, dropped, unsound] = [0, 0, 0];
  const take = (row: JsonObject): void => {
    const eventHash = own(row, "eventHash");
    if (own(row, "code") === "facts-unsound" && isTrailRecord(row)) unsound++;
    if (!isTrailRecord(row) || typeof eventHash !== "string") return;
    if (kept >= MOST_RECORDS) {
      dropped++;
      return;
    }
    kept++;
    if (own(row, "kind") === "run") {
      const answer = answerOf(row, eventHash);
      if (answer !== null) answers.set(answer.key, answer.verdict);
      return;
    }
    const made = callOf(row);
    if (made === null) return;
    const before = decisions.get(eventHash);
    if (before === undefined) decisions.set(eventHash, [made]);
    else before.push(made);
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
  return { decisions, answers, dropped, unsound };
}

function callOf(row: JsonObject): RecordedCall | null {
  const read = logRowOf(row, { path: "", line: 1, offset: 0 });
  if (read.kind !== "decision") return null;
  const evidence = own(row, "evidence");
  return {
    live: read.decision,
    at: rowTime(own(row, "now")) ?? rowTime(own(row, "at")),
    ...(isRecord(evidence) && { evidence }),
  };
}

/**
 * The one of several decisions on the same event that was made when it came: the nearest one. Without a time, the first, where all of them are alike.
 *
 * @param at when the event came; `null`: not known
 */
export function decisionAt(all: readonly RecordedCall[], at: number | null): RecordedDecision | null {
  const { effect, policy } = all[0]?.live ?? {};
  const one = nearest(all, at, ({ live }) => live.effect === effect && live.policy === policy);
  if (one === undefined) return null;
  return { live: one.live, at: all.length > 1 && at === null ? null : one.at };
}

/** The same of what it was made with. */
export function evidenceAt(all: readonly RecordedCall[], at: number | null): JsonObject | undefined {
  const first = textOf(all[0]);
  return nearest(all, at, (one) => textOf(one) === first)?.evidence;
}

function textOf(call: RecordedCall | undefined): string {
  return canonicalJson(call?.evidence ?? {});
}

function nearest(
  all: readonly RecordedCall[],
  at: number | null,
  isAlike: (one: RecordedCall) => boolean,
): RecordedCall | undefined {
  const [first, ...others] = all;
  if (first === undefined || others.length === 0) return first;
  if (at === null) return others.every(isAlike) ? first : undefined;
  const far = (one: RecordedCall): number => (one.at === null ? Infinity : Math.abs(one.at - at));
  return others.reduce((best, one) => (far(one) < far(best) ? one : best), first);
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
