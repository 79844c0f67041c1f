import { compile, type Expr, parse } from "@gatehouse-hooks/condition";
import type { JsonValue } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { expect, test } from "vitest";
import { pathFacts } from "../../../test/arbitraries/events.js";
import { assertLaw } from "../../../test/assert-law.js";
import { findSuch } from "../src/conditions.js";

function ast(text: string): Expr {
  const parsed = parse(text);
  if (parsed.ast === null) throw new Error(`${text}: ${parsed.issues[0]?.message ?? ""}`);
  return parsed.ast;
}

const GLOBS = [
  "/**",
  "/a",
  "/a/**",
  "/a/b/**",
  "/a/*",
  "/{a,b}/**",
  "/A/**",
  "/a/b",
  "**/x",
  "**/b/x",
  "**/[a-b]",
  "{~,.}/a",
  "~/**",
  "~/a/**",
  "./**/b",
  "./**",
  "~",
  "/a/**/x",
  "/aa{/a/**,/b}",
];
const SETS = [
  "/",
  "/a",
  "/b",
  "/a/b",
  "/a/*",
  "/a/b/x",
  "/a/**/x",
  "/*/b",
  "{/a,/b}",
  "/[ab]/x",
  "/\\a",
  "/A/x",
  "/[/]",
  "[/]",
  "/a/[/]",
  "/[",
  "",
  `/a/${"x".repeat(8_200)}`,
  `/${"x".repeat(8_200)}`,
  `/a/${"?".repeat(8_200)}`,
  `/*${"x".repeat(8_200)}`,
];

/** Facts that decide what the tests ask of them in every way. */
const facts: fc.Arbitrary<JsonValue> = fc.oneof(
  pathFacts,
  fc
    .record(
      {
        path: fc.constantFrom(...SETS),
        home: fc.constantFrom("~", "~/a", "~/a/b", "~/*", "~/A", "~/[/]"),
        local: fc.constantFrom(".", "./a", "./b", "./a/b", "./**"),
        tree: fc.constantFrom(true, false, false),
        folds: fc.constantFrom(true, false, false),
        certainty: fc.constantFrom("exact", "exact", "exact", "maybe", "unknown"),
        linksChecked: fc.constantFrom(true, true, true, false),
        homeGuessed: fc.constantFrom(true, false),
      },
      { requiredKeys: [] },
    )
    .map((fact) => fact as unknown as JsonValue),
  fc.constantFrom<JsonValue>("/a", null, [], 3),
);

const methodOf = (...names: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...names);

function asked(method: fc.Arbitrary<string>, most: number): fc.Arbitrary<{ text: string; holds: boolean }> {
  return fc
    .tuple(method, fc.array(fc.constantFrom(...GLOBS), { minLength: 1, maxLength: most }), fc.boolean())
    .map(([name, globs, holds]) => ({
      text: `fact.${name}(${globs.map((glob) => JSON.stringify(glob)).join(", ")})`,
      holds,
    }));
}

type Seen = Record<"found" | "none" | "unknown", number>;

/** Never means never, and what is found is one; how often each answer was given. */
function lawOf(questions: fc.Arbitrary<readonly { text: string; holds: boolean }[]>, quick: number): Seen {
  const seen: Seen = { found: 0, none: 0, unknown: 0 };
  assertLaw(
    fc.property(questions, fc.array(facts, { minLength: 30, maxLength: 30 }), (tests, some) => {
      const hold = tests.filter((one) => one.holds).map((one) => ast(one.text));
      const fail = tests.filter((one) => !one.holds).map((one) => ast(one.text));
      const result = findSuch({ hold, fail });
      seen[result.kind]++;
      const holding = hold.map((node) => compile(node));
      const failing = fail.map((node) => compile(node));
      const meets = (event: JsonValue): boolean =>
        holding.every((one) => one(event) === true) && failing.every((one) => one(event) === false);
      if (result.kind === "found") expect(meets(result.event)).toBe(true);
      if (result.kind === "none") expect(some.map((fact) => ({ fact })).filter(meets)).toEqual([]);
    }),
    { quick },
  );
  return seen;
}

test("touches and within: never means never, and what is found is one", () => {
  const method = methodOf("touches", "within");
  const seen = lawOf(fc.array(asked(method, 1), { minLength: 1, maxLength: 4 }), 200);
  expect(Math.min(seen.found, seen.none)).toBeGreaterThan(8);
  // What is not known is the exception.
  expect(seen.unknown).toBeLessThan(seen.none);
});

test("levels: never means never, and what is found is one", () => {
  const method = methodOf("in", "surely", "perhaps", "touches", "within");
  const seen = lawOf(fc.array(asked(method, 2), { minLength: 1, maxLength: 2 }), 80);
  expect(seen.found).toBeGreaterThan(8);
});

