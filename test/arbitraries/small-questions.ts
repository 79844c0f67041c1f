import { type Expr, parse } from "@gatehouse-hooks/condition";
import fc from "fast-check";

/** A question about events: conditions that are to hold, and conditions that are to be false. */
export interface Question {
  readonly hold: readonly Expr[];
  readonly fail: readonly Expr[];
  /** How it is written, for a message. */
  readonly text: string;
}

const known = new Map<string, Expr>();

/** The AST of a condition that is valid. */
export function conditionOf(text: string): Expr {
  const old = known.get(text);
  if (old !== undefined) return old;
  const { ast, issues } = parse(text);
  if (ast === null) throw new Error(`${text}: ${issues[0]?.message ?? ""}`);
  if (known.size < 50_000) known.set(text, ast);
  return ast;
}

const texts = fc.oneof(
  { weight: 5, arbitrary: fc.stringMatching(/^[ab]{1,2}$/) },
  { weight: 1, arbitrary: fc.constantFrom("", "A", "aA", " ", "a ", " b", "aab") },
);
const quoted = texts.map((text) => JSON.stringify(text));
const PATTERNS = [
  "^a",
  "b$",
  "a.b",
  "^[ab]+$",
  "(ab)+",
  "^(?:a|b)?$",
  "a{2}",
  "[^a]",
  String.raw`\bab`,
  String.raw`a\B`,
  "^$",
  "(?i)AB",
  "^a*b?$",
  "(?m)^b",
  String.raw`^\s`,
];
const GLOBS = ["a*", "*b", "?", "a?b", "**", "[!a]*", "{a,b}b", "*a*", "{,a}", "[ab]"];
const pattern = fc.constantFrom(...PATTERNS).map((one) => JSON.stringify(one));
const glob = fc.constantFrom(...GLOBS).map((one) => JSON.stringify(one));
const order = fc.constantFrom("<", "<=", ">", ">=");
const equality = fc.constantFrom("==", "==", "!=");
const number = fc.constantFrom("0", "1", "2", "3", "1.5", "-1");
const scalar = fc.oneof(
  { weight: 4, arbitrary: quoted },
  { weight: 2, arbitrary: number },
  { weight: 1, arbitrary: fc.constantFrom("null", "true", "false") },
);
const list = fc.array(scalar, { maxLength: 3 }).map((items) => `[${items.join(", ")}]`);

type Texts = fc.Arbitrary<string>;

function joined(...parts: readonly (string | Texts)[]): Texts {
  return fc
    .tuple(...parts.map((part) => (typeof part === "string" ? fc.constant(part) : part)))
    .map((all) => all.join(""));
}

/** Tests of the string at a path. */
function stringTest(path: Texts): Texts {
  const method = fc.constantFrom(".includes(", ".startsWith(", ".endsWith(");
  const change = fc.constantFrom(".lower()", ".upper()", ".trim()");
  return fc.oneof(
    { weight: 3, arbitrary: joined(path, " ", equality, " ", quoted) },
    { weight: 6, arbitrary: joined(path, method, quoted, ")") },
    { weight: 2, arbitrary: joined(path, ".matches(", pattern, ")") },
    { weight: 2, arbitrary: joined(path, ".glob(", glob, ")") },
    { weight: 1, arbitrary: joined(path, " ", order, " ", quoted) },
    { weight: 1, arbitrary: joined(path, ".size() ", fc.oneof(order, equality), " ", number) },
    { weight: 1, arbitrary: joined(path, change, " ", equality, " ", quoted) },
    { weight: 1, arbitrary: joined(path, change, method, quoted, ")") },
    { weight: 1, arbitrary: joined(path, " in ", list) },
  );
}

/** Tests of a value of whatever kind. */
function valueTest(path: Texts): Texts {
  return fc.oneof(
    { weight: 1, arbitrary: path },
    { weight: 1, arbitrary: joined("has(", path, ")") },
    { weight: 3, arbitrary: joined(path, " ", equality, " ", scalar) },
    { weight: 2, arbitrary: joined(path, " ", order, " ", fc.oneof(number, scalar)) },
    { weight: 1, arbitrary: joined(scalar, " ", order, " ", path) },
    { weight: 2, arbitrary: joined(path, " in ", list) },
    { weight: 1, arbitrary: joined(path, ".size() ", fc.oneof(order, equality), " ", number) },
    { weight: 1, arbitrary: joined(path, ".size()") },
    {
      weight: 1,
      arbitrary: joined(path, fc.constantFrom(".lower()", ".trim()"), " ", equality, " ", scalar),
    },
    { weight: 3, arbitrary: stringTest(path) },
  );
}

