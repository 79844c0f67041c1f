import fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw } from "../../../test/assert-law.js";
import { withoutCodeCache } from "../src/init/snapshot/without-code-cache.js";

function length(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

/** The list as Node writes it. */
function listOf(entries: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  return Buffer.concat([
    length(entries.length),
    ...entries.flatMap(([name, data]) => [length(name.length), Buffer.from(name), length(data.length), data]),
  ]);
}

const ENTRIES = fc.array(
  fc.tuple(fc.stringMatching(/^[a-z][\w/-]{0,30}$/), fc.uint8Array({ maxLength: 40 })),
  { minLength: 20, maxLength: 60 },
);

test("law: what is before the list stays, and the list is empty", () => {
  assertLaw(
    fc.property(fc.uint8Array({ maxLength: 300 }), ENTRIES, (before, entries) => {
      const short = withoutCodeCache(Buffer.concat([before, listOf(entries)]));
      expect(short).toEqual(new Uint8Array([...before, ...length(0)]));
    }),
  );
});

test("law: a file that was cut, or goes on behind the list, is left alone", () => {
  assertLaw(
    fc.property(ENTRIES, fc.integer({ min: 1, max: 8 }), fc.boolean(), (entries, count, isCut) => {
      const list = listOf([...entries, ["last", new Uint8Array(9)]]);
      const file = isCut ? list.subarray(0, -count) : Buffer.concat([list, new Uint8Array(count)]);
      expect(withoutCodeCache(file)).toBeNull();
    }),
  );
});

test("any bytes: null, or the same bytes and an empty list", () => {
  assertLaw(
    fc.property(fc.uint8Array({ maxLength: 400 }), (file) => {
      const short = withoutCodeCache(file);
      if (short !== null) expect(short.subarray(0, -8)).toEqual(file.subarray(0, short.length - 8));
    }),
  );
});
