import { isRecord } from "@gatehouse-hooks/json";
import type { Answer } from "@gatehouse-hooks/engine";
import { freezeAnswer, readAnswer } from "./answer.js";
import type { Partition, StoredScope } from "./store.js";
import { sessionPartition } from "./store.js";

/** What a store outside this process keeps: a line of the file, a value in Redis. Times are wall-clock milliseconds. */
export type LogRecord =
  | {
      readonly kind: "put";
      readonly partition: Partition;
      readonly key: string;
      readonly answer: Answer;
      readonly storedAt: number;
      readonly ttlMs: number;
      /** The partition's epoch when the question was claimed. */
      readonly epoch: string;
    }
  /** A partition or a scope was cleared: from here on it has a new epoch. */
  | { readonly kind: "clear"; readonly partition: Partition; readonly epoch: string }
  | { readonly kind: "clear-scope"; readonly scope: StoredScope; readonly epoch: string };

/** Goes up when a line changes its meaning; lines of another version are not read. */
const RECORD_VERSION = 1;

/** The record as one line of JSON. */
export function writeLogRecord(record: LogRecord): string {
  switch (record.kind) {
    case "put": {
      const { partition, key, answer, storedAt, ttlMs, epoch } = record;
      const put = { k: key, a: answer, t: storedAt, l: ttlMs, e: epoch };
      return JSON.stringify({ v: RECORD_VERSION, o: "put", ...writePartition(partition), ...put });
    }
    case "clear":
      return JSON.stringify({
        v: RECORD_VERSION,
        o: "clear",
        ...writePartition(record.partition),
        e: record.epoch,
      });
    case "clear-scope":
      return JSON.stringify({ v: RECORD_VERSION, o: "clear-scope", p: record.scope, e: record.epoch });
  }
}

/** `undefined` for every line that is not exactly a record of this version. */
export function readLogRecord(line: string): LogRecord | undefined {
  const fields = parseFields(line);
  if (fields?.["v"] !== RECORD_VERSION) return undefined;
  const { o: kind, p: scope, e: epoch } = fields;
  if (typeof epoch !== "string" || (scope !== "session" && scope !== "global")) return undefined;
  if (kind === "clear-scope") return { kind, scope, epoch };
  const partition = readPartition(scope, fields["s"]);
  if (partition === undefined) return undefined;
  if (kind === "clear") return { kind, partition, epoch };
  return kind === "put" ? readPut(fields, partition, epoch) : undefined;
}

function readPartition(scope: StoredScope, session: unknown): Partition | undefined {
  if (session !== undefined && (typeof session !== "string" || scope === "global")) return undefined;
  return scope === "global" ? { scope } : sessionPartition(session);
}

function readPut(
  fields: Readonly<Record<string, unknown>>,
  partition: Partition,
  epoch: string,
): LogRecord | undefined {
  const { k: key, t: storedAt, l: ttlMs } = fields;
  const answer = readAnswer(fields["a"]);
  if (answer === undefined || typeof key !== "string") return undefined;
  if (typeof storedAt !== "number" || typeof ttlMs !== "number") return undefined;
  return { kind: "put", partition, key, answer: freezeAnswer(answer), storedAt, ttlMs, epoch };
}

function writePartition(partition: Partition): { p: StoredScope; s?: string } {
  return partition.scope === "session" && partition.session !== undefined
    ? { p: "session", s: partition.session }
    : { p: partition.scope };
}

function parseFields(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const fields: unknown = JSON.parse(line);
    return isRecord(fields) ? fields : undefined;
  } catch {
    return undefined;
  }
}
