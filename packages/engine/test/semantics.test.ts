import { readFileSync } from "node:fs";
import { compilePolicies, decide, readEvent, type Verdict } from "@gatehouse-hooks/engine";
import { describe, expect, test } from "vitest";
import { definitionOf, type RowPolicy } from "./row-policy.js";

interface Row {
  readonly name: string;
  readonly policies: readonly RowPolicy[];
  readonly event?: { readonly event: string; readonly params?: { readonly list?: number } };
  readonly verdicts?: Readonly<Record<string, Verdict>>;
  readonly expect: Readonly<Record<string, unknown>>;
}

function eventOf(row: Row): object {
  const event = row.event ?? { event: "before_tool_call" };
  const length = event.params?.list;
  return {
    toolName: "exec",
    params: length === undefined ? { cmd: "ls" } : { list: Array.from({ length }, (_, i) => i) },
    ...event,
    ...(length === undefined ? {} : { params: { list: Array.from({ length }, (_, i) => i) } }),
  };
}

describe.each(["merge", "failure", "rewrite"])("%s", (file) => {
  const rows = JSON.parse(
    readFileSync(new URL(`rows/${file}.json`, import.meta.url), "utf8"),
  ) as readonly Row[];

  test.each(rows)("$name", (row) => {
    const { set, issues } = compilePolicies(row.policies.map(definitionOf));
    const read = readEvent(eventOf(row));
    if (read.kind !== "event") throw new Error(read.issue.message);
    const decision = decide(set, read.event, new Map(Object.entries(row.verdicts ?? {})));

    const { asked, notes, issues: codes, updatedInput, updatedInputKeys, ...plain } = row.expect;
    expect(decision).toMatchObject(plain);
    expect(issues.map((issue) => issue.code).filter((code) => code !== "condition-unparsed")).toEqual(
      codes ?? [],
    );
    if (asked !== undefined) expect(decision.trace.map((entry) => entry.policy)).toEqual(asked);
    if (updatedInput === null) expect(decision).not.toHaveProperty("updatedInput");
    else if (updatedInput !== undefined) expect({ ...decision.updatedInput }).toEqual(updatedInput);
    if (updatedInputKeys !== undefined)
      expect(Object.keys(decision.updatedInput ?? {})).toEqual(updatedInputKeys);
    for (const [policy, expected] of Object.entries((notes ?? {}) as Record<string, string[]>)) {
      expect(decision.trace.find((entry) => entry.policy === policy)?.notes).toEqual(expected);
    }
  });
});
