import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = (name: string): URL => new URL(`../${name}/`, import.meta.url);

function filesOf(name: string, extension: string): readonly (readonly [string, string])[] {
  if (!existsSync(folder(name))) return [];
  return readdirSync(folder(name), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(extension))
    .map((path) => [`${name}/${path}`, readFileSync(new URL(path, folder(name)), "utf8")] as const);
}

/** Every way from text to code, and every way to load code that is named by data. */
const FORBIDDEN =
  /\beval\b|\bFunction\s*\(|\bFunction\.|\.constructor\s*\(|\bimport\s*\(|\brequire\s*\(|node:vm|\bWebAssembly\b|\bsetTimeout\b|\bsetInterval\b/;

/** Comments may say what the code does not do. */
const withoutComments = (source: string): string => source.replace(/\/\*[^]*?\*\/|(?<!:)\/\/.*/g, "");

test("no-eval: nothing in the sources or in the build turns text into code", () => {
  // What the parser is built on is a chunk of its own; a test below runs it where code from text is forbidden.
  const built = filesOf("dist", ".js").filter(([path]) => path !== "dist/chunk-chevrotain.js");
  const files = [...filesOf("src", ".ts"), ...built];
  const guilty = files.filter(([, source]) => FORBIDDEN.test(withoutComments(source))).map(([path]) => path);
  expect(guilty).toEqual([]);
  expect(files.length).toBeGreaterThan(20);
});

test("no-eval: the scan finds what it looks for", () => {
  for (const source of [
    'eval("1")',
    "new Function(text)",
    'import("x")',
    'x.constructor("y")',
    'from "node:vm"',
  ]) {
    expect(FORBIDDEN.test(withoutComments(source))).toBe(true);
  }
});

/** Does the pattern repeat something that itself repeats? */
function nestsRepetition(pattern: string): boolean {
  let left = pattern.replace(/\\./g, "E").replace(/\[[^\]]*\]/g, "C");
  for (;;) {
    const group = /\((?:\?[:=!])?([^()]*)\)([*+]|\{[0-9]+,\})?/.exec(left);
    if (group === null) return false;
    const repeats = /[*+R]/.test(group[1] ?? "");
    if (repeats && group[2] !== undefined) return true;
    left =
      left.slice(0, group.index) +
      (repeats || group[2] !== undefined ? "R" : "G") +
      left.slice(group.index + group[0].length);
  }
}

test("no-eval: no pattern of our own can backtrack far", () => {
  const literal = /(?<=[=(,:|]\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\[])+\/[a-z]*/g;
  const patterns = filesOf("src", ".ts").flatMap(([, source]) =>
    [...source.matchAll(literal)].map(([pattern]) => pattern),
  );
  expect(patterns.length).toBeGreaterThan(10);
  // Reviewed: in each every round of the repetition starts with a backslash, which the inner one cannot take.
  const reviewed = patterns.filter((pattern) => nestsRepetition(pattern) && pattern.startsWith('/"[^"'));
  expect(reviewed.length).toBe(1);
  expect(patterns.filter((pattern) => nestsRepetition(pattern) && !reviewed.includes(pattern))).toEqual([]);
  expect(["/(a+)+$/", "/(?:a|b*)+/", "/((a*)b)*/"].map(nestsRepetition)).toEqual([true, true, true]);
});

test("no-eval: every test of this repository runs where the engine forbids code from strings", () => {
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- proves that `execArgv` of vitest.config.ts is in force
  const make = (): unknown => new Function("return 1");
  expect(make).toThrow(EvalError);
});

/** What a module loads, through our own sources. */
function loads(path: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  const source = readFileSync(new URL(path, folder("src")), "utf8");
  for (const [, type, target = ""] of source.matchAll(/^(?:import|export) (type )?[^;]*?from "([^"]+)";/gm)) {
    if (type !== undefined) continue;
    if (target.startsWith("."))
      loads(new URL(target.replace(/\.js$/, ".ts"), new URL(path, "file:///")).pathname.slice(1), seen);
    else seen.add(target);
  }
  return seen;
}

test("the entries load no more than they say", () => {
  const parser = (path: string): boolean => path === "chevrotain" || path.startsWith("parse/");
  expect([...loads("compile/index.ts")].filter(parser)).toEqual([]);
  expect([...loads("index.ts")].filter((path) => path === "chevrotain")).toEqual(["chevrotain"]);
});
