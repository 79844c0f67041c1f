import { readFileSync } from "node:fs";
import { parse } from "@gatehouse-hooks/condition";
import { loadAll } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";
import { parsedConditions } from "../../../tools/packs/parsed-conditions.js";
import { FIRST_RULE } from "../../agents/src/init/first-rule.js";
import { ownConfig, ownConfigByFacts } from "../../local/src/own-config/own-config.js";
import { parsedBefore } from "../../local/src/places/parsed-before.js";
import conditions from "../../local/src/places/parsed-conditions.json" with { type: "json" };

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

test("each AST that is kept is the one that parsing gives, whichever escapes are read", () => {
  const known = parsedBefore(["/the-folder-of-the-program"]);
  for (const [condition] of conditions) {
    for (const escapes of ["strict", "lenient"] as const)
      expect(parse(condition, { escapes })).toEqual({ ast: known(condition), issues: [] });
  }
});

test("a condition that differs in a character is parsed", () => {
  const [[condition] = [""]] = conditions;
  const known = parsedBefore([]);
  expect(known(condition)).toBeDefined();
  for (const other of [`${condition} `, condition.slice(1), ""]) expect(known(other)).toBeUndefined();
});

test("the file is what the packs of today give", () => {
  const file = new URL("../../local/src/places/parsed-conditions.json", import.meta.url);
  expect(readFileSync(file, "utf8")).toBe(parsedConditions());
});
