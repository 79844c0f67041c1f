import { analyze, compile, parse, print, readAst } from "@gatehouse-hooks/condition";
import type { JsonValue } from "@gatehouse-hooks/json";
import { parseJson, sealJson } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { expect, test } from "vitest";
import { events, jsonValues } from "../../../../test/arbitraries/events.js";
import { expressions } from "../../../../test/arbitraries/expressions.js";
import { damaged, hostileTexts } from "../../../../test/arbitraries/texts.js";
import { assertLaw } from "../../../../test/assert-law.js";

const everything: fc.ObjectConstraints = {
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withTypedArray: true,
};
const texts = fc.oneof(damaged(expressions.map(print)), hostileTexts);

test("totality: parse answers every text, with an AST or with an error that says where", () => {
  assertLaw(
    fc.property(texts, (text) => {
      const { ast, issues } = parse(text);
      expect(ast === null).toBe(issues.some(({ severity }) => severity === "error"));
      expect(issues.length).toBeLessThanOrEqual(20);
      for (const { message, cure, offset, line, column } of issues) {
        expect(offset).toBeLessThanOrEqual(text.length);
        expect(line).toBeGreaterThan(0);
        expect(column).toBeGreaterThan(0);
        // One clean line, whatever the text holds.
        expect(`${message} ${cure}`).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(message.length).toBeLessThan(400);
      }
    }),
  );
});

/** Conditions with an escape, mostly one that strict mode does not know. */
const escaping = fc
  .tuple(fc.stringMatching(/^[a-z ]{0,8}$/), fc.stringMatching(/^[ -~]$/), fc.stringMatching(/^[a-z ]{0,8}$/))
  .map(([before, escaped, after]) => `toolName == "${before}\\${escaped}${after}"`);

test("totality: what strict mode reads has no unknown escape, and means the same in Mayros' reading (N2)", () => {
  let stricter = 0;
  assertLaw(
    fc.property(fc.oneof({ weight: 9, arbitrary: texts }, escaping), (text) => {
      const strict = parse(text, { escapes: "strict" });
      const mayros = parse(text);
      expect(strict.ast === null).toBe(strict.issues.some(({ severity }) => severity === "error"));
      if (strict.ast !== null) expect(strict).toEqual(mayros);
      else if (mayros.ast !== null) {
        stricter++;
        expect(strict.issues.some(({ code }) => code === "unknown-escape")).toBe(true);
      }
    }),
  );
  expect(stricter).toBeGreaterThan(0);
});

test("totality: parse refuses what is no text", () => {
  assertLaw(
    fc.property(fc.anything(everything), (thing) => {
      fc.pre(typeof thing !== "string");
      expect(parse(thing as string)).toMatchObject({ ast: null, issues: [{ code: "not-text" }] });
    }),
    { quick: 500 },
  );
});

test("totality: a predicate answers whatever it is given", () => {
  // In a box, since the generator itself looks at what it makes.
  const anything: fc.Arbitrary<{ readonly event: unknown }> = fc.oneof(
    events.map((event) => ({ event })),
    fc.anything({ ...everything, withSparseArray: true, withObjectString: true }).map((event) => ({ event })),
    fc.anything().map((value) => ({ event: new Proxy({ toolName: value, params: value }, hostileTraps) })),
    fc.constantFrom(...withGetters()).map((event) => ({ event })),
  );
  assertLaw(
    fc.property(expressions, anything, (ast, { event }) => {
      expect([true, false, "over-budget"]).toContain(compile(ast)(event as JsonValue));
    }),
  );
});

const boom = (): never => {
  throw new Error("a trap was sprung");
};
const hostileTraps: ProxyHandler<object> = {
  get: boom,
  has: boom,
  ownKeys: boom,
  getPrototypeOf: boom,
  getOwnPropertyDescriptor: boom,
};
const getter = { get: boom, enumerable: true };

/** Events whose own properties are getters that throw. */
function withGetters(): readonly unknown[] {
  const list = Object.defineProperty(["a"], 1, getter);
  return [
    Object.defineProperties({}, { toolName: getter, params: getter, n: getter, flag: getter, tags: getter }),
    { toolName: "read", params: Object.defineProperty({}, "command", getter), tags: list },
  ];
}

test("totality: no getter is called and nothing inherited is seen", () => {
  const { ast } = parse('toolName == "exec" || params.command == "x" || tags == ["a", "b"] || flag');
  if (ast === null) throw new Error("does not parse");
  const predicate = compile(ast);
  expect(predicate({ toolName: "exec" })).toBe(true);
  for (const event of withGetters()) expect(predicate(event as JsonValue)).toBe(false);
  expect(predicate(Object.create({ toolName: "exec", flag: true }) as JsonValue)).toBe(false);
});

test("totality: a polluted Object.prototype lends nothing to a getter", () => {
  const { ast } = parse('toolName == "stolen" || params.command == "stolen"');
  if (ast === null) throw new Error("does not parse");
  const pollution = Object.prototype as { value?: string };
  const predicate = compile(ast);
  const given = withGetters();
  pollution.value = "stolen";
  const outcomes = given.map((event) => predicate(event as JsonValue));
  delete pollution.value;
  expect(outcomes).toEqual([false, false]);
});

test("totality: any JSON is a checked AST or is refused, and a checked one runs", () => {
  const tampered = fc.tuple(expressions, fc.nat(), jsonValues).map(([ast, at, value]) => {
    let left = at % 40;
    return JSON.parse(JSON.stringify(ast), (_, old: unknown) => (left-- === 0 ? value : old)) as unknown;
  });
  let accepted = 0;
  const ran = assertLaw(
    fc.property(fc.oneof(tampered, jsonValues, fc.anything()), events, (stored, event) => {
      const { ast, issues } = readAst(stored);
      if (ast === null) {
        expect(issues.length).toBe(1);
        expect(() => compile(stored as never)).toThrow(TypeError);
        return;
      }
      accepted++;
      expect([true, false, "over-budget"]).toContain(compile(ast)(event));
      expect(parse(print(ast)).ast).not.toBeNull();
      expect(analyze(ast).cost).toBeGreaterThan(0);
    }),
  );
  expect(accepted).toBeGreaterThan(ran / 40);
});

test("totality: the readers of values answer whatever they are given", () => {
  const anything = fc.anything({ ...everything, withSparseArray: true });
  assertLaw(
    fc.property(anything, fc.string(), fc.uint8Array(), (value, text, bytes) => {
      for (const result of [sealJson(value), parseJson(text), parseJson(bytes)]) {
        if (result.issue === undefined)
          expect(JSON.parse(JSON.stringify(result.value))).toEqual(result.value);
        else expect(result.issue.code).toMatch(/^json-/);
      }
    }),
  );
});
