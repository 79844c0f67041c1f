import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { CODES } from "../../packages/console/src/codes/codes.js";
import { sourceCodes } from "../../tools/codes/source-codes.js";
import { UNCLEAR_VALUES, UNSEEN_CODES } from "../../tools/codes/unseen.table.js";
import { packageFolders } from "../../tools/package-folders.js";

const root = path.resolve(import.meta.dirname, "../..");

/** All packages but those in which a `code` is that of a program, code of a language, or a value of `facts.unknown` (docs/facts.md). */
const files = packageFolders(root)
  .filter((name) => !["facts", "languages", "shell"].includes(name))
  .flatMap((name) =>
    readdirSync(path.join(root, "packages", name, "src"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => `packages/${name}/src/${file}`),
  )
  // The table says what there is; it is not a source.
  .filter((file) => !file.startsWith("packages/console/src/codes/"));
const found = sourceCodes(new Map(files.map((file) => [file, readFileSync(path.join(root, file), "utf8")])));
const rows = CODES.flatMap((area) => area.rows.map(({ code }) => code));

/** The codes in a source `a.ts`, or in several. */
function codesIn(...texts: readonly string[]) {
  const { codes, unclear } = sourceCodes(new Map(texts.map((text, index) => [`${"abc"[index]}.ts`, text])));
  return { codes: [...codes.keys()].toSorted(), unclear };
}

test("every code of the sources has a row, and every row a source", () => {
  const known = new Set([...rows, ...Object.keys(UNSEEN_CODES)]);
  const without = [...found.codes].filter(([code]) => !known.has(code));
  const how =
    "add { code, severities, title, means, cure } to a table of packages/console/src/codes, then run `pnpm codes`";
  expect(without.map(([code, places]) => `${code} (${places[0]}): ${how}`)).toEqual([]);
  const gone = [...known].filter((code) => !found.codes.has(code));
  expect(gone.map((code) => `${code} is in no source: remove its row`)).toEqual([]);
});

test("every value of a code is understood, or has a reason why not", () => {
  const unknown = found.unclear.filter((one) => !Object.hasOwn(UNCLEAR_VALUES, one));
  const how = "write the code as a string, or say in tools/codes/unseen.table.ts what it is";
  expect(unknown.map((one) => `${one}: ${how}`)).toEqual([]);
  expect(Object.keys(UNCLEAR_VALUES).filter((one) => !found.unclear.includes(one))).toEqual([]);
});

const forms: readonly (readonly [name: string, text: string, codes: readonly string[]])[] = [
  ["a property", `const issue = { code: "a-b" };`, ["a-b"]],
  ["a condition", `const issue = { code: x ? "a" : y ? "b" : "c" };`, ["a", "b", "c"]],
  ["a constant", `const A = "a" as const; const issue = { code: A };`, ["a"]],
  ["a shorthand", `const code = x ? "a" : "b"; say({ code });`, ["a", "b"]],
  ["a table", `const T = { x: "a", y: "b" }; const issue = { code: T[key] };`, ["a", "b"]],
  ["a map", `const T = new Map([["x", "a"]]); say({ code: T.get(x) ?? "b" });`, ["a", "b", "x"]],
  [
    "a function that returns it",
    `function f() { if (x) return "a"; return "b"; } say({ code: f() });`,
    ["a", "b"],
  ],
  ["an argument", `function f(at: number, code: string) {} f(1, "a");`, ["a"]],
  ["an argument of an arrow", `const f = (code: string): void => {}; f("a");`, ["a"]],
  ["an argument of one of two functions", `function f(code: string) {} const g = x ? f : f; g("a");`, ["a"]],
  ["a default", `function f(code = "a") {} f();`, ["a"]],
  ["an argument of a class", `class E { constructor(readonly code: string) {} } throw new E("a");`, ["a"]],
  ["a field of a class", `class E { readonly code = "a"; }`, ["a"]],
  ["an assignment", `error.code = "a";`, ["a"]],
  ["a type", `interface I { readonly code: "a" | "b" }`, ["a", "b"]],
  ["a named type", `type FailureCode = "a" | "b";`, ["a", "b"]],
  ["what is passed on", `say({ code: issue.code });`, []],
  ["a code of the system", `if (x) say({ code: "ENOENT" });`, []],
  ["a character", `function f(code: number) {} f(text.charCodeAt(0));`, []],
];

test.each(forms)("%s is found", (_, text, codes) => {
  expect(codesIn(text)).toEqual({ codes, unclear: [] });
});

test("an argument of a function of another file is found, by the name that is imported", () => {
  const other = `export function f(code: string) {}`;
  expect(codesIn(other, `import { f } from "./a.js"; f("a");`).codes).toEqual(["a"]);
  expect(codesIn(other, `function f(text: string) {} f("a");`).codes).toEqual([]);
});

test("a value that cannot be told is said", () => {
  expect(codesIn("say({ code: made(x) });").unclear).toEqual(["a.ts: made(x)"]);
  expect(codesIn("say({ code: `a-${x}` });").unclear).toEqual(["a.ts: `a-${x}`"]);
});
