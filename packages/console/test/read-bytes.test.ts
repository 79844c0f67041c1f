import fc from "fast-check";
import { expect, test } from "vitest";
import { readBytes } from "../src/read-bytes.js";
import { assertLaw } from "../../../test/assert-law.js";

async function* given(parts: readonly Uint8Array[], taken: () => void): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    taken();
    yield await Promise.resolve(part);
  }
}

const parts = fc.array(fc.uint8Array({ minLength: 1, maxLength: 8 }), { maxLength: 6 });

test("bytes are those of the chunks in their order, and none where they are longer than allowed", async () => {
  await assertLaw(
    fc.asyncProperty(parts, fc.nat(40), async (chunks, maxBytes) => {
      const whole = chunks.flatMap((chunk) => [...chunk]);
      const read = await readBytes(
        given(chunks, () => undefined),
        maxBytes,
      );
      expect(read && [...read]).toEqual(whole.length <= maxBytes ? whole : null);
    }),
  );
});

test("what comes at once is read first, and its end is the end", async () => {
  await assertLaw(
    fc.asyncProperty(parts, parts, fc.boolean(), async (first, later, ends) => {
      const atOnce = [...first, ...(ends ? [new Uint8Array()] : [])];
      let waited = 0;
      const read = await readBytes(
        given(later, () => waited++),
        1_000,
        () => atOnce.shift(),
      );
      const whole = [...first, ...(ends ? [] : later)].flatMap((chunk) => [...chunk]);
      expect(read && [...read]).toEqual(whole);
      expect(waited).toBe(ends ? 0 : later.length);
    }),
  );
});

test("nothing is read after the chunk that is too much", async () => {
  let taken = 0;
  const chunk = new Uint8Array(10);
  expect(
    await readBytes(
      given([chunk, chunk, chunk, chunk], () => taken++),
      15,
    ),
  ).toBeNull();
  expect(taken).toBe(2);
});
