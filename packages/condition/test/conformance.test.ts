import { readFileSync } from "node:fs";
import { compile, parse } from "@gatehouse/condition";
import type { JsonValue } from "@gatehouse/condition";
import { sealJson } from "@gatehouse/condition/json";
import { describe, expect, test } from "vitest";
import { deviations } from "./deviations.js";
import type { Ours, Row } from "./deviations.js";
import { readRows } from "./read-rows.js";

const rows = [
  ...readRows<Row>("./vectors/mayros-conditions.jsonl"),
  ...readRows<Row>("./vectors/mayros-oddities.jsonl"),
];

interface ProductTest {
  readonly id: string;
  readonly given: { readonly condition: string; readonly context: JsonValue };
  readonly expect: { readonly value: boolean };
}

function answer(text: string, event: JsonValue): Ours {
  const { ast, issues } = parse(text);
  if (ast === null) return { ast, issues, value: null };
  const predicate = compile(ast);
  const value = predicate(event);
  const sealed = sealJson(event, { loneSurrogates: "keep" });
  if (sealed.issue !== undefined) throw new Error(sealed.issue.message);
  expect(predicate(sealed.value)).toBe(value);
  return { ast, issues, value };
}

const agrees = (row: Row, ours: Ours): boolean =>
  row.parse === "error" ? ours.ast === null : ours.ast !== null && ours.value === row.value;

test("every answer of Mayros' evaluator is ours, or belongs to exactly one entry of the register", () => {
  const unexplained = rows.flatMap((row) => {
    const ours = answer(row.expr, row.ctx);
    const entries = deviations.filter(({ covers }) => covers?.(row, ours) === true).map(({ id }) => id);
    return entries.length === (agrees(row, ours) ? 0 : 1) ? [] : [{ expr: row.expr, entries, row, ours }];
  });
  expect(unexplained).toEqual([]);
  expect(rows.length).toBe(571);
});

test("the product's own tests hold", () => {
  const tests = readRows<ProductTest>("./vectors/mayros-product-tests.jsonl");
  for (const { id, given, expect: expected } of tests) {
    expect([id, answer(given.condition, given.context).value]).toEqual([id, expected.value]);
  }
  expect(tests.length).toBe(13);
});

describe("the register", () => {
  test("has no entry that covers no row, unless it says so", () => {
    const answers = rows.map((row) => [row, answer(row.expr, row.ctx)] as const);
    const unused = deviations.filter(
      ({ covers }) => covers !== undefined && !answers.some(([row, ours]) => covers(row, ours)),
    );
    expect(unused.map(({ id }) => id)).toEqual([]);
  });

  test("stands in SPEC.md, entry for entry", () => {
    const spec = readFileSync(new URL("../SPEC.md", import.meta.url), "utf8");
    const block = spec.slice(
      spec.indexOf("<!-- deviations:start -->"),
      spec.indexOf("<!-- deviations:end -->"),
    );
    const listed = [...block.matchAll(/^\| `([a-z-]+)`\s+\|/gm)].map(([, id]) => id);
    expect(listed).toEqual(deviations.map(({ id }) => id));
  });

  test.each(deviations)("$id is what its pinned conditions say", ({ pinned }) => {
    for (const [text, event, expected] of pinned) {
      const { issues, value } = answer(text, event);
      expect([text, typeof expected === "string" ? issues[0]?.code : value]).toEqual([text, expected]);
    }
  });
});
