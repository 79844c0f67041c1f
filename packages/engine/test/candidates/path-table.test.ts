import { type Atom, foldUnit } from "@gatehouse-hooks/condition/compile";
import type { JsonValue } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Found } from "../../src/candidates/found.js";
import { PathTable } from "../../src/candidates/path-table.js";
import { assertLaw } from "../../../../test/assert-law.js";

const fold = (text: string): string =>
  Array.from({ length: text.length }, (_, i) => String.fromCharCode(foldUnit(text.charCodeAt(i)))).join("");

const unit = fc.constantFrom(
  "a",
  "A",
  "k",
  "K",
  "\u212a",
  "s",
  "\u017f",
  "i",
  "\u0130",
  "\u00e9",
  "\u00c9",
  "1",
);
const text = fc.string({ unit, maxLength: 6 });
const literal = fc.string({ unit, minLength: 1, maxLength: 3 });
const folded = fc.string({ unit: fc.constantFrom("a", "k", "s", "i", "1", " "), minLength: 1, maxLength: 3 });
const number = fc.constantFrom(-1, 0, 0.5, 1, 2, 3);
const order = fc.constantFrom("<" as const, "<=" as const, ">" as const, ">=" as const);
const occurrence = fc.constantFrom(
  "==" as const,
  "includes" as const,
  "startsWith" as const,
  "endsWith" as const,
);

const atomOf = (of: Atom["of"], operator: Atom["operator"], value: Atom["value"]): Atom => ({
  path: ["x"],
  of,
  operator,
  value,
});
const atom: fc.Arbitrary<Atom> = fc.oneof(
  fc.tuple(occurrence, literal).map(([operator, value]) => atomOf("value", operator, value)),
  fc.tuple(occurrence, folded).map(([operator, value]) => atomOf("folded", operator, value)),
  fc.constantFrom(null, true, 0, 1).map((value) => atomOf("value", "==", value)),
  fc.tuple(order, fc.oneof(number, literal)).map(([operator, value]) => atomOf("value", operator, value)),
  fc
    .tuple(fc.oneof(order, fc.constant("==" as const)), number)
    .map(([operator, value]) => atomOf("size", operator, value)),
  fc.constant(atomOf("value", "has", null)),
);
const value: fc.Arbitrary<JsonValue | undefined> = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 3, arbitrary: number },
  { weight: 1, arbitrary: fc.constantFrom(null, undefined, true, false) },
  { weight: 2, arbitrary: fc.array(number, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom<JsonValue>({}, { a: 1 }, { a: 1, b: 2 }) },
);

function holds({ of, operator, value: constant }: Atom, found: JsonValue | undefined): boolean {
  if (operator === "has") return found !== undefined;
  if (of === "folded") return typeof found === "string" && compares(operator, fold(found), constant);
  if (of === "value") return compares(operator, found ?? null, constant);
  if (typeof found === "string") return compares(operator, found.length, constant);
  return (
    typeof found === "object" && found !== null && compares(operator, Object.keys(found).length, constant)
  );
}

function compares(operator: Atom["operator"], left: JsonValue, right: Atom["value"]): boolean {
  if (operator === "==") return left === right;
  if (typeof left === "string" && typeof right === "string") {
    if (operator === "includes" || operator === "startsWith" || operator === "endsWith")
      return left[operator](right);
    return ordered(operator, left, right);
  }
  return typeof left === "number" && typeof right === "number" && ordered(operator, left, right);
}

function ordered<T extends number | string>(operator: Atom["operator"], left: T, right: T): boolean {
  switch (operator) {
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    default:
      return operator === ">=" && left >= right;
  }
}

test("every policy of which an atom holds is found, and another only where case was not looked at", () => {
  let more = 0;
  const ran = assertLaw(
    fc.property(
      fc.array(atom, { minLength: 1, maxLength: 14 }),
      fc.array(value, { minLength: 1, maxLength: 3 }),
      (atoms, values) => {
        const table = new PathTable();
        for (const [position, one] of atoms.entries()) table.add(one, position);
        const cased = atoms.some(({ of, operator }) => of === "folded" && operator === "includes");
        const found = new Found(atoms.length);
        for (const one of values) {
          found.start();
          table.find(one, found);
          const positions = found.sorted();
          const expected = atoms.flatMap((which, position) => (holds(which, one) ? [position] : []));
          expect(positions).toEqual(expect.arrayContaining(expected));
          const others = positions
            .filter((position) => !expected.includes(position))
            .map((position) => atoms[position]);
          more += others.length;
          for (const other of others)
            expect([cased, other?.of, other?.operator]).toEqual([true, "value", "includes"]);
        }
      },
    ),
  );
  expect(more).toBeLessThan(ran);
});

test("a set of a thousand strings is one look", () => {
  const table = new PathTable();
  for (let i = 0; i < 1_000; i++) table.add(atomOf("value", "==", `host${i}`), i);
  const found = new Found(1_000);
  found.start();
  table.find("host777", found);
  expect(found.sorted()).toEqual([777]);
  expect(found.units).toBe(0);
});
