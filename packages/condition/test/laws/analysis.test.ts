import { analyze, compile } from "@gatehouse-hooks/condition";
import type { Atom, Path } from "@gatehouse-hooks/condition";
import type { JsonValue } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { expect, test } from "vitest";
import { events } from "../../../../test/arbitraries/events.js";
import { expressions } from "../../../../test/arbitraries/expressions.js";
import { interpret } from "../reference.js";
import { assertLaw } from "../../../../test/assert-law.js";

const span = [0, 0] as const;

/** Does the atom hold? Asked of the reference. */
function holds({ path, operator, value }: Atom, event: JsonValue): boolean {
  const [first = "", ...rest] = path;
  const target = rest.reduce<Parameters<typeof interpret>[0]>(
    (object, key) => ({ kind: "member", object, key, span }),
    { kind: "name", name: String(first), span },
  );
  const literal = { kind: "literal", value, span } as const;
  switch (operator) {
    case "includes":
    case "startsWith":
    case "endsWith":
      return (
        interpret({ kind: "call", method: operator, object: target, args: [literal], span }, event) === true
      );
    default:
      return interpret({ kind: "compare", operator, left: target, right: literal, span }, event) === true;
  }
}

test("analysis: where a required atom fails, or every atom of a cover, the outcome is false", () => {
  let decided = 0;
  const ran = assertLaw(
    fc.property(expressions, events, (ast, event) => {
      const { required, covers } = analyze(ast);
      const excluded =
        required.some((atom) => !holds(atom, event)) ||
        covers.some((cover) => cover.every((atom) => !holds(atom, event)));
      if (!excluded) return;
      decided++;
      expect(compile(ast)(event)).toBe(false);
    }),
  );
  expect(decided).toBeGreaterThan(ran / 40);
});

test("analysis: a constant condition has its outcome on every event", () => {
  let constants = 0;
  const ran = assertLaw(
    fc.property(expressions, events, (ast, event) => {
      const { constant } = analyze(ast);
      if (constant === null) return;
      constants++;
      expect(compile(ast)(event)).toBe(constant === "always");
    }),
  );
  expect(constants).toBeGreaterThan(ran / 400);
});

test("analysis: the outcome depends on nothing but the paths", () => {
  assertLaw(
    fc.property(expressions, events, (ast, event) => {
      const { paths } = analyze(ast);
      const projected = paths.reduce<JsonValue>((kept, path) => keep(kept, event, path), {});
      expect(compile(ast)(projected)).toBe(compile(ast)(event));
    }),
  );
});

/** `kept` with what the event holds at the path; lists on the way are kept whole. */
function keep(kept: JsonValue, event: JsonValue, [key, ...rest]: Path): JsonValue {
  if (key === undefined || event === null || typeof event !== "object" || Array.isArray(event)) return event;
  const source = event as { readonly [key: string]: JsonValue };
  if (!Object.hasOwn(source, key)) return kept;
  const base: object = kept !== null && typeof kept === "object" ? kept : {};
  const inner = Object.getOwnPropertyDescriptor(base, key)?.value as JsonValue | undefined;
  const value = keep(inner ?? {}, source[key] ?? null, rest);
  return Object.defineProperty({ ...base }, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}
