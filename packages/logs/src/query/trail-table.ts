import { type AuditRecord, readTrail } from "@gatehouse-hooks/audit";
import { isRecord, own } from "@gatehouse-hooks/json";
import { openRowFile } from "./row-file.js";
import type { RowTable } from "./open-database.js";

/** Columns of texts, and the fields of records that they hold. */
const TEXTS: readonly (readonly [column: string, field: string])[] = [
  ...[
    ...[
      "kind",
      "event",
      "tool",
      "session",
      "effect",
      "policy",
      "tier",
      "reason",
      "handler",
      "outcome",
      "code",
    ],
    ...["message", "path", "run"],
  ].map((name) => [name, name] as const),
  ["event_hash", "eventHash"],
  ["policy_set", "policySet"],
  ["handler_hash", "handlerHash"],
  ["hash", "hash"],
];

/** The columns of the table `audit`. */
const COLUMNS: RowTable["columns"] = {
  time: "TIMESTAMP",
  ...Object.fromEntries(TEXTS.map(([column]) => [column, "VARCHAR"])),
  ms: "DOUBLE",
  lost: "BIGINT",
  hooks:
    "STRUCT(policy VARCHAR, tier VARCHAR, verdict VARCHAR, source VARCHAR, ms DOUBLE, failure VARCHAR, on_failure VARCHAR)[]",
};

/**
 * The records of an audit trail as a table. A field that is not of its kind, which `audit verify` is for, is NULL.
 *
 * @param onRow told how many there have been
 */
export function trailTable(directory: string, onRow: (rows: number) => void): RowTable {
  return {
    name: "audit",
    columns: COLUMNS,
    write: async (file) => {
      const rows = openRowFile(file);
      let read = 0;
      try {
        for await (const record of readTrail(directory)) {
          onRow(++read);
          rows.add(trailRow(record));
        }
      } finally {
        rows.close();
      }
    },
  };
}

function trailRow(record: AuditRecord): Readonly<Record<string, unknown>> {
  const hooks: unknown = "hooks" in record ? record.hooks : null;
  return {
    time: isoTime(record.at),
    ...Object.fromEntries(TEXTS.map(([column, field]) => [column, textIn(record, field)] as const)),
    ms: numberIn(record, "ms"),
    lost: numberIn(record, record.kind === "lost" ? "count" : "lost"),
    hooks: Array.isArray(hooks) ? hooks.map(hookCell) : null,
  };
}

function hookCell(hook: unknown): Readonly<Record<string, unknown>> | null {
  if (!isRecord(hook)) return null;
  const failure: unknown = hook["failure"];
  return {
    policy: textIn(hook, "policy"),
    tier: textIn(hook, "tier"),
    verdict: textIn(hook, "verdict"),
    source: textIn(hook, "source"),
    ms: numberIn(hook, "ms"),
    failure: isRecord(failure) ? textIn(failure, "code") : null,
    on_failure: isRecord(failure) ? textIn(failure, "onFailure") : null,
  };
}

/** A string of an object of its own; `null` for anything else. */
function textIn(record: object, field: string): string | null {
  const value: unknown = own(record, field);
  return typeof value === "string" ? value : null;
}

/** A number of an object of its own, which JSON can say; `null` for anything else. */
function numberIn(record: object, field: string): number | null {
  const value: unknown = own(record, field);
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** A time as DuckDB reads it, from a text or milliseconds since 1970; `null` for what is none, or is far from our days. */
export function isoTime(at: string | number | null): string | null {
  const ms = typeof at === "string" ? Date.parse(at) : at;
  if (ms === null || !(Math.abs(ms) < 1e14)) return null;
  return new Date(ms).toISOString();
}
