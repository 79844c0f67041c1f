import { compile, parse } from "@gatehouse-hooks/condition";
import { sealJson } from "@gatehouse-hooks/json";
import { expect } from "vitest";
import { processorTime, testGrowth } from "../../../test/growth.js";

/** Characters of each string. */
const LENGTH = 1_000_000;

/** How often a pattern may take as long as a loop that adds up the characters, which takes 1.5 to 2.5 ms where a pattern may take 50. */
const TIMES = 60;

const repeated = (part: string): string => part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH);

/** Characters of an alphabet in an order without a period, the same each time. */
function shuffled(alphabet: string): string {
  const all = [...alphabet];
  let state = 7;
  let string = "";
  while (string.length < LENGTH) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fff_ffff;
    string += all[(state >> 8) % all.length] ?? "";
  }
  return string;
}

const texts = {
  a: repeated("a"),
  ab: repeated("ab"),
  "a and b": shuffled("ab"),
  mixed: shuffled("ab \n.é\u{1F600}"),
  greek: shuffled("αβγδ"),
  astral: shuffled("\u{1F600}\u{1F601}"),
  lines: repeated("aaaaaaaaab\n"),
  slashes: shuffled("a/"),
};

/** The slowest of some 75 patterns on 16 strings; the slowest first. */
const worst: readonly (readonly [string, keyof typeof texts])[] = [
  ["(a[ab]{5}){3}c", "a"],
  ["(a|b)*a(a|b){9}c", "a"],
  ["[ab]*a[ab]{14}c", "a"],
  ["[ab]*b[ab]{8}a[ab]{8}c", "a and b"],
  ["\\p{L}+\\d", "greek"],
  ["(a|b)*a(a|b){9}c", "a and b"],
  ["[ab]*a[ab]{10}c", "a"],
  ["(a[ab]{5}){3}c", "a and b"],
  ["[ab]*b[ab]{8}a[ab]{8}c", "ab"],
  ["\\p{L}+\\d", "astral"],
  ["\\B.\\B.\\B.\\Bz", "astral"],
  ["[ab]*a[ab]{14}c", "ab"],
  ["[ab]*a[ab]{14}c", "a and b"],
  ["a.*b.*c.*d", "mixed"],
  ["(a+)+$", "mixed"],
  ["[ab]*a[ab]{400}c", "a and b"],
  ["[ab]{0,200}c", "a and b"],
  ["(a+)+$", "ab"],
  ["(\\ba\\b|\\bb\\b)+z", "mixed"],
  ["(aa|ab|ac|ba|bb|bc){8}z", "mixed"],
  ["\\ba.*\\bz", "mixed"],
  ["(a|b)*a(a|b){9}c", "lines"],
  ["(\\w+\\s?)+$", "mixed"],
  ["(a|b|c|d|e|f|g|h){12}z", "mixed"],
  ["(\\w+\\s*){5,}!", "slashes"],
  ["(?i)α+x", "greek"],
  ["(.*a){50}z", "astral"],
  ["a{1,64}a{1,64}c", "a and b"],
  ["(a|aa)+$", "a and b"],
  [".{100}z", "mixed"],
];

testGrowth.each(worst)("the pattern `%s` on a megabyte of %s", (pattern, name) => {
  const text = texts[name];
  const event = sealJson({ text }).value ?? null;
  const { ast } = parse(`text.matches(${JSON.stringify(pattern)})`);
  if (ast === null) throw new Error(`\`${pattern}\` is not a pattern`);
  const condition = compile(ast);
  const ratio = (): number => processorTime(() => condition(event)) / processorTime(() => sumOf(text));
  // Other work on the machine can only make it worse.
  let least = Infinity;
  for (let attempt = 0; attempt < 4 && least > TIMES; attempt++) least = Math.min(least, ratio());
  expect(least).toBeLessThanOrEqual(TIMES);
});

function sumOf(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum = (sum * 31 + text.charCodeAt(at)) | 0;
  return sum;
}
