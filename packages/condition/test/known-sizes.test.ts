import { expect, test } from "vitest";
import { knownSize } from "../src/compile/patterns/lazy-pattern.js";
import { nothing, type TextTree } from "../src/compile/patterns/text-tree.js";

/** How often a size was looked for, and what was answered. */
function asked(sources: readonly string[], read: (source: string) => TextTree): readonly [number, number[]] {
  let times = 0;
  const sizes = sources.map((source) =>
    knownSize(source, read, () => {
      times++;
      return source.length;
    }),
  );
  return [times, sizes];
}

test("patterns of one text and syntax have one size, which is found once", () => {
  const read = (): TextTree => nothing;
  expect(asked(["a", "bc", "a", "bc", "__proto__", "__proto__"], read)).toEqual([3, [1, 2, 1, 2, 9, 9]]);
  expect(asked(["a", "bc"], read)).toEqual([0, [1, 2]]);
  const other = (): TextTree => nothing;
  expect(asked(["a"], other)).toEqual([1, [1]]);
});

test("what is kept has a bound, beyond which a size is found again", () => {
  const read = (): TextTree => nothing;
  const many = Array.from({ length: 600 }, (_, at) => `pattern ${at}`);
  expect(asked(many, read)[0]).toBe(600);
  const [again, sizes] = asked(many.slice(0, 10), read);
  expect(again).toBe(10);
  expect(sizes).toEqual(many.slice(0, 10).map(({ length }) => length));
});
