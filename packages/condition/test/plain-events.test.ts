import { compile, parse } from "@gatehouse-hooks/condition";
import { expect, test } from "vitest";

function holds(text: string, event: unknown): unknown {
  const { ast } = parse(text);
  if (ast === null) throw new Error(`does not parse: ${text}`);
  return compile(ast)(event as Parameters<ReturnType<typeof compile>>[0]);
}

const inherits = Object.create({ a: "x", length: 1 }) as object;
const withGetter = Object.defineProperty({}, "a", { get: () => "x", enumerable: true });
const hidden = Object.defineProperty({}, "a", { value: "x", enumerable: false });
const revoked = Proxy.revocable([], {});
revoked.revoke();
const throwing = new Proxy(
  {},
  {
    getOwnPropertyDescriptor: () => {
      throw new Error("trap");
    },
    ownKeys: () => {
      throw new Error("trap");
    },
  },
);

/** SPEC, "Paths": own data properties and elements, whatever an event of the host's making holds besides. */
test.each<readonly [what: string, text: string, event: unknown, outcome: boolean]>([
  ["a property", 'a == "x"', { a: "x" }, true],
  ["a property that the event hides from lists", 'a == "x"', hidden, true],
  ["an inherited property", "has(a)", inherits, false],
  ["an inherited length", "has(a.length)", { a: inherits }, false],
  ["a method of all objects", "has(a.toString) || has(constructor)", { a: {} }, false],
  ["a getter", "has(a)", withGetter, false],
  ["undefined", "has(a)", { a: undefined }, false],
  ["null", "has(a)", { a: null }, true],
  ["a function", "has(a)", { a: () => 1 }, false],
  ["a symbol", "has(a)", { a: Symbol("x") }, false],
  ["a big integer", "has(a)", { a: 1n }, false],
  ["a function in a list", "a == [null]", { a: [() => 1] }, true],
  ["a property of a text", "has(a.length)", { a: "xy" }, false],
  ["a property of a number", "has(a.b)", { a: 1 }, false],
  ["a property of null", "has(a.b)", { a: null }, false],
  ["an event that is none", "has(a)", null, false],
  ["an event that is text", "has(length)", "text", false],
  ["the first element", "a[0] == 1", { a: [1, 2] }, true],
  ["the last element", "a[1] == 2", { a: [1, 2] }, true],
  ["one behind the last", "has(a[2])", { a: [1, 2] }, false],
  ["one before the first", "has(a[-1])", { a: [1, 2] }, false],
  ["an element by its text", 'has(a["0"])', { a: [1] }, false],
  ["the length of a list", "a.length == 2", { a: [1, 2] }, true],
  ["a method of a list", "has(a.map)", { a: [1] }, false],
  ["a hole", "has(a[0])", { a: Array.from({ length: 1 }) }, false],
  ["an element of an object", "a[0] == 1", { a: { 0: 1 } }, true],
  ["the keys that hold data", "a.size() == 1", { a: { b: 1, c: undefined, d: () => 1 } }, true],
  ["unequal where the other has a key more", "a == b", { a: { c: 1 }, b: { c: 1, d: 2 } }, false],
  ["unequal where it has a key more itself", "a == b", { a: { c: 1, d: 2 }, b: { c: 1 } }, false],
  ["unequal by a key's name", "a == b", { a: { c: 1 }, b: { d: 1 } }, false],
  ["equal by the keys that hold data", "a == b", { a: { c: 1, d: undefined }, b: { c: 1 } }, true],
  ["a list that cannot be asked", "a.any(x, true) || a.size() > 0 || a == []", { a: revoked.proxy }, false],
  ["an object that cannot be asked", "has(a.b) || a.size() > 0", { a: throwing }, false],
])("%s", (_, text, event, outcome) => expect(holds(text, event)).toBe(outcome));
