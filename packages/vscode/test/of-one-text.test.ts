import { expect, test } from "vitest";
import { ofOneText } from "../src/of-one-text.js";

/** A text that somebody changes while the first runs go on. */
function typed(changes: number): () => Promise<{ readonly said: string; readonly isCurrent: () => boolean }> {
  let version = 1;
  let left = changes;
  return async () => {
    const at = version;
    const said = await Promise.resolve(`of version ${at}`);
    if (left-- > 0) version++;
    return { said, isCurrent: () => version === at };
  };
}

test.each([
  [0, "of version 1"],
  [1, "of version 2"],
  [2, "of version 3"],
])("after %i changes during runs, what is said is %s", async (changes, said) => {
  expect(await ofOneText(typed(changes))).toBe(said);
});

test("a text that goes on changing has no result, rather than one of an older text", async () => {
  expect(await ofOneText(typed(Infinity))).toBeUndefined();
});
