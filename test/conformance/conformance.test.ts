import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { runRows } from "../../packages/cli/test/run-cli.js";
import {
  answerAnswer,
  conditionAnswer,
  factAnswer,
  keyAnswer,
  mergeAnswer,
  payloadAnswer,
  replyAnswer,
} from "./answers.js";
import type { Suite } from "./rows.js";

const root = path.resolve(import.meta.dirname, "../../conformance");

function rowsOf<Name extends keyof Suite>(version: string, name: Name): Suite[Name] {
  return readFileSync(path.join(root, version, `${name}.jsonl`), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Suite[Name][number]) as unknown as Suite[Name];
}

/** The rows that are answered in another way; empty is what is wanted. */
function others<Row extends object>(
  rows: readonly Row[],
  answerOf: (row: Row) => unknown,
  expected: (row: Row) => unknown,
): readonly unknown[] {
  // As it goes out: what is undefined is not there.
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
  return rows.flatMap((row) => {
    const got = plain(answerOf(row));
    const wanted = plain(expected(row));
    try {
      expect(got).toEqual(wanted);
      return [];
    } catch {
      return [{ row, got }];
    }
  });
}

const versions = readdirSync(root, { withFileTypes: true }).flatMap((one) =>
  one.isDirectory() ? [one.name] : [],
);

describe.each(versions)("the suite %s", (version) => {
  test("conditions", () => {
    const rows = rowsOf(version, "conditions");
    expect(others(rows, conditionAnswer, ({ value, error }) => ({ value, error }))).toEqual([]);
    // Both answers and errors are there.
    for (const part of [true, false, undefined])
      expect(rows.filter(({ value }) => value === part).length).toBeGreaterThan(20);
  });

  test("merges", () => {
    const rows = rowsOf(version, "merge");
    expect(others(rows, mergeAnswer, ({ decision }) => decision)).toEqual([]);
    for (const effect of ["deny", "ask", "allow", "abstain"])
      expect(rows.filter(({ decision }) => decision.effect === effect).length).toBeGreaterThan(10);
  });

  test("keys and replies", () => {
    expect(others(rowsOf(version, "keys"), keyAnswer, ({ key }) => key)).toEqual([]);
    expect(others(rowsOf(version, "replies"), replyAnswer, ({ decision }) => decision)).toEqual([]);
  });

  test("payloads of agents, and answers to them", () => {
    expect(others(rowsOf(version, "payloads"), payloadAnswer, ({ event }) => event)).toEqual([]);
    const answered = others(rowsOf(version, "answers"), answerAnswer, ({ stdout, stderr, exitCode }) => ({
      stdout,
      stderr,
      exitCode,
    }));
    expect(answered).toEqual([]);
  });

  test("facts", () => {
    expect(others(rowsOf(version, "facts"), factAnswer, ({ facts }) => facts)).toEqual([]);
  });

  test("the command answers the same rows", async () => {
    const conditions = rowsOf(version, "conditions");
    const values = await runRows(["eval"], conditions);
    expect(values.map(({ ok, value }) => (ok === true ? value : undefined))).toEqual(
      conditions.map(({ value }) => value),
    );
    const keys = rowsOf(version, "keys");
    expect((await runRows(["key"], keys)).map(({ key }) => key)).toEqual(keys.map(({ key }) => key));
    const replies = rowsOf(version, "replies");
    const said = await runRows(["parse-verdict"], replies);
    expect(said.map(({ ok, decision }) => (ok === true ? decision : null))).toEqual(
      replies.map(({ decision }) => decision),
    );
    const facts = rowsOf(version, "facts");
    expect((await runRows(["facts"], facts)).map((answer) => answer["facts"])).toEqual(
      facts.map((row) => row.facts),
    );
  });
});
