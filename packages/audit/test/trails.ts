import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type AuditRecord, type DecisionEntry, readTrail } from "@gatehouse-hooks/audit";

/** A decision to record; the reason tells entries apart. */
export function entry(reason: string, more: Partial<DecisionEntry> = {}): DecisionEntry {
  return {
    kind: "decision",
    event: "before_tool_call",
    tool: "exec",
    eventHash: "0".repeat(64),
    policySet: "1".repeat(64),
    effect: "abstain",
    policy: null,
    reason,
    ms: 1,
    hooks: [],
    ...more,
  };
}

/** The files of a trail, oldest first. */
export function filesOf(directory: string): readonly string[] {
  return readdirSync(directory)
    .sort()
    .map((name) => path.join(directory, name));
}

/** The lines of a file, without empty ones. */
export function linesIn(file: string): readonly string[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
}

export function writeLines(file: string, lines: readonly string[]): void {
  writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
}

/** All records of a trail, in order. */
export async function recordsOf(directory: string): Promise<readonly AuditRecord[]> {
  const records: AuditRecord[] = [];
  for await (const record of readTrail(directory)) records.push(record);
  return records;
}

/** The reasons of the decisions among records. */
export function reasonsOf(records: readonly AuditRecord[]): readonly string[] {
  return records.flatMap((record) => (record.kind === "decision" ? record.reason : []));
}
