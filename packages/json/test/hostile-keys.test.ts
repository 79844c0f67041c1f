import { runInThisContext } from "node:vm";
import { afterEach, describe, expect, test } from "vitest";
import { canonicalJson, NotJsonError } from "@gatehouse-hooks/json/canonical";
import { verdictKey } from "@gatehouse-hooks/cache";
import { jsonLines } from "../../../test/json-lines.js";

interface Row {
  readonly id: string;
  readonly why: string;
  readonly json?: string;
  readonly js?: string;
  readonly check: { readonly type: string; readonly from?: string };
}

const rows = jsonLines<Row>("vectors/hostile-keys.jsonl", import.meta.url);

/** Partners that the corpus describes in words. */
const PARTNERS: Readonly<Record<string, string>> = {
  e056: '{"toolName":"exec","params":{"s":"\\ud801"}}',
  e195: '{"n":["a","b",[]]}',
  e205: '{"s":"a"}',
};

/** What is JSON for a key, although an event must be more. */
const ACCEPTED: Readonly<Record<string, string>> = {
  e104: "a proxy that gives plain data: each property is read once, and its answers are copied",
  e108: "a list behind a proxy: as above",
  e148: "lone surrogates are kept apart",
  e149: "lone surrogates are kept apart",
  e151: "null is JSON",
};

const global = globalThis as { __hits?: number; __cleanup?: () => void };
afterEach(() => {
  global.__cleanup?.();
  delete global.__cleanup;
});

function valueOf(row: Row): unknown {
  if (row.json !== undefined) return JSON.parse(row.json);
  // The corpus' own constructors.
  return runInThisContext(`(${row.js})`);
}

function keyOf(context: unknown): string {
  return verdictKey({ event: "x", body: "b", model: null, context });
}

function partner(row: Row): unknown {
  const id = row.check.from ?? "";
  const found = rows.find((other) => other.id === id);
  if (found !== undefined) return valueOf(found);
  const text = PARTNERS[id];
  if (text === undefined) throw new Error(`no partner ${id}`);
  return JSON.parse(text);
}

function named(...types: string[]): [string, Row][] {
  return rows.filter(({ check }) => types.includes(check.type)).map((row) => [`${row.id}: ${row.why}`, row]);
}

describe("keys that differ", () => {
  test.each(named("key-differs"))("%s", (_name, row) => {
    expect(keyOf(valueOf(row))).not.toBe(keyOf(partner(row)));
  });
});

describe("keys that are equal", () => {
  test.each(named("key-equals"))("%s", (_name, row) => {
    expect(keyOf(valueOf(row))).toBe(keyOf(partner(row)));
  });
});

describe("plain data has a key", () => {
  test.each(named("accept", "eval"))("%s", (_name, row) => {
    expect(keyOf(valueOf(row))).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("no accessor is called", () => {
  test.each(named("no-call"))("%s", (_name, row) => {
    const value = valueOf(row);
    global.__hits = 0;
    let refused: unknown;
    try {
      canonicalJson(value);
    } catch (error) {
      refused = error;
    }
    expect(global.__hits).toBe(0);
    expect(refused).toBeInstanceOf(NotJsonError);
  });
});

describe("what is no plain data is refused", () => {
  test.each(named("reject"))("%s", (_name, row) => {
    const value = valueOf(row);
    if (row.id in ACCEPTED) expect(keyOf(value)).toMatch(/^[0-9a-f]{64}$/);
    else expect(() => canonicalJson(value)).toThrow(NotJsonError);
  });
});

test("all rows are used, none twice", () => {
  const used = ["key-differs", "key-equals", "accept", "eval", "no-call", "reject"].flatMap((type) =>
    named(type),
  );
  expect(used).toHaveLength(rows.length);
  expect(rows).toHaveLength(98);
});
