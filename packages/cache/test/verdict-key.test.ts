import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { KeyParts } from "@gatehouse-hooks/cache";
import { canonicalJson, NotJsonError } from "@gatehouse-hooks/json/canonical";
import { verdictKey } from "@gatehouse-hooks/cache";
import { sha256 as nobleSha256 } from "../src/sha256/noble.js";
import { sha256 as nodeSha256 } from "../src/sha256/node.js";
import { json, reordered } from "../../json/test/arbitrary-json.js";
import { assertLaw } from "../../../test/assert-law.js";
import { characters } from "../../../test/arbitraries/characters.js";

const someText = fc.oneof(
  fc.constantFrom("", "a", "b", "ab", "\ud800", "\ud801", "\ufffd", "1", "null", '"a"', "before_tool_call"),
  fc.string({ unit: characters, maxLength: 8 }),
);
const parts: fc.Arbitrary<KeyParts> = fc.record({
  event: someText,
  body: someText,
  model: fc.option(someText),
  context: fc.oneof(json, fc.constantFrom({}, { a: 1 }, { a: "1" })),
  derives: fc.option(someText, { nil: undefined }),
});

function hex(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

test("is the formula of the specification", () => {
  const body = "Is this safe?\n{{context}}";
  const context = { toolName: "exec", params: { command: "ls", cwd: "/é" } };
  const canonicalContext = '{"params":{"command":"ls","cwd":"/é"},"toolName":"exec"}';
  for (const model of ["openai/gpt-5", null]) {
    expect(verdictKey({ event: "before_tool_call", body, model, context })).toBe(
      hex(JSON.stringify([1, "before_tool_call", hex(body), model, hex(canonicalContext)])),
    );
    expect(verdictKey({ event: "before_tool_call", body, model, context, derives: "7" })).toBe(
      hex(JSON.stringify([1, "before_tool_call", hex(body), model, hex(canonicalContext), "7"])),
    );
  }
});

test("two keys are equal iff all parts are", () => {
  assertLaw(
    fc.property(
      parts,
      parts,
      fc.constantFrom("none", "event", "body", "model", "context", "derives"),
      (a, other, change) => {
        const b = change === "none" ? { ...a } : { ...a, [change]: other[change] };
        const equal =
          a.event === b.event &&
          a.body === b.body &&
          a.model === b.model &&
          a.derives === b.derives &&
          canonicalJson(a.context) === canonicalJson(b.context);
        expect(verdictKey(a) === verdictKey(b)).toBe(equal);
      },
    ),
  );
});

test("no part can borrow from its neighbour", () => {
  assertLaw(
    fc.property(parts, parts, (a, b) => {
      const same = isDeepStrictEqual(
        [a.event, a.body, a.model, canonicalJson(a.context)],
        [b.event, b.body, b.model, canonicalJson(b.context)],
      );
      expect(verdictKey(a) === verdictKey(b)).toBe(same);
      expect(verdictKey({ ...a, event: a.body, body: a.event }) === verdictKey(a)).toBe(a.event === a.body);
    }),
  );
});

test("the order of keys in the context does not matter", () => {
  assertLaw(
    fc.property(parts, json, (a, context) => {
      expect(verdictKey({ ...a, context: reordered(context) })).toBe(verdictKey({ ...a, context }));
    }),
  );
});

test.each([
  ["no model and an empty one", { model: null }, { model: "" }],
  ["no model and one called null", { model: null }, { model: "null" }],
  ["lone surrogates in the body", { body: "\ud800" }, { body: "\ud801" }],
  ["a lone surrogate in the body and the replacement character", { body: "\ud800" }, { body: "\ufffd" }],
  ["lone surrogates in the context", { context: "\ud800" }, { context: "\ud801" }],
  ["lone surrogates in the event", { event: "\ud800" }, { event: "\ufffd" }],
  ["a hash as context and what it is the hash of", { context: hex("{}") }, { context: {} }],
  ["normal forms", { body: "\u00e9" }, { body: "e\u0301" }],
])("tells apart: %s", (_name, a, b) => {
  const rest: KeyParts = { event: "x", body: "b", model: null, context: null };
  expect(verdictKey({ ...rest, ...a })).not.toBe(verdictKey({ ...rest, ...b }));
});

test("a surrogate pair in the body is hashed as UTF-8, next to a lone one too", () => {
  const rest: KeyParts = { event: "x", body: "😀", model: null, context: null };
  expect(verdictKey(rest)).toBe(hex(JSON.stringify([1, "x", hex("😀"), null, hex("null")])));
  // U+D800 alone is ED A0 80 in WTF-8.
  const bodyHash = createHash("sha256")
    .update(Uint8Array.of(0xf0, 0x9f, 0x98, 0x80, 0xed, 0xa0, 0x80))
    .digest("hex");
  expect(verdictKey({ ...rest, body: "😀\ud800" })).toBe(
    hex(JSON.stringify([1, "x", bodyHash, null, hex("null")])),
  );
});

test("what is not a question is refused", () => {
  const rest: KeyParts = { event: "x", body: "b", model: null, context: null };
  expect(() => verdictKey({ ...rest, context: undefined })).toThrow(NotJsonError);
  for (const name of ["event", "body", "model"]) {
    expect(() => verdictKey({ ...rest, [name]: { toString: () => "x" } })).toThrow(
      `expected \`${name}\` to be a string, got object`,
    );
    expect(() => verdictKey({ ...rest, [name]: undefined })).toThrow(TypeError);
  }
});

describe("sha256", () => {
  test("browsers and Node agree", () => {
    assertLaw(
      fc.property(fc.oneof(fc.string({ unit: characters }), fc.uint8Array()), (data) => {
        expect(nobleSha256(data)).toBe(nodeSha256(data));
      }),
    );
  });

  test.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  ])("of %j, as FIPS 180-4 says", (text, digest) => {
    expect(nodeSha256(text)).toBe(digest);
  });
});
