import { compile, parse } from "@gatehouse-hooks/condition";
import { type Group, GlobTable, globGroupsOf } from "@gatehouse-hooks/condition/analysis";
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw } from "../../../test/assert-law.js";

/** What an index looks for where a condition asks for a path. */
function groupsOf(text: string): readonly Group[] {
  const { ast } = parse(text);
  if (ast === null) throw new Error(`expected \`${text}\` to parse`);
  return globGroupsOf(ast);
}

function globsOf(glob: string): readonly string[] {
  return groupsOf(`s.touches(${JSON.stringify(glob)})`).flatMap((group) =>
    group.flatMap(({ operator, value }) => (operator === "touches" ? [String(value)] : [])),
  );
}

/** The lists of globs that a path may touch. */
function found(globs: readonly string[], path: string): readonly string[] {
  const table = new GlobTable(globs.flatMap(globsOf));
  return table.find(path).map((index) => globs[index] ?? "");
}

const HOMES = "/{root,home/*}/**";
const GLOBS = ["/etc/**", HOMES, "**/.env", "**/*.{pem,key}", "/srv/data"];

test.each([
  ["/etc/hosts", ["/etc/**"]],
  ["/ETC/hosts", ["/etc/**"]],
  ["/usr/bin/x", []],
  ["/home/me/.env", [HOMES, "**/.env"]],
  ["/home/me/server.pem", [HOMES, "**/*.{pem,key}"]],
  // What is below a tree, if it is one.
  ["/srv", ["/srv/data"]],
  ["/", ["/etc/**", HOMES, "**/.env", "**/*.{pem,key}", "/srv/data"]],
  ["/home", [HOMES]],
  ["/srv/other", []],
  // Where only the beginning is known.
  ["/srv/d*", ["**/.env", "**/*.{pem,key}", "/srv/data"]],
  ["/opt/[!.]*", ["**/.env", "**/*.{pem,key}"]],
  ["/e\\tc/x", ["/etc/**"]],
  ["/etc\\", ["/etc/**", "**/.env", "**/*.{pem,key}"]],
  ["/srv/é", ["**/.env", "**/*.{pem,key}", "/srv/data"]],
])("%s may touch %j", (path, expected) => {
  expect([...found(GLOBS, path)].sort()).toEqual([...expected].sort());
});

test("a letter and the accent behind it may be one other character", () => {
  const fact = { path: "/srv/e\u0301", folds: true };
  const { ast } = parse('s.touches("/srv/[!e]")');
  expect(ast !== null && compile(ast)({ s: fact })).toBe(true);
  expect(found(["/srv/[!e]"], fact.path)).toEqual(["/srv/[!e]"]);
});

test("of globs that are not ASCII, of what is below a tree and of what is within, the beginning counts", () => {
  const value = (text: string): unknown => groupsOf(text)[0]?.[0]?.value;
  expect(value('s.in("{/a/é/b,/c?d}")')).toBe("/a/**\0/c**");
  expect(value('s.perhaps("/a/*.x")')).toBe("/a/**");
  expect(value('s.within("/a/\\\\[b")')).toBe("/a/**");
  for (const method of ["touches", "in", "surely"]) expect(value(`s.${method}("/a/*.x")`)).toBe("/a/*.x");
});

test("many globs are one step for each character, and more than a table reads are all found", () => {
  const globs = Array.from({ length: 4_000 }, (_, i) => `/srv/project-${i}/data/**`);
  expect(new GlobTable(globs).find("/srv/project-17/data/x")).toHaveLength(4_000);
  expect(new GlobTable(globs.slice(0, 1_000)).find("/srv/project-17/data/x")).toEqual([17]);
});

test("texts that are new at each character are not walked through for ever", () => {
  const globs = Array.from({ length: 40 }, (_, i) => `**/*a${"?".repeat(i)}b`);
  const table = new GlobTable(globs);
  let state = 1;
  const next = (): string =>
    (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % 3 === 0 ? "a" : "c";
  const sizes = Array.from(
    { length: 200 },
    () => table.find(`/${Array.from({ length: 150 }, next).join("")}`).length,
  );
  // Whoever has spent what is saved up gets all of them.
  expect(sizes.at(-1)).toBe(globs.length);
  expect(table.find("/c")).toEqual([]);
});

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("a", "A", "e") },
  { weight: 1, arbitrary: fc.constantFrom(".", "k", "é", "e\u0301", "\u017f", "\u212a") },
);
const wild = fc.constantFrom("*", "**", "?", "[ae]", "[!e]", "\\*", "{a,e}");
const name = (part: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(part, { minLength: 1, maxLength: 2 }).map((parts) => parts.join(""));
const pathOf = (part: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(name(part), { minLength: 1, maxLength: 3 }).map((names) => `/${names.join("/")}`);
const some = fc.oneof({ weight: 3, arbitrary: piece }, { weight: 2, arbitrary: wild });
const globs = fc
  .oneof(
    pathOf(some),
    pathOf(some).map((path) => `**${path}`),
    fc.constantFrom("/", "/**", "/*", "/?a"),
  )
  .filter((glob) => parse(`s.touches(${JSON.stringify(glob)})`).ast !== null);
const texts = fc.oneof(pathOf(piece), pathOf(some), fc.constant("/"));

test("law: what `touches` holds for is found, whatever is known of the fact beside its text", () => {
  let touched = 0;
  let left = 0;
  const ran = assertLaw(
    fc.property(
      fc.array(globs, { minLength: 1, maxLength: 6 }),
      fc.array(fc.record({ path: texts, tree: fc.boolean(), folds: fc.boolean() }), {
        minLength: 1,
        maxLength: 4,
      }),
      (all, facts) => {
        const read = all;
        const table = new GlobTable(read.flatMap(globsOf));
        for (const fact of facts) {
          const indexes = new Set(table.find(fact.path));
          for (const [index, glob] of read.entries()) {
            if (!indexes.has(index)) left++;
            const { ast } = parse(`s.touches(${JSON.stringify(glob)})`);
            if (ast === null || compile(ast)({ s: fact }) !== true) continue;
            touched++;
            expect(indexes, `${JSON.stringify(fact)} touches ${glob}`).toContain(index);
          }
        }
      },
    ),
  );
  expect(touched).toBeGreaterThan(ran / 10);
  expect(left).toBeGreaterThan(ran);
});
