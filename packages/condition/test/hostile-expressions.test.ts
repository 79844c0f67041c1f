import { compile, parse } from "@gatehouse-hooks/condition";
import type { JsonValue } from "@gatehouse-hooks/json";
import { sealJson } from "@gatehouse-hooks/json";
import { expect, test } from "vitest";
import { readRows } from "./read-rows.js";
import { processorTime } from "../../../test/growth.js";

interface Row {
  readonly id: string;
  readonly cat: string;
  readonly expr: unknown;
  readonly expr_repeat?: readonly (readonly [string, number])[];
  readonly expect: "safe" | "parse-error";
  readonly value?: boolean;
}

const rows = readRows<Row>("./corpora/hostile-expressions.jsonl");

/** The event that the rows assume. */
const event = JSON.parse(
  '{"toolName":"exec","agentId":"agent-1","params":{"command":"git push --force","path":"src/a.ts","items":["a","b"],"n":3,"zero":0,"flag":true,"nul":null,"obj":{},"own":{"__proto__":"data","constructor":"data","prototype":"data"},"evilIncludes":{"includes":"x"},"fakeString":{"startsWith":"e","length":4}}}',
) as JsonValue;
const sealed = sealJson(event).value ?? null;

/** The rows are written for the base dialect; the language is larger here. `[id, value]` */
const accepted: ReadonlyMap<string, boolean> = new Map([
  ["x154", false], // [].constructor: a chain on a list; nothing inherited
  ["x173", false], // "a" in params: not a list
  ["x207", true], // single quotes
]);

const textOf = ({ expr, expr_repeat }: Row): string =>
  (expr_repeat === undefined
    ? expr
    : expr_repeat.map(([text, times]) => text.repeat(times)).join("")) as string;

test("every hostile expression is refused or evaluates safely", () => {
  const names = Object.getOwnPropertyNames(Object.prototype);
  for (const row of rows) {
    const { ast, issues } = parse(textOf(row));
    const outcomes = ast === null ? [] : [compile(ast)(event), compile(ast)(sealed)];
    const known = accepted.get(row.id);
    if (known !== undefined) expect([row.id, ...outcomes]).toEqual([row.id, known, known]);
    else if (row.expect === "parse-error")
      expect([row.id, issues.length > 0, ast]).toEqual([row.id, true, null]);
    else if (ast !== null && row.value !== undefined) {
      expect([row.id, ...outcomes]).toEqual([row.id, row.value, row.value]);
    }
    for (const { message } of issues) expect(message).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
  }
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(names);
  expect(rows.length).toBe(315);
});

test("no hostile expression takes longer than a large good one, by far", () => {
  const good = `params.path.glob("*a*a*b")${" || a.b == 1".repeat(500)}`;
  const read = (text: string) => (): void => {
    const { ast } = parse(text);
    if (ast !== null) compile(ast)(sealed);
  };
  const usual = processorTime(read(good));
  // Again side by side, where another job on the machine may have been what took so long.
  const isSlow = (text: string): boolean =>
    [1, 2, 3].every(() => processorTime(read(text)) > 10 * processorTime(read(good)));
  const slow = rows.filter((row) => {
    const text = textOf(row);
    const start = process.cpuUsage();
    read(text)();
    const { user, system } = process.cpuUsage(start);
    return user + system > 10 * usual && isSlow(text);
  });
  expect(slow.map(({ id }) => id)).toEqual([]);
});

test("the rows that the larger language accepts are still in the corpus as refused", () => {
  const listed = rows.filter(({ id }) => accepted.has(id));
  expect(listed.map(({ expect: expected }) => expected)).toEqual([
    "parse-error",
    "parse-error",
    "parse-error",
  ]);
});
