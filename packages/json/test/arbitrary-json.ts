import fc from "fast-check";
import { characters } from "../../../test/arbitraries/characters.js";

/** What JSON.parse can give, with the awkward parts in: lone surrogates, -0, `__proto__`, index-like keys. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: characters, maxLength: 12 }),
  fc.string({
    unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    maxLength: 4,
  }),
  fc.constantFrom(
    "",
    "a",
    "e\u0301",
    "\u00e9",
    "\ud800",
    "\ud801",
    "\ufffd",
    "\udc00\ud800",
    "\u2028",
    '"',
    "\\",
    "😀",
  ),
);

const key: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "a",
    "b",
    "aa",
    "10",
    "9",
    "1",
    "__proto__",
    "constructor",
    "toString",
    "length",
    "then",
    "",
  ),
  text,
);

const number: fc.Arbitrary<number> = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 1, 1e21, 1e-7, Number.MAX_VALUE, Number.MIN_VALUE, 2 ** 53 + 2),
);

/** Sets own properties, so that `__proto__` is data as JSON.parse makes it. */
export function objectOf(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [name, value] of entries) {
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  }
  return object;
}

export const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<Json>(null, true, false),
    number,
    text,
    fc.array(tie("value"), { maxLength: 5 }),
    fc
      .uniqueArray(fc.tuple(key, tie("value")), { selector: ([name]) => name, maxLength: 6 })
      .map((entries) => objectOf(entries) as { [name: string]: Json }),
  ),
})).value;

/** The same value with the keys of every object in another order. */
export function reordered(value: Json): Json {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, reordered(item)] as const);
  return objectOf(entries.toReversed()) as { [name: string]: Json };
}
