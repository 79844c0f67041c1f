import { compile } from "@gatehouse-hooks/condition/compile";
import fc from "fast-check";
import { prepareMimirEvent } from "@gatehouse-hooks/hosts";
import picomatch from "picomatch";
import { describe, expect, test } from "vitest";
import { readPatterns } from "../../src/mimir/patterns.js";
import { assertLaw } from "../../../../test/assert-law.js";

function runs(patterns: readonly string[], event: Parameters<typeof prepareMimirEvent>[0]): boolean {
  const { condition } = readPatterns(patterns);
  return (
    condition === null || condition.ast === null || compile(condition.ast)(prepareMimirEvent(event)) === true
  );
}

const segment = fc.constantFrom("src", "test", "a.ts", "a.test.ts", ".git", "b c", "x.tsx");
const file = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
const pattern = fc
  .array(fc.constantFrom("src", "**", "*", "*.ts", "*.{ts,tsx}", "a.*", "?.ts", "[ab].ts"), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => parts.join("/"))
  // At the end, `**` crosses segments as well: it is not what this reference is about.
  .filter((glob) => !glob.endsWith("**"));
const signed = fc.tuple(fc.boolean(), pattern).map(([negated, glob]) => (negated ? `!${glob}` : glob));

test("runs iff no positive pattern or one matches, and no negative one matches", () => {
  const single = (glob: string, name: string): boolean =>
    runs([glob], { working_dir: "/p", file_path: name });
  assertLaw(
    fc.property(fc.array(signed, { maxLength: 5 }), file, (patterns, name) => {
      const positive = patterns.filter((one) => !one.startsWith("!"));
      const negative = patterns.filter((one) => one.startsWith("!")).map((one) => one.slice(1));
      const wanted =
        (positive.length === 0 || positive.some((one) => single(one, name))) &&
        !negative.some((one) => single(one, name));
      expect(runs(patterns, { working_dir: "/p", file_path: name })).toBe(wanted);
    }),
  );
});

test("a pattern matches what picomatch says it matches", () => {
  // With `dot`, as a rule about files means every file.
  const globs = fc
    .array(fc.constantFrom("src", "**", "*", "*.ts", "*.{ts,tsx}", "a.*", "?.ts", "[ab].ts", ".*"), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => parts.join("/"))
    // SPEC, "Patterns": a `**` at the end may be empty also behind a wildcard; for picomatch only behind a name.
    .filter((glob) => !/(?:^|\/)[^/]*[*?[{][^/]*(?:\/\*\*)+$/.test(glob));
  assertLaw(
    fc.property(globs, file, (glob, name) => {
      const wanted = picomatch(glob, { dot: true })(name);
      expect(runs([glob], { working_dir: "/p", file_path: name })).toBe(wanted);
    }),
  );
});

/** Globs segment by segment, written for short patterns. */
function matches([glob, ...globs]: readonly string[], names: readonly string[]): boolean {
  if (glob === undefined) return names.length === 0;
  if (glob === "**") return names.some((_, index) => matches(globs, names.slice(index)));
  const [name, ...rest] = names;
  if (name === undefined) return false;
  const letters = glob.replace(
    /[.*?{},]/g,
    (char) => ({ ".": "\\.", "*": ".*", "?": ".", "{": "(?:", "}": ")", ",": "|" })[char] ?? "",
  );
  return new RegExp(`^${letters}$`).test(name) && matches(globs, rest);
}

test("a pattern matches segment by segment, `**` any number of segments, and a leading dot is nothing special", () => {
  assertLaw(
    fc.property(pattern, file, (glob, name) => {
      expect(runs([glob], { working_dir: "/p", file_path: name })).toBe(
        matches(glob.split("/"), name.split("/")),
      );
    }),
    {},
    [
      ["src/**/*.ts", "src/a.ts"],
      ["**/*.ts", ".git/a.ts"],
    ],
  );
});

test("absolute and relative paths, and any spelling of them, are the same file", () => {
  assertLaw(
    fc.property(fc.array(signed, { minLength: 1, maxLength: 3 }), file, (patterns, name) => {
      const wanted = runs(patterns, { working_dir: "/w/p", file_path: name });
      for (const other of [`/w/p/${name}`, `./${name}`, `/w/p/x/../${name}`, `/w//p/./${name}`]) {
        expect(runs(patterns, { working_dir: "/w/p", file_path: other }), other).toBe(wanted);
      }
      expect(runs(patterns, { working_dir: "/w/p/sub", project_dir: "/w/p", file_path: `../${name}` })).toBe(
        wanted,
      );
      expect(
        runs(patterns, { working_dir: "C:\\p", file_path: `C:\\p\\${name.replaceAll("/", "\\")}` }),
      ).toBe(wanted);
    }),
  );
});

describe("beside the root", () => {
  test.each([
    [["src/**/*.ts"], "/etc/src/a.ts", false],
    [["**/*.ts"], "/etc/src/a.ts", true],
    [["/etc/**"], "/etc/src/a.ts", true],
    [["/w/p/src/*"], "/w/p/src/a.ts", true],
    [["!/w/p/src/*"], "/w/p/src/a.ts", false],
    [["src/*"], "/w/p-evil/src/a.ts", false],
    [["src/*"], "/w/p/src/../../p-evil/src/a.ts", false],
    [["./src/*"], "src/a.ts", true],
  ])("%j for %s", (patterns, name, wanted) => {
    expect(runs(patterns, { working_dir: "/w/p", file_path: name })).toBe(wanted);
  });

  test("without a root, and without the preparation of the event, the hook runs", () => {
    expect(runs(["src/*"], { file_path: "/w/p/x" })).toBe(true);
    const { condition } = readPatterns(["src/*"]);
    expect(condition?.ast && compile(condition.ast)({ file_path: "/w/p/x" })).toBe(true);
  });

  test("what the host says of the relative path does not count", () => {
    expect(runs(["src/*"], { working_dir: "/p", file_path: "/p/src/a", relative_path: "other" })).toBe(true);
  });
});

test.each([["+(a|b)"], ["!(a)"], ["[[:alpha:]]"], ["{1..9}"], [""], ["[a"]])(
  "%s is refused, and the hook runs",
  (glob) => {
    const { condition, problems } = readPatterns([glob, "never"]);
    expect(problems).toMatchObject([{ code: "invalid-pattern", index: 0 }]);
    expect(condition).toBeNull();
  },
);
