import { expect, test } from "vitest";
import { sealer } from "../src/sealed-text.js";

test("what was sealed as one kind is not opened as another, nor without its kind's tag", () => {
  const first = sealer("a secret", "first\n");
  const sealed = first.seal("text");
  expect(first.open(sealed)).toBe("text");
  expect(sealer("a secret", "second\n").open(sealed)).toBeUndefined();
  expect(sealer("another secret", "first\n").open(sealed)).toBeUndefined();
  expect(sealer("a secret").open(sealed)).toBe("first\ntext");
});
