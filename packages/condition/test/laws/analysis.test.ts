import { analyze, compile } from "@gatehouse-hooks/condition";
import type { Atom, AtomPath, Path } from "@gatehouse-hooks/condition";
import { foldUnit } from "@gatehouse-hooks/condition/compile";
import type { JsonValue } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { expect, test } from "vitest";
import { events } from "../../../../test/arbitraries/events.js";
import { expressions } from "../../../../test/arbitraries/expressions.js";
import { assertLaw } from "../../../../test/assert-law.js";

/** The values at a path, missing ones too: one, but for a path through the elements of lists. */
function valuesAt(
  value: JsonValue | undefined,
  [key, ...rest]: AtomPath,
): readonly (JsonValue | undefined)[] {
  if (key === undefined) return [value];
  if (key === null) return Array.isArray(value) ? value.flatMap((one: JsonValue) => valuesAt(one, rest)) : [];
  if (typeof value !== "object" || value === null) return valuesAt(undefined, rest);
  if (Array.isArray(value) && typeof key === "string" && key !== "length") return valuesAt(undefined, rest);
  return valuesAt(Object.getOwnPropertyDescriptor(value, key)?.value as JsonValue | undefined, rest);
}

const foldText = (text: string): string =>
  Array.from({ length: text.length }, (_, i) => String.fromCharCode(foldUnit(text.charCodeAt(i)))).join("");

/** Does the atom hold? */
function holds({ path, of, operator, value: constant }: Atom, event: JsonValue): boolean {
  return valuesAt(event, path).some((found) => {
    if (operator === "has") return found !== undefined;
    if (of === "size")
      return typeof found === "object" || typeof found === "string"
        ? ordered(operator, sizeOf(found), constant)
        : false;
    if (of === "folded") return typeof found === "string" && ordered(operator, foldText(found), constant);
    return ordered(operator, found ?? null, constant);
  });
}

function sizeOf(value: JsonValue): JsonValue {
  if (typeof value === "string" || Array.isArray(value)) return value.length;
  return value === null ? null : Object.keys(value).length;
}

/** As SPEC.md says it of two values. */
function ordered(operator: Atom["operator"], left: JsonValue, right: Atom["value"]): boolean {
  if (operator === "==") return left === right;
  if (typeof left !== typeof right) return false;
  const [a, b] = [left, right] as [string, string];
  if (typeof left !== "string" && typeof left !== "number") return false;
  switch (operator) {
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
    case "includes":
    case "startsWith":
    case "endsWith":
      return typeof a === "string" && a[operator](b);
    case "overlaps": {
      const text = /^(?:\\[\0-\x7f]|[^*?[{\\\x80-\uffff])*/.exec(a)?.[0].replace(/\\([^])/g, "$1") ?? "";
      return text.startsWith(b) || b.startsWith(text);
    }
    // Asked for by an index only.
    case "touches":
    case "has":
      return true;
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