/** Tests of the elements of a list. */
function listTest(path: Texts): Texts {
  const element = fc.constant("x");
  const body = fc.oneof(
    { weight: 4, arbitrary: valueTest(element) },
    { weight: 1, arbitrary: joined(valueTest(element), " && ", valueTest(element)) },
    { weight: 1, arbitrary: joined(valueTest(element), " || ", valueTest(fc.constantFrom("x", "a"))) },
  );
  return fc.oneof(
    { weight: 2, arbitrary: joined(scalar, " in ", path) },
    { weight: 3, arbitrary: joined(path, fc.constantFrom(".any(x, ", ".all(x, "), body, ")") },
    { weight: 1, arbitrary: joined(path, ".length ", fc.oneof(order, equality), " ", number) },
    { weight: 1, arbitrary: joined(path, fc.constantFrom("[0]", "[1]"), " ", equality, " ", scalar) },
    { weight: 1, arbitrary: joined(path, " ", equality, " ", list) },
    { weight: 1, arbitrary: valueTest(path) },
  );
}

/** Tests joined by `&&`, `||` and `!`. */
export function structureOf(test: Texts): Texts {
  const negated = fc.tuple(fc.nat(3), test).map(([dice, text]) => (dice === 0 ? `!(${text})` : text));
  const { node } = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 2, depthSize: "small" },
      { weight: 3, arbitrary: negated },
      {
        weight: 2,
        arbitrary: fc
          .tuple(
            fc.constantFrom(" && ", " || "),
            fc.array(tie("node"), { minLength: 2, maxLength: 3 }),
            fc.nat(4),
          )
          .map(([join, parts, dice]) => `${dice === 0 ? "!" : ""}(${parts.join(join)})`),
      },
    ),
  }));
  return node;
}

/** Where the tests of a question look. */
interface Paths {
  /** Of values of any kind. */
  readonly values: readonly string[];
  readonly lists: readonly string[];
}

/** A test of one value, or of two where `more` has some. */
export function testTexts({ values, lists }: Paths, more: readonly string[] = []): Texts {
  return fc.oneof(
    { weight: 5, arbitrary: valueTest(fc.constantFrom(...values)) },
    { weight: 4, arbitrary: listTest(fc.constantFrom(...lists)) },
    {
      weight: more.length === 0 ? 0 : 4,
      arbitrary: more.length === 0 ? fc.constant("") : fc.constantFrom(...more),
    },
  );
}

function questions(test: Texts): fc.Arbitrary<Question> {
  const condition = structureOf(test);
  return fc
    .tuple(fc.array(condition, { minLength: 1, maxLength: 3 }), fc.array(condition, { maxLength: 2 }))
    .map(([hold, fail]) => ({
      hold: hold.map(conditionOf),
      fail: fail.map(conditionOf),
      text: [...hold, ...fail.map((one) => `not ${one}`)].join(" ; "),
    }));
}

/** Of the string at `a`. */
export const stringQuestions: fc.Arbitrary<Question> = questions(stringTest(fc.constant("a")));

const SMALL: Paths = { values: ["a", "a", "b", "b.k"], lists: ["b"] };

/** Of values at `a`, `b` and `b.k`, and of the list at `b`. */
export const valueQuestions: fc.Arbitrary<Question> = questions(testTexts(SMALL));

/** The same with paths that are compared with each other. */
export const comparedQuestions: fc.Arbitrary<Question> = questions(
  testTexts(SMALL, ["a == b", "a != b", "a == b.k", "a in b", "a < b", "a.includes(b)"]),
);

/** Tests of what a call does. */
export const FACT_TESTS: readonly string[] = [
  'facts.writes.any(w, w.touches("~/.ssh/**"))',
  'facts.writes.any(w, w.touches("/a/**"))',
  'facts.writes.all(w, w.within("./**"))',
  'facts.writes.any(w, w.path == "/a/b")',
  'facts.writes.any(w, w.home == "~/.ssh/config" && w.certainty == "exact")',
  'facts.commands.any(c, c.program == "rm")',
  'facts.commands.any(c, c.program == "rm" && "-r" in c.flags)',
  'facts.commands.all(c, c.program in ["ls", "rm"])',
  "facts.complete",
  "!facts.complete",
  'facts.actions.any(a, a.kind.startsWith("git."))',
];

/** Of calls of tools, and of what they do. */
export const callQuestions: fc.Arbitrary<Question> = questions(
  testTexts({ values: ["toolName", "params.a", "params.b"], lists: ["params.b"] }, FACT_TESTS),
);
