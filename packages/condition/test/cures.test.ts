import { parse } from "@gatehouse/condition";
import { describe, expect, test } from "vitest";

/** The cure of the first issue. */
function cure(text: string): string | undefined {
  return parse(text).issues[0]?.cure;
}

const AND = "write `&&`";
const OR = "write `||`";
const EQUAL = "write `==`";
const UNEQUAL = "write `!=`";
const NO_ARITHMETIC = "there is no arithmetic";
const NO_OBJECTS = "objects cannot be written";
const QUOTES = "write strings in `\"` or `'`";
const TWO_SIDES = "a comparison has two sides; join comparisons with `&&` or `||`";
const NO_SUFFIX = "only a name, a string, a list or a call is followed by `.` or `[`";

describe("what people write by habit from other languages", () => {
  test.each<readonly [string, string]>([
    ["a and b", AND],
    ["a or b", OR],
    ["not a", "write `!`"],
    ["not (a)", "write `!`"],
    ["a == b and not c", AND],
    ["a is b", EQUAL],
    ["a equals b", EQUAL],
    ["a eq b", EQUAL],
    ["a ne b", UNEQUAL],
    ['a contains "x"', 'write `.includes("…")`'],
    ['a includes "x"', 'write `.includes("…")`'],
    ['a startsWith "x"', 'write `.startsWith("…")`'],
    ['a endsWith "x"', 'write `.endsWith("…")`'],
    ['a matches "x"', 'write `.matches("…")`'],
    ["a instanceof b", "types cannot be asked for"],
    ["a = b", "write `==` to compare"],
    ["a === b", EQUAL],
    ["a !== b", UNEQUAL],
    ["a <> b", UNEQUAL],
    ["a =~ b", 'write `.matches("…")`'],
    ["a & b", AND],
    ["a | b", OR],
    ["a ? b : c", "there is no `?`; a missing property is false by itself"],
    ["a ?? b", "there is no `??`; a missing property is false by itself"],
    ["a?.b", "write `.`; a missing property is false by itself"],
    ["a => b", "functions cannot be written; see `any` and `all`"],
    ["a == {", NO_OBJECTS],
    ["a }", NO_OBJECTS],
    ["a + b", NO_ARITHMETIC],
    ["a-b", 'there is no arithmetic; a property with a dash is written `["…"]`'],
    ["a * b", NO_ARITHMETIC],
    ["a / b", "there is no arithmetic and there are no comments"],
    ["a // b", "there is no arithmetic and there are no comments"],
    ["a % b", NO_ARITHMETIC],
    ["a ^ b", NO_ARITHMETIC],
    ["a # b", "there are no comments"],
    ["`a`", QUOTES],
    ["“a”", QUOTES],
    ["”a”", QUOTES],
    ["‘a’", QUOTES],
    ["’a’", QUOTES],
    ["a; b", "a condition is one expression"],
    ["$a", 'names consist of ASCII letters, digits and `_`; other properties are written `["…"]`'],
    ["a\\b", "escapes are for strings"],
  ])("%s", (text, expected) => expect(cure(text)).toBe(expected));
});

describe("what stands where it cannot", () => {
  test.each<readonly [string, string | undefined]>([
    ["a == b == c", TWO_SIDES],
    ["a == b != c", TWO_SIDES],
    ["a < b < c", TWO_SIDES],
    ["a < b <= c", TWO_SIDES],
    ["a > b > c", TWO_SIDES],
    ["a > b >= c", TWO_SIDES],
    ["a in b in c", TWO_SIDES],
    ["== a", undefined],
    ["in a", undefined],
    ["a == !b", "put the negation in parentheses"],
    ["a)", "a value is missing before it, or the `(` for it"],
    ["()", "a value is missing before it, or the `(` for it"],
    ["(a).b", NO_SUFFIX],
    ["(a)[0]", NO_SUFFIX],
    ["true.a", NO_SUFFIX],
    ["null[0]", NO_SUFFIX],
    ["a.lower()(d)", "only `has` and the methods after a dot are called"],
    ['"a"("b")', "only `has` and the methods after a dot are called"],
    ["a.0", "write `[0]`"],
    ["a.12", "write `[12]`"],
    ['a "b"', undefined],
    ["a &&", undefined],
    ["a[b]", undefined],
  ])("%s", (text, expected) => expect(cure(text)).toBe(expected));
});

describe("methods by the names that they have elsewhere", () => {
  test.each<readonly [string, string]>([
    ["contains", "includes"],
    ["indexOf", "includes"],
    ["hasPrefix", "startsWith"],
    ["hasSuffix", "endsWith"],
    ["match", "matches"],
    ["test", "matches"],
    ["regex", "matches"],
    ["toLowerCase", "lower"],
    ["toLower", "lower"],
    ["toUpperCase", "upper"],
    ["toUpper", "upper"],
    ["strip", "trim"],
    ["length", "size"],
    ["len", "size"],
    ["count", "size"],
    ["some", "any"],
    ["exists", "any"],
    ["every", "all"],
    // And by a slip of the finger: of a third of the letters, at least of two.
    ["inclodes", "includes"],
    ["INCLUDES", "includes"],
    ["sizee", "size"],
    ["startwit", "startsWith"],
    ["matchesss", "matches"],
    ["tri", "trim"],
  ])("%s", (name, expected) => expect(cure(`a.${name}("x")`)).toBe(`did you mean \`${expected}\`?`));

  test.each(["al", "x", "frobnicate", "siiiize", "q".repeat(41)])("%s is like none", (name) => {
    expect(cure(`a.${name}("x")`)).toMatch(/^methods are includes, /);
  });

  test.each<readonly [string, string]>([
    ["hsa(a)", "did you mean `has`?"],
    ["contains(a)", "write the value first: `params.command.includes(…)`"],
    ["any(a, b)", "write the value first: `params.command.any(…)`"],
    ["all(a, b)", "write the value first: `params.command.all(…)`"],
    ["lower(a)", "write the value first: `params.command.lower(…)`"],
    ["f(a)", "only `has(…)` and the methods after a dot can be called"],
  ])("%s is no function", (text, expected) => expect(cure(text)).toBe(expected));
});

describe("how a method is used", () => {
  test.each<readonly [string, string]>([
    ["a.includes()", 'write for example `params.command.includes("git")`'],
    ["a.startsWith()", 'write for example `params.command.startsWith("git")`'],
    ["a.endsWith()", 'write for example `params.command.endsWith("git")`'],
    ["a.matches()", 'write for example `params.command.matches("^git +push")`'],
    ["a.glob()", 'write for example `params.path.glob("src/**/*.ts")`'],
    ["a.lower(1)", "write `.lower()`"],
    ["a.upper(1)", "write `.upper()`"],
    ["a.trim(1)", "write `.trim()`"],
    ["a.size(1)", "write `.size()`"],
    ["a.any()", 'write for example `params.items.any(item, item == "a")`'],
    ["a.all(x)", 'write for example `params.items.all(item, item == "a")`'],
    ["a.all(x, y, z)", 'write for example `params.items.all(item, item == "a")`'],
    ["a.all(x.y, z)", 'write for example `params.items.all(item, item == "a")`'],
    ["a.all(!x, z)", 'write for example `params.items.all(item, item == "a")`'],
    ["has()", "write for example `has(params.path)`"],
    ["has(a, b)", "write for example `has(params.path)`"],
    ["has(a == b)", "write for example `has(params.path)`"],
    ['has("a")', "write for example `has(params.path)`"],
  ])("%s", (text, expected) => expect(cure(text)).toBe(expected));
});