test.each([
  ['fact.within("/etc/**") && !fact.within("/**")', "none"],
  ['fact.within("/etc/ssh/**") && !fact.within("/etc/**")', "none"],
  ['fact.touches("/etc/ssh/**") && !fact.touches("/etc/**")', "none"],
  ['fact.touches("/etc/**") && !fact.touches("/etc/ssh/**")', "found"],
  ['fact.within("/etc/**") && fact.touches("/usr/**")', "none"],
  ['fact.within("/etc/**") && !fact.touches("/etc/*") && fact.tree == false', "found"],
  ['fact.within("**/b/x") && !fact.within("**/x")', "none"],

  // What has wildcards on both sides may take too many steps to be shown.
  ['fact.within("**/.git/hooks/*") && !fact.within("**/{.git,.hg}/**")', "unknown"],
  ['fact.within("~/.ssh/**") && !fact.within("~/**")', "none"],
  ['fact.within("~/**") && fact.certainty == "maybe"', "none"],
  ['fact.within("~/**") && fact.homeGuessed == true', "none"],
  ['fact.within("~/**") && !fact.linksChecked', "none"],
  ['fact.within("/a/**") && fact.homeGuessed', "found"],
  [
    '!fact.within("/**") && fact.path == "/a" && fact.certainty == "exact" && fact.linksChecked == true',
    "none",
  ],
  [
    '!fact.within("/**") && fact.path == "/a" && fact.certainty == "exact" && fact.linksChecked == 1',
    "found",
  ],
  [
    '!fact.within("/**") && fact.path == "/a" && fact.certainty != "exact" && fact.linksChecked == true',
    "found",
  ],
  [
    '!fact.within("/**") && fact.path == "/[" && fact.certainty == "exact" && fact.linksChecked == true',
    "found",
  ],
  ['fact.within("/a/**") && fact.within("/b/**")', "found"],
  [
    '!fact.within("/a/**") && fact.path == "/b/[/]" && fact.certainty == "exact" && fact.linksChecked == true',
    "found",
  ],
  ['fact.touches("/etc/**") && fact.touches("/usr/**") && !fact.tree', "found"],
  ['fact.touches("/etc/ssh") && !fact.touches("/etc") && !fact.tree', "found"],
  ['fact.touches("/etc/**") && fact.path == "/usr"', "none"],
  ['fact.touches("/etc/**") && fact.path == "/usr/*"', "none"],
  ['fact.touches("/etc/**") && fact.path == "/*/passwd"', "found"],
  ['fact.touches("/etc/**") && fact.path in ["/usr", "/bin"] && fact.tree', "none"],
  ['fact.touches("/etc/x/**") && fact.path in ["/usr", "/etc"] && fact.tree', "found"],
  ['fact.touches("~/.ssh/**") && !has(fact.home)', "none"],
  ['facts.deletes.any(p, p.within("/etc/**")) && !facts.deletes.any(p, p.within("/**"))', "none"],
  ['facts.deletes.all(p, p.within("/tmp/**")) && facts.deletes.any(p, p.touches("/etc/passwd"))', "none"],
  ['facts.deletes.any(p, p.in("{/a,/b}/**")) && !facts.deletes.any(p, p.touches("/{a,b,c}/**"))', "none"],
  ['fact.in("/etc/ssh/**") && !fact.touches("/etc/**")', "none"],
  ['fact.surely("/etc/ssh/**") && !fact.in("/etc/**") && !fact.tree', "none"],
  ['fact.surely("/etc/**") && !fact.surely("/etc/**")', "none"],
  ['fact.surely("/etc/**") && !fact.in("/etc/**")', "none"],
  ['fact.in("/etc/**") && !fact.in("/etc/ssh/**")', "found"],
  ['fact.in("/etc/**") && !fact.surely("/etc/**")', "found"],
  ['fact.in("/etc/**", "/etc/ssh/**") && fact.path == "/etc/k"', "found"],
  // One that is too long to be walked through.
  ['fact.touches("/etc/**", "/etc/**") && !fact.tree', "found"],
  ['fact.within("/etc/**", "/etc/ssh/**") && fact.touches("/etc/ssh/**")', "none"],
  ['fact.in("/etc/**", "/**") && fact.path == "/etc/passwd"', "none"],
  ['fact.perhaps("/etc/**") && fact.path == "/[!.]*/passwd" && !fact.tree', "found"],
  ['fact.in("/etc/**") && fact.perhaps("/etc/**")', "unknown"],
  [
    'facts.deletes.any(p, p.touches("{/a,/b}/**")) && !facts.deletes.any(p, p.touches("/{a,b,c}/**"))',
    "none",
  ],
] as const)("%s: %s", (text, kind) => {
  expect(findSuch({ hold: [ast(text)] }).kind).toBe(kind);
});

test("a set that is included, but takes too many steps to be shown so, is not forgotten", () => {
  const hold = ast('fact.within("/a*")');
  const fail = ast('fact.within("/{*a????????,a*}")');
  const fact = { path: "/a*", certainty: "exact", linksChecked: true };
  expect([compile(hold)({ fact }), compile(fail)({ fact })]).toEqual([true, false]);
  expect(findSuch({ hold: [hold], fail: [fail] }).kind).not.toBe("none");
});
