import fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw } from "../../../test/assert-law.js";
import { framed } from "../src/server/framed.js";

/** What comes out when bytes go in, in parts. */
function through(bytes: Buffer, size: number): string {
  const stream = framed();
  const out: Buffer[] = [];
  stream.on("data", (part: Buffer) => out.push(part));
  for (let at = 0; at < bytes.length; at += size) stream.write(bytes.subarray(at, at + size));
  for (let part: unknown = stream.read(); part !== null; part = stream.read()) out.push(part as Buffer);
  return Buffer.concat(out).toString("latin1");
}

const message = (body: string): string => `Content-Length: ${body.length}\r\n\r\n${body}`;

test.each([1, 2, 3, 7, 1_000])("messages pass, what is not framed does not; in parts of %i bytes", (size) => {
  const text = `${message("{}")}garbage\r\n\r\nX: y\r\n\r\n${message('{"a":1}')}`;
  expect(through(Buffer.from(text), size)).toBe(message("{}") + message('{"a":1}'));
});

test("other headers are left out, and a message that is far too long is", () => {
  const typed = "Content-Type: x\r\ncontent-length: 2\r\n\r\n{}";
  expect(through(Buffer.from(typed), 5)).toBe(message("{}"));
  const long = `Content-Length: 40000000\r\n\r\n${"x".repeat(40_000_000)}${message("{}")}`;
  expect(through(Buffer.from(long), 1_000_000)).toBe(message("{}"));
  expect(through(Buffer.from(`${"x".repeat(100_000)}\r\n\r\n${message("{}")}`), 1_000)).toBe(message("{}"));
});

test("whatever comes before, nothing is thrown", () => {
  assertLaw(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 1, max: 50 }), (bytes, size) => {
      through(Buffer.from(bytes), size);
    }),
    { quick: 50 },
  );
});
