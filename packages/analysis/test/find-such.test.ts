import { compile, parse, type Expr } from "@gatehouse-hooks/condition";
import { print } from "@gatehouse-hooks/condition";
import type { JsonValue } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { expect, test } from "vitest";
import { events } from "../../../test/arbitraries/events.js";
import { expressions } from "../../../test/arbitraries/expressions.js";
import { assertLaw } from "../../../test/assert-law.js";
import { findSuch } from "../src/conditions.js";

function ast(text: string): Expr {
  const parsed = parse(text);
  if (parsed.ast === null) throw new Error(`${text}: ${parsed.issues[0]?.message ?? ""}`);
  return parsed.ast;
}

const checked = expressions.map((one) => ast(print(one)));

test("never means never, and every event that is found is one", () => {
  const seen = { found: 0, none: 0, unknown: 0 };
  assertLaw(
    fc.property(
      fc.array(checked, { minLength: 1, maxLength: 2 }),
      fc.array(checked, { maxLength: 2 }),
      fc.array(events, { minLength: 10, maxLength: 10 }),
      (hold, fail, some) => {
        const result = findSuch({ hold, fail });
        seen[result.kind]++;
        const meets = (event: JsonValue): boolean =>
          hold.every((node) => compile(node)(event) === true) &&
          fail.every((node) => compile(node)(event) === false);
        if (result.kind === "found") expect(meets(result.event)).toBe(true);
        if (result.kind === "none") expect(some.filter(meets)).toEqual([]);
      },
    ),
    { least: 1_000 },
  );
  expect(Math.min(seen.found, seen.none)).toBeGreaterThan(50);
});

test.each([
  ['toolName == "a" && toolName == "b"', "none"],
  ['toolName == "a" && toolName != "a"', "none"],
  ['toolName.startsWith("ab") && !toolName.includes("b")', "none"],
  ["params.n > 3 && params.n < 3", "none"],
  ["params.n > 3 && params.n < 4", "found"],
  ['params.n == 3 && params.n.startsWith("3")', "none"],
  ['params.command.matches("^git") && !params.command.includes("it")', "none"],
  ['params.command.matches("^git +push") && !params.command.includes("git push")', "found"],
  ['params.command.glob("*.ts") && params.command.endsWith(".js")', "none"],
  ['params.command.lower().includes("RM")', "none"],
  ['params.command.lower().includes("rm") && !params.command.includes("rm")', "found"],
  ['params.command.size() > 3 && params.command == "abc"', "none"],
  ['tags.any(x, x == "a" && x == "b")', "none"],
  ['tags.any(x, x == "a") && tags.any(x, x == "b")', "found"],
  ['tags.any(x, x == "a") && !("a" in tags)', "none"],
  ['tags.all(x, x == "a") && "b" in tags', "none"],
  ['tags.all(x, x == "a") && tags.size() > 0', "found"],
  ['tags.length == 2 && tags[2] == "x" && tags.all(x, x)', "none"],
  ['tags.any(x, x == "a") && tags.any(x, x == "b") && tags.size() == 1', "unknown"],
  ["params.size() == 1 && has(params.a) && has(params.b)", "none"],
  ["params.size() == 2 && has(params.a) && has(params.b)", "found"],
  ["params.size() == 1.5", "none"],
  ["params.size() == 0 && params.a == null", "found"],
  ['tags != [] && tags.all(x, x == "a") && tags.size() == 0', "none"],
  ['tags != ["a"] && tags.size() == 1 && tags.all(x, x == "a")', "none"],
  ["tags != [1, null] && tags.size() == 2 && tags[0] == 1", "found"],
  ["tags.all(x, x.all(y, params)) && !has(tags[-1])", "found"],
  ["tags.all(x, x) && has(tags[-1])", "none"],
  ['tags == [] && tags.any(x, x == "a")', "none"],
  ["params.a == null && has(params.a)", "found"],
  ["params.a == null && params.a.b == 1", "none"],
  ['!has(params) && params.command == "x"', "none"],
  ['toolName in ["a", "b"] && toolName in ["b", "c"] && toolName != "b"', "none"],
  ['toolName < "b" && toolName > "a" && toolName.size() == 2', "found"],
  ['toolName < "b" && toolName > "b"', "none"],
  ['params.x.length && params.x.startsWith("a")', "none"],
  ['facts.writes.any(w, w.touches("~/.ssh/**")) && !facts.writes.any(w, w.touches("~/.ssh/**"))', "none"],
  ['params.command.trim() == "x" && !params.command.includes("x")', "none"],
  ['params.command.trim() == " x"', "none"],
  ["params.a == params.b && params.a == 1 && params.b == 2", "none"],
  ["params.a == params.b && params.a == 1", "found"],
  ['params.a.size() > 3 && params.a == ""', "none"],
  ["params.a.size() == 0 && params.a", "found"],
  ['params.a.size() == 0 && params.a && params.a.startsWith("")', "none"],
  ["params.a.size() > 2 && params.a == 12345", "none"],
  ["params.a.size() >= 0 && !has(params.a)", "none"],
  ["params.a.size() < 1.5 && params.a.size() > 0.5 && params.a.size() != 1", "none"],
  ["params.a.size() == 1 && params.a.b != 3 && has(params.a.c)", "found"],
  ["params.a.size() == 1 && params.a.b == 3 && has(params.a.c)", "none"],
  ['params.a > 3 && params.a < "b"', "none"],
  ['params.a.lower() == "x" && params.a > 3', "none"],
  ['params.a.lower() == null && params.a == "x"', "none"],
  ["params.a == null && params.a.size() == 0", "none"],
  ['params.a in ["x", 3, null] && params.a > 2 && params.a != 3', "none"],
  ['params.a.b == 1 && params.a.startsWith("x")', "none"],
  ["params.a.b == 1 && params.a[0] == 1", "found"],
  ['params.a.any(x, x == 1) && params.a == "1"', "none"],
  ["params.a.any(x, x == 1) && params.a.b", "none"],
  ['params.a && params.a == "" || params.b == true && !params.b', "none"],
] as const)("%s: %s", (text, kind) => {
  expect(findSuch({ hold: [ast(text)] }).kind).toBe(kind);
});
