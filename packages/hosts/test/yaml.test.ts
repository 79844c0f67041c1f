import fc from "fast-check";
import { load } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { guardYaml } from "../src/yaml/guard-yaml.js";
import { readYaml } from "./read-yaml.js";
import { assertLaw } from "../../../test/assert-law.js";
import { processorTime } from "../../../test/growth.js";
import { characters } from "../../../test/arbitraries/characters.js";

const key = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1 }),
  fc.constantFrom("__proto__", "constructor", "NO", "1"),
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.maxSafeInteger(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom(
        "yes",
        "0x10",
        "1_000",
        "~",
        "null",
        "- a",
        "? b",
        "&a",
        "*a",
        "!t",
        "# c",
        "a: b",
        "'",
        '"',
      ),
    ),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

test("law: every JSON value, written as YAML in any style, is read back as it was", () => {
  assertLaw(
    fc.property(
      json,
      fc.boolean(),
      fc.constantFrom("PLAIN", "QUOTE_SINGLE", "QUOTE_DOUBLE"),
      (value, flow, style) => {
        const options = { aliasDuplicateObjects: false, lineWidth: 0, defaultStringType: style } as const;
        const text = stringify(value, { ...options, ...(flow ? { collectionStyle: "flow" } : {}) });
        // Some C1 controls are written raw; this package refuses them.
        fc.pre(guardYaml(text)?.code !== "control-character");
        expect(readYaml(text)).toEqual(value);
      },
    ),
  );
});

test("law: a JSON text is YAML with the same value", () => {
  assertLaw(
    fc.property(json, fc.constantFrom(undefined, 2, "\t"), (value, indent) => {
      // U+2028 and the controls that JSON allows raw in strings are refused in YAML.
      const text = JSON.stringify(value, null, indent);
      fc.pre(guardYaml(text)?.code !== "control-character");
      expect(readYaml(text)).toEqual(value);
    }),
  );
});

test("law: any text is read or refused, without an exception, and every issue has a place", () => {
  const piece = fc.constantFrom(
    ..."[]{}:,-?|>&*!%@`'\"#\n\t \\".split(""),
    "---",
    "...",
    "<<",
    "version: 1",
    "policies:",
    "  - id: a",
    "    deny: b",
    "name: n",
    "events: session_end",
    "\u0000",
    "\ud800",
    "\ufeff",
    "{{a}}",
  );
  const hostile = fc.array(fc.oneof(piece, fc.string({ unit: characters, maxLength: 3 })), { maxLength: 40 });
  assertLaw(
    fc.property(
      hostile,
      fc.constantFrom("a.md", "a.yaml", "a.json"),
      fc.boolean(),
      (pieces, path, fenced) => {
        const text = fenced ? `---\n${pieces.join("")}\n---\nB` : pieces.join("");
        for (const { line = 0, column = 0, offset = -1, cure = "" } of load(text, { path }).issues) {
          expect(line > 0 && column > 0 && offset >= 0 && offset <= text.length && cure !== "").toBe(true);
        }
      },
    ),
  );
});

test.each([
  ["yaml-alias", "a: &x 1"],
  ["yaml-alias", "a: [*x]"],
  ["yaml-tag", "a: !!str 1"],
  ["yaml-tag", "a: ! 1"],
  ["yaml-tag", "! a: 1"],
  ["yaml-tag", "- !<tag:x> 1"],
  ["yaml-directive", "%TAG ! tag:x,2000:\n---\na: 1"],
  ["yaml-documents", "a: 1\n---\nb: 1"],
  ["yaml-documents", "a: 1\n...\nb: 1"],
  ["yaml-key", "{[a]: 1}"],
  ["yaml-key", "1: a\n[b]: c"],
  ["duplicate-key", "1: a\n'1': b"],
  ["duplicate-key", 'a: 1\n"\\u0061": 2'],
  ["duplicate-key", "{__proto__: 1, __proto__: 2}"],
  ["invalid-value", "a: .nan"],
  ["invalid-value", "a: 010"],
  ["invalid-value", "a: -00"],
  ["invalid-value", "a: 1e400"],
  ["invalid-value", "a: 9007199254740993"],
  ["yaml-syntax", 'a: "b" "c"'],
  ["yaml-syntax", "a: [b]]"],
  ["yaml-syntax", "a: @b"],
  ["too-deep", "[".repeat(100)],
  ["too-deep", "- ".repeat(100)],
  ["too-deep", Array.from({ length: 100 }, (_, index) => `${" ".repeat(index)}a:`).join("\n")],
])("%s: %j", (code, text) => {
  expect(() => readYaml(text)).toThrow(code);
});

