import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";

/** Every string of these characters up to a length, the shortest first. */
export function stringsOf(characters: readonly string[], longest: number): readonly string[] {
  const all = [""];
  for (let from = 0, size = 1; size <= longest; size++) {
    const to = all.length;
    for (; from < to; from++) for (const one of characters) all.push(`${all[from] ?? ""}${one}`);
  }
  return all;
}

type Maybe = JsonValue | undefined;

/** Values that are alike to conditions over the constants of the small questions, but for longer ones. */
const SCALARS: readonly Maybe[] = [undefined, null, true, false, -2, -1, 0, 0.5, 1, 1.25, 1.5, 2, 2.5, 3, 4];
const STRINGS = stringsOf(["a", "b"], 3);
const OTHER_STRINGS = ["A", "aA", " ", "a ", " b", "x", "xx", "ax", "bx", "xxxx"];
const ELEMENTS: readonly JsonValue[] = [
  null,
  true,
  false,
  0,
  1,
  1.5,
  2,
  4,
  "",
  "a",
  "b",
  "ab",
  "x",
  [],
  ["a"],
  {},
];

const pairs = ELEMENTS.flatMap((one) => ELEMENTS.map((other): JsonValue => [one, other]));
const LISTS: readonly JsonValue[] = [
  [],
  ...ELEMENTS.map((one) => [one]),
  ...pairs,
  ["a", "b", "ab"],
  ["a", "a", "a"],
  [1, 2, 3],
  [null, null, null],
  [null, null, null, null],
];
const OBJECTS: readonly JsonValue[] = [
  {},
  ...[null, true, 0, 1, 2, "", "a", "b", "ab", "x", [], ["a"]].map((k) => ({ k })),
  { k: 1, l: 2 },
  { l: null },
  { l: 1, m: 2, n: 3 },
  { l: 1, m: 2, n: 3, o: 4 },
];

function eventOf(a: Maybe, b: Maybe): JsonObject {
  return { ...(a !== undefined && { a }), ...(b !== undefined && { b }) };
}

/** Each string as the value of `a`. */
export const STRING_WORLD: readonly JsonObject[] = [
  ...stringsOf(["a", "b", "A", " ", "x"], 4).map((a) => ({ a })),
  ...stringsOf(["a", "b"], 8).map((a) => ({ a })),
  {},
  { a: null },
  { a: 1 },
  { a: [] },
  { a: {} },
  { a: true },
];

/** All pairs of values of `a` and `b`. */
export const VALUE_WORLD: readonly JsonObject[] = [
  ...SCALARS,
  ...STRINGS,
  ...OTHER_STRINGS,
  [],
  ["a"],
  {},
].flatMap((a) =>
  [...SCALARS, "", "a", "b", "ab", "aa", "ba", "x", ...LISTS, ...OBJECTS].map((b) => eventOf(a, b)),
);
