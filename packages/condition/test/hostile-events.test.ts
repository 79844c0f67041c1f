import { runInThisContext } from "node:vm";
import { types } from "node:util";
import { compile, parse } from "@gatehouse-hooks/condition";
import type { JsonValue } from "@gatehouse-hooks/json";
import { parseJsonObject, sealJsonObject } from "@gatehouse-hooks/json";
import type { JsonResult } from "@gatehouse-hooks/json";
import { expect, test } from "vitest";
import { readRows } from "./read-rows.js";

interface Row {
  readonly id: string;
  readonly cat: string;
  readonly kind: "json" | "json_repeat" | "js" | "bytes";
  readonly json?: string;
  readonly json_repeat?: readonly (readonly [string, number])[];
  readonly js?: string;
  readonly b64?: string;
  readonly check: { readonly type: string; readonly expr?: string; readonly value?: boolean };
}

const rows = readRows<Row>("./corpora/hostile-events.jsonl");
const world = globalThis as { __hits?: number; __cleanup?: () => void };

/** The row's value as it arrives. The `js` texts are the corpus' own constructors, run only here. */
function arrive(row: Row): unknown {
  if (row.kind === "js") return runInThisContext(`(${row.js})`);
  if (row.kind === "bytes") return new Uint8Array(Buffer.from(row.b64 ?? "", "base64"));
  return row.json ?? row.json_repeat?.map(([text, times]) => text.repeat(times)).join("");
}

function read(row: Row, value: unknown, isProxy?: (value: object) => boolean): JsonResult<JsonValue> {
  if (row.kind === "js") return sealJsonObject(value, isProxy === undefined ? {} : { isProxy });
  return parseJsonObject(value as string | Uint8Array);
}

function evaluate(text: string, event: unknown): unknown {
  const { ast } = parse(text);
  if (ast === null) throw new Error(`does not parse: ${text}`);
  return compile(ast)(event as JsonValue);
}

test.each(rows.map((row) => [row.id, row.check.type, row] as const))("%s: %s", (_, type, row) => {
  world.__hits = 0;
  try {
    const value = arrive(row);
    const names = Object.getOwnPropertyNames(Object.prototype);
    const result = read(row, value, types.isProxy);
    if (type === "reject") expect(result.issue?.code).toMatch(/^json-/);
    if (type === "accept" || type === "eval") expect(result.issue).toBeUndefined();
    if (type === "eval") {
      expect(evaluate(row.check.expr ?? "", result.value)).toBe(row.check.value);
      if (row.kind === "js") expect(evaluate(row.check.expr ?? "", value)).toBe(row.check.value);
    }
    // A predicate on the raw value: no getter, no method of the event, no exception.
    if (row.kind === "js" && row.cat === "accessor")
      evaluate("toolName == params.command || params.items", value);
    expect(world.__hits).toBe(0);
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(names);
  } finally {
    world.__cleanup?.();
    delete world.__cleanup;
    delete world.__hits;
  }
});

test("without a test for proxies their answers are copied once, or refused", () => {
  const isProxyRow = ({ js }: Row): boolean => js?.includes("Proxy") === true;
  const answers = rows.filter(isProxyRow).map((row) => [row.id, read(row, arrive(row)).issue?.code] as const);
  expect(answers).toEqual([
    ["e104", undefined],
    ["e105", "json-not-plain"],
    ["e106", "json-too-many"],
    ["e107", "json-not-plain"],
    ["e108", undefined],
  ]);
  const changing = sealJsonObject(arrive(rows.find(({ id }) => id === "e104") as Row)).value;
  // Which of its answers was copied is its own affair; it is one, and stays the same.
  const asked = (): readonly unknown[] =>
    ['toolName == "read"', 'toolName == "exec"', 'toolName == "read" || toolName == "exec"'].map((text) =>
      evaluate(text, changing),
    );
  const first = asked();
  expect(first.filter((answer) => answer === true)).toHaveLength(2);
  for (let i = 0; i < 5; i++) expect(asked()).toEqual(first);
});

test("the corpus is whole", () => {
  const count = (type: string): number => rows.filter(({ check }) => check.type === type).length;
  expect([count("reject"), count("accept"), count("eval"), count("no-call")]).toEqual([79, 23, 17, 13]);
});