test.each([
  ["NO", "NO"],
  ["a: <<", { a: "<<" }],
  ["{<<: {b: 1}}", { "<<": { b: 1 } }],
  ["a: 0o17", { a: 15 }],
  ["a: -0", { a: 0 }],
  ["a: 2001-01-01", { a: "2001-01-01" }],
  ["---\na: 1\n...\n", { a: 1 }],
  [
    `{${Array.from({ length: 200 }, (_, index) => `k${index}: v`).join(", ")}}`,
    expect.objectContaining({ k199: "v" }),
  ],
])("%j is read", (text, value) => {
  expect(readYaml(text)).toEqual(value);
});

test("a value behind a value is refused before parsing: thousands of them would take seconds", () => {
  expect(guardYaml('a: "b" "c"')).toMatchObject({ code: "yaml-syntax", offset: 7 });
  expect(guardYaml("[a] {b}")).toMatchObject({ code: "yaml-syntax", offset: 4 });
  expect(guardYaml("a: [b, 'c']\nd: \"e\" # f\ng: |\n  h\ni: 'j'")).toBeNull();
});

test("4 KB of brackets, twice, are refused and do not abort the process", () => {
  for (let time = 0; time < 2; time++) {
    expect(load("[".repeat(4000), { path: "a.yaml" }).issues.map(({ code }) => code)).toEqual(["too-deep"]);
    const hook = `---\nname: n\nevents: ${"[".repeat(2000)}\n---\nB`;
    expect(load(hook, { path: "a.md" }).policies).toEqual([]);
  }
});

const KIB_128 = 130_000;
/** Policies as they should be, up to the limit of a file. */
const GOOD = `version: 1\npolicies:\n${Array.from({ length: 3_000 }, (_, n) => `  - { id: p${n}, events: b, deny: x }\n`).join("")}`;
/** Microseconds that such a file takes. */
let goodFile: number | undefined;
/** How much longer a hostile one may take. */
const OVER = 40;
const fill = (unit: string): string => unit.repeat(Math.floor(KIB_128 / unit.length));

test.each([
  ["pairs of braces", "a.yaml", fill("{}")],
  ["quotes", "a.yaml", fill('"')],
  ["items", "a.yaml", fill("- a\n")],
  ["values behind values", "a.yaml", fill("'a' b\n")],
  ["a flow mapping", "a.yaml", `{${fill("a: b, ")}}`],
  ["keys", "a.yaml", Array.from({ length: 12_000 }, (_, index) => `k${index}: 1`).join("\n")],
  [
    "unknown keys of a policy",
    "a.yaml",
    `version: 1\npolicies:\n  - id: a\n${Array.from({ length: 9_000 }, (_, index) => `    k${index}: 1\n`).join("")}`,
  ],
  [
    "policies of one name",
    "a.yaml",
    `version: 1\npolicies:\n${fill("  - {id: a, events: b, deny: x}\n")}`.slice(0, KIB_128),
  ],
  ["objects", "a.json", `{"version":1,"policies":[${fill("{},")}{}]}`.slice(0, KIB_128)],
  ["front matter keys", "a.md", `---\n${fill("a: b\n")}---\nx`.slice(0, KIB_128)],
  ["front matter items", "a.md", `---\nevents:\n${fill("- b\n")}`.slice(0, KIB_128)],
  ["blanks", "a.md", `---\nname: ${" ".repeat(120_000)}x\n---\nb`],
  ["placeholders", "a.md", `---\nname: n\nevents: session_end\n---\n${fill("{{a")}`.slice(0, KIB_128)],
])("a large file of one hostile pattern is read in bounded time: %s in %s", (_, path, text) => {
  const start = process.cpuUsage();
  const { issues } = load(text, { path });
  const { user, system } = process.cpuUsage(start);
  expect(issues.length).toBeLessThanOrEqual(202);
  // Quadratic behaviour takes minutes, a thousand times as long as a good file.
  goodFile ??= processorTime(() => load(GOOD, { path: "a.yaml" }));
  expect((user + system) / goodFile).toBeLessThan(OVER);
});
