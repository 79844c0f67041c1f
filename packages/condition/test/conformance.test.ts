import { readFileSync } from "node:fs";
import { compile, parse } from "@gatehouse-hooks/condition";
import type { Issue, JsonValue } from "@gatehouse-hooks/json";
import { sealJson } from "@gatehouse-hooks/json";
import { describe, expect, test } from "vitest";
import { tellRows } from "../../../test/conformance/tell-row.js";
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

const entriesOf = (row: Row, ours: Ours): readonly string[] =>
  deviations.filter(({ covers }) => covers(row, ours)).map(({ id }) => id);

/** Without a difference nothing claims the row; a difference is claimed by exactly one class. */
const isExplained = (row: Row, ours: Ours): boolean =>
  entriesOf(row, ours).length === (agrees(row, ours) ? 0 : 1);

test("every answer of Mayros' evaluator is ours, or belongs to exactly one entry of the register", () => {
  const unexplained = rows.flatMap((row) => {
    const ours = answer(row.expr, row.ctx);
    return isExplained(row, ours) ? [] : [{ expr: row.expr, entries: entriesOf(row, ours), row, ours }];
  });
  const alike = rows.filter((row) => agrees(row, answer(row.expr, row.ctx))).length;
  const failed = unexplained.length;
  tellRows({ system: "Mayros: conditions", pass: alike, explained: rows.length - alike - failed, failed });
  expect(unexplained).toEqual([]);
  expect(rows.length).toBe(571);
});

/** What the product does with a condition that it cannot read, or evaluate: the hook runs. So does the engine. */
const runsThere = (row: Row): boolean => row.parse === "error" || row.value === true;
const runsHere = ({ ast, value }: Ours): boolean => ast === null || value === true;

test("in few rows a hook runs in one of the two and not in the other, and each has its class", () => {
  const counts = { rows: 0, alike: 0, onlyHere: 0, onlyThere: 0 };
  const skipped = new Set<string>();
  for (const row of rows) {
    const ours = answer(row.expr, row.ctx);
    if (agrees(row, ours)) continue;
    counts.rows++;
    if (runsHere(ours) === runsThere(row)) counts.alike++;
    else if (runsHere(ours)) counts.onlyHere++;
    else {
      counts.onlyThere++;
      for (const id of entriesOf(row, ours)) skipped.add(id);
    }
  }
  // Of 571 rows. A difference in words alone (41) is none for who is guarded; 48 times a guard runs here that would be silent there.
  expect(counts).toEqual({ rows: 106, alike: 41, onlyHere: 48, onlyThere: 17 });
  // There the hook runs since its condition could not be read, or a name of a prototype is true; here the condition means something.
  expect([...skipped].sort()).toEqual([
    "call-suffix",
    "call-suffix-in-parentheses",
    "inherited-names",
    "json-escapes",
    "order",
    "single-quotes",
  ]);
});

describe("a wrong answer is excused by no entry (M16)", () => {
  const answers = rows.map((row) => [row, answer(row.expr, row.ctx)] as const);
  const agreeing = answers.filter(([row, ours]) => agrees(row, ours));
  const excused = (planted: readonly (readonly [Row, Ours])[]): readonly unknown[] =>
    planted.flatMap(([row, ours]) =>
      entriesOf(row, ours).length === 0 ? [] : [[row.expr, entriesOf(row, ours)]],
    );

  test("where the value is the other one", () => {
    const wrong = agreeing.flatMap(([row, ours]) =>
      typeof ours.value === "boolean" ? [[row, { ...ours, value: !ours.value }] as const] : [],
    );
    expect(wrong.length).toBeGreaterThan(300);
    expect(excused(wrong)).toEqual([]);
  });

  test("where we refuse what Mayros reads, for whatever reason but that it is over a limit", () => {
    for (const code of ["syntax", "illegal-character", "open-string", "unknown-function", "bad-number"]) {
      const wrong = agreeing.flatMap(([row, ours]) =>
        ours.ast !== null && !row.trailing && !/(?<![\w.])null\b/.test(row.expr)
          ? [[row, { ast: null, value: null, issues: [errorAt(code, 0)] }] as const]
          : [],
      );
      expect(wrong.length).toBeGreaterThan(300);
      expect([code, excused(wrong)]).toEqual([code, []]);
    }
  });

  test("where we read what Mayros refuses for a token or a method", () => {
    const wrong = agreeing.flatMap(([row, ours]) =>
      ours.ast === null && row.err !== "char" && row.err !== "rparen"
        ? [[row, { ...answer("toolName", row.ctx) }] as const]
        : [],
    );
    expect(wrong.length).toBeGreaterThan(10);
    expect(excused(wrong)).toEqual([]);
  });

  test("and a warning in front of an error does not hide what the error is", () => {
    const [row] = rows.filter(({ expr }) => expr === 'toolName == "exec" and anything else');
    if (row === undefined) throw new Error("no such row");
    const ours = answer(row.expr, row.ctx);
    const warning: Issue = { ...errorAt("unknown-escape", 0), severity: "warning" };
    expect(entriesOf(row, { ...ours, issues: [warning, ...ours.issues] })).toEqual(["leftover-input"]);
  });
});

function errorAt(code: string, offset: number): Issue {
  return { severity: "error", code, message: "planted", offset };
}

test("the product's own tests hold", () => {
  const tests = readRows<ProductTest>("./vectors/mayros-product-tests.jsonl");
  for (const { id, given, expect: expected } of tests) {
    expect([id, answer(given.condition, given.context).value]).toEqual([id, expected.value]);
  }
  expect(tests.length).toBe(13);
});

describe("the register", () => {
  test("has no entry that covers no row, of the vectors or of its own", () => {
    const answers = rows.map((row) => [row, answer(row.expr, row.ctx)] as const);
    for (const { id, covers, shown } of deviations) {
      const found = answers.filter(([row, ours]) => covers(row, ours)).length;
      expect([id, found > 0]).toEqual([id, shown === undefined]);
      if (shown !== undefined) expect(entriesOf(shown, answer(shown.expr, shown.ctx))).toEqual([id]);
    }
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
      expect([
        text,
        typeof expected === "string" ? issues.find(({ severity }) => severity === "error")?.code : value,
      ]).toEqual([text, expected]);
    }
  });
});
