import { compile, parse, print } from "@gatehouse-hooks/condition";
import { sealJson } from "@gatehouse-hooks/json";
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw } from "../../../../test/assert-law.js";
import { RE2JS } from "re2js";
import { anchorOf, expand } from "../reference-paths.js";

/** All strings of at most so many characters. */
function stringsOf(alphabet: string, most: number): readonly string[] {
  let longest: readonly string[] = [""];
  const all = [...longest];
  for (let length = 1; length <= most; length++) {
    longest = longest.flatMap((text) => [...alphabet].map((character) => text + character));
    all.push(...longest);
  }
  return all;
}

/** What normalised absolute paths look like: the sets and globs are over these. */
const WORLD = stringsOf("/ab", 6).filter(
  (text) => text === "/" || (text.startsWith("/") && !text.includes("//") && !text.endsWith("/")),
);

/** A glob without braces and classes as a regular expression; written from SPEC, "Globs". */
function regexOf(glob: string): RE2JS {
  const source = glob.replace(
    /(^|\/)\*\*\/|\*\*|\*|\?|\\([^])|\[a\]|./g,
    (text, before: string | undefined, escaped: string | undefined) => {
      if (text.endsWith("**/")) return `${before ?? ""}(?:.*/)?`;
      if (text === "**") return ".*";
      if (text === "*") return "[^/]*";
      if (text === "?") return "[^/]";
      return text === "[a]" ? text : RE2JS.quote(escaped ?? text);
    },
  );
  return RE2JS.compile(`(?s)^(?:${source})$`);
}

const known = new Map<string, ReadonlySet<string>>();

function pathsOf(glob: string): ReadonlySet<string> {
  let found = known.get(glob);
  if (found === undefined) {
    const pattern = regexOf(glob);
    found = new Set(WORLD.filter((path) => pattern.matcher(path).find()));
    known.set(glob, found);
  }
  return found;
}

const names = fc.constantFrom("a", "b", "*", "?", "**", "a*", "*b", "[a]", "ab", "\\a");
const globs = fc.array(names, { minLength: 1, maxLength: 2 }).map((parts) => `/${parts.join("/")}`);
const loose = fc.constantFrom("**/a", "**/*b", "**", "/");
const sets = fc.oneof({ weight: 6, arbitrary: globs }, { weight: 1, arbitrary: loose });
const patterns = fc.oneof(
  { weight: 4, arbitrary: sets },
  { weight: 1, arbitrary: fc.tuple(globs, globs).map(([one, other]) => `{${one},${other}}`) },
);

function asks(method: "touches" | "within", glob: string, fact: JsonObject): boolean {
  const { ast } = parse(`facts.one.${method}(${JSON.stringify(glob)})`);
  if (ast === null) throw new Error(`\`${glob}\` does not parse`);
  const event = { facts: { one: fact } };
  const predicate = compile(ast);
  const outcome = predicate(event);
  const sealed: JsonValue | undefined = sealJson(event).value;
  if (sealed === undefined || predicate(sealed) !== outcome || outcome === "over-budget")
    throw new Error("differs between sealed and plain events");
  return outcome;
}

const fact = (path: string, tree: boolean): JsonObject => ({
  path,
  tree,
  certainty: "exact",
  linksChecked: true,
});

const isAbove = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);

test("path facts: `touches` holds exactly where the sets share a path, or a tree has the folder of the glob", () => {
  const outcomes = { true: 0, false: 0 };
  assertLaw(
    fc.property(sets, fc.boolean(), patterns, (set, tree, glob) => {
      const paths = pathsOf(set);
      const expected = expand(glob).some((one) => {
        const anchor = anchorOf(one);
        const shares = [...pathsOf(one)].some((path) => paths.has(path));
        return shares || (tree && anchor !== undefined && [...paths].some((path) => isAbove(path, anchor)));
      });
      outcomes[`${expected}`]++;
      expect(asks("touches", glob, fact(set, tree))).toBe(expected);
    }),
    {},
    [["/a", true, "/**"]],
  );
  expect(Math.min(outcomes.true, outcomes.false)).toBeGreaterThan(100);
});

test("path facts: where `within` holds, every path of the set is matched", () => {
  let held = 0;
  let missed = 0;
  const ran = assertLaw(
    fc.property(sets, fc.boolean(), patterns, (set, tree, glob) => {
      const matched = new Set(expand(glob).flatMap((one) => [...pathsOf(one)]));
      const paths = pathsOf(set);
      const all = tree ? WORLD.filter((path) => [...paths].some((one) => isAbove(one, path))) : [...paths];
      const expected = all.every((path) => matched.has(path));
      const found = asks("within", glob, fact(set, tree));
      if (found) {
        held++;
        expect(expected).toBe(true);
      } else if (expected) missed++;
      expect(asks("within", glob, { ...fact(set, tree), certainty: "maybe" })).toBe(false);
      expect(asks("within", glob, { ...fact(set, tree), linksChecked: false })).toBe(false);
    }),
  );
  expect(held).toBeGreaterThan(ran / 50);
  // What is longer than the strings here may be the reason.
  expect(missed).toBeLessThan(ran / 10);
});

test("path facts: what the fact says of case counts, and only that", () => {
  for (const [set, glob] of [
    ["/A/b", "/a/B"],
    ["/a/é", "/A/E\u0301"],
    ["/A*/b", "/ab/B"],
    ["/STRASSE", "/strasse"],
  ] as const) {
    for (const method of ["touches", "within"] as const) {
      const folded = { ...fact(set, false), folds: true };
      const wide = set.includes("*") && method === "within";
      expect(asks(method, glob, folded), `${set} ${method} ${glob}`).toBe(!wide);
      expect(asks(method, glob, fact(set, false))).toBe(false);
    }
  }
});

test("path facts: the canonical text is the condition", () => {
  const { ast } = parse('facts.deletes.any(d, d.touches("~/**") || d.within(r"./\\*"))');
  if (ast === null) throw new Error("does not parse");
  expect(print(ast)).toBe('facts.deletes.any(d, d.touches("~/**") || d.within("./\\\\*"))');
});
