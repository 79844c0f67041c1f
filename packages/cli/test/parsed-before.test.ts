import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parse } from "@gatehouse-hooks/condition";
import { type Pattern, type PatternResult, re2 } from "@gatehouse-hooks/condition/re2";
import { compilePolicies } from "@gatehouse-hooks/engine";
import { loadAll, VOCABULARY } from "@gatehouse-hooks/hosts";
import { storedPatterns, storePolicySet } from "@gatehouse-hooks/store";
import { expect, test } from "vitest";
import { parsedConditions } from "../../../tools/packs/parsed-conditions.js";
import { FIRST_RULE } from "../../agents/src/init/first-rule.js";
import { ownConfig, ownConfigByFacts } from "../../local/src/own-config/own-config.js";
import { parsedBefore } from "../../local/src/places/parsed-before.js";
import parsed from "../../local/src/places/parsed-conditions.json" with { type: "json" };

const FIRST = { path: "first.yaml", text: FIRST_RULE };

/** The conditions that loading asks for in a hook of somebody who has what `init` writes. */
function askedFor(programs: readonly string[]): readonly string[] {
  const asked: string[] = [];
  const options = { gatehouse: { parsed: (condition: string): undefined => void asked.push(condition) } };
  loadAll([FIRST, ownConfig(programs), ownConfigByFacts()].map((file) => ({ ...file, options })));
  return asked;
}

test.each([
  ["/usr/lib/node_modules/gatehouse-hooks/dist"],
  ["/"],
  ['/home/größe/a "b" \\c\t$& 😀/dist'],
  ["/the-folder-of-the-program/dist"],
])("no condition of a newcomer is parsed, and each AST is the one that parsing gives: %s", (folder) => {
  const programs = [folder, "/opt/other"];
  const known = parsedBefore(programs);
  const asked = askedFor(programs);
  expect(asked.length).toBeGreaterThan(50);
  for (const condition of asked)
    expect(known(condition) ?? condition).toEqual(parse(condition, { escapes: "strict" }).ast);
});

/** What is written to the store of a newcomer. */
function storeOf(programs: readonly string[], parsed?: ReturnType<typeof parsedBefore>): string {
  const options = parsed === undefined ? {} : { gatehouse: { parsed } };
  const files = [FIRST, ownConfig(programs), ownConfigByFacts()].map((file) => ({ ...file, options }));
  const derive = { version: "1", facts: () => ({}) };
  const compiled = compilePolicies(loadAll(files), { vocabulary: VOCABULARY, derive });
  const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
  return storePolicySet(compiled, { hash, writer: "test" });
}

test("what is stored of a newcomer's policies is the same as without what the program brings along", () => {
  const programs = ["/usr/lib/node_modules/gatehouse-hooks/dist"];
  const stored = storeOf(programs, parsedBefore(programs));
  expect(stored.length).toBeGreaterThan(100_000);
  expect(stored === storeOf(programs)).toBe(true);
});

test("each pattern that is kept is measured as the engine measures it", () => {
  const known = new Map(parsed.patterns.map(([source, ...measures]) => [source, measures]));
  expect(known.size).toBeGreaterThan(30);
  const patterns = storedPatterns(parsed.patterns);
  for (const source of known.keys()) {
    const [read, kept] = [re2, patterns].map((engine) => {
      const { pattern } = engine(source) as Extract<PatternResult, { readonly pattern: Pattern }>;
      return { size: pattern.size, requires: pattern.requires?.() ?? [] };
    });
    expect(kept).toEqual(read);
  }
});

test("each AST that is kept is the one that parsing gives, whichever escapes are read", () => {
  const known = parsedBefore(["/the-folder-of-the-program"]);
  for (const [condition] of parsed.conditions) {
    for (const escapes of ["strict", "lenient"] as const)
      expect(parse(condition, { escapes })).toEqual({ ast: known(condition), issues: [] });
  }
});

test("a condition that differs in a character is parsed", () => {
  const [[condition] = [""]] = parsed.conditions;
  const known = parsedBefore([]);
  expect(known(condition)).toBeDefined();
  for (const other of [`${condition} `, condition.slice(1), ""]) expect(known(other)).toBeUndefined();
});

test("the file is what the packs of today give", () => {
  const file = new URL("../../local/src/places/parsed-conditions.json", import.meta.url);
  expect(readFileSync(file, "utf8")).toBe(parsedConditions());
});
