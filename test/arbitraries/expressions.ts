import fc from "fast-check";
import type { Expr } from "@gatehouse-hooks/condition";
import { numbers, pathGlobs, strings } from "./pools.js";

/**
 * Conditions that fit the events of `events.ts`: paths have a type, both sides of a comparison come from one small pool,
 * so that true and false are both frequent. Now and then a path is wild or a type is wrong.
 */

type Type = "boolean" | "string" | "number" | "list" | "object";

const span = [0, 0] as const;

const paths: Readonly<Record<Type, readonly string[]>> = {
  string: ["toolName", "agentId", "params.command", "params.path", "params.items[0]"],
  number: ["n", "params.n", "params.items.length"],
  boolean: ["flag", "params.flag"],
  list: ["tags", "params.items", "params.rows", "facts.writes"],
  object: ["params", "params.o", "facts.one", "facts.writes[0]"],
};
const wildPaths = [
  "missing",
  "__proto__",
  "constructor.name",
  "toString",
  "toolName.length",
  "params.items.map",
  "params.none",
  "params.rows[1].x",
  "params.items[-1]",
];
/** Keys that cannot, or can only just, stand behind a dot. */
const keys = ["", "a b", "true", "null", "in", "0", "a-b", '"', "\\", "\u2028", "\ud800", "__proto__", "has"];
const globs = ["*", "**", "**/*.ts", "src/*", "a?", "[a-c]*", "[!a]", "{a,b}{,c}", "git\\ *", "*p*"];
const regexes = [
  "^a",
  "b$",
  "a|b",
  "(?i)EXEC",
  "[a-z]+",
  "^$",
  ".",
  "\\d",
  "(a+)+$",
  "\\bpush\\b",
  "(?s:.)x?",
];
const variables = ["x", "y", "toolName"];

/** The generator's weights are written as how often a choice stands in the list. */
type Choice = readonly [weight: number, make: () => fc.Arbitrary<Expr>];

function choose(...choices: readonly Choice[]): fc.Arbitrary<Expr> {
  return fc.oneof(...choices.map(([weight, make]) => ({ weight, arbitrary: make() })));
}

function pathExpr(path: string): Expr {
  const [first = "", ...rest] = path.split(/\.|(?=\[)/);
  return rest.reduce<Expr>(
    (object, key) => ({
      kind: "member",
      object,
      key: key.startsWith("[") ? Number(key.slice(1, -1)) : key,
      span,
    }),
    { kind: "name", name: first, span },
  );
}

const literal = (value: null | boolean | number | string): Expr => ({ kind: "literal", value, span });
const literals = (values: readonly (null | boolean | number | string)[]): fc.Arbitrary<Expr> =>
  fc.constantFrom(...values).map(literal);

const types: readonly Type[] = ["boolean", "string", "number", "list", "object"];

/** What encloses the expression. */
interface Place {
  readonly depth: number;
  readonly bound: readonly string[];
}

const deeper = ({ depth, bound }: Place): Place => ({ depth: depth - 1, bound });

const cache = new Map<string, fc.Arbitrary<Expr>>();

/** An operand of the type, as the grammar allows it at this place. */
function operand(type: Type, place: Place): fc.Arbitrary<Expr> {
  const key = `${type} ${place.depth} ${place.bound.join()}`;
  const known = cache.get(key) ?? makeOperand(type, place);
  cache.set(key, known);
  return known;
}

function makeOperand(type: Type, place: Place): fc.Arbitrary<Expr> {
  const usual = chooseOperand(type, place);
  return choose(
    [52, () => usual],
    [1, () => fc.constantFrom(...wildPaths).map(pathExpr)],
    [
      1,
      () =>
        fc
          .constantFrom(...keys)
          .map((key): Expr => ({ kind: "member", object: pathExpr("params"), key, span })),
    ],
    [1, () => fc.constantFrom(...paths[type]).map((path) => withParentheses(pathExpr(path)))],
    [
      1,
      () =>
        place.depth > 0 ? fc.constantFrom(...types).chain((other) => operand(other, deeper(place))) : usual,
    ],
    [
      place.bound.length > 0 ? 10 : 0,
      () => fc.constantFrom(...place.bound, "x").map((name): Expr => ({ kind: "name", name, span })),
    ],
  );
}

function chooseOperand(type: Type, place: Place): fc.Arbitrary<Expr> {
  const path = (): fc.Arbitrary<Expr> => fc.constantFrom(...paths[type]).map(pathExpr);
  const below = deeper(place);
  const nested = place.depth > 0 ? 1 : 0;
  switch (type) {
    case "boolean":
      return choose(
        [1, () => literals([true, false])],
        [2, path],
        [3 * nested, () => (nested ? condition(below) : path())],
      );
    case "string":
      return choose(
        [3, () => literals(strings)],
        [5, path],
        [nested, () => (nested ? conversion(["lower", "upper", "trim"], operand("string", below)) : path())],
        [nested, () => (nested ? index(operand("list", below)) : path())],
      );
    case "number":
      return choose(
        [3, () => literals(numbers)],
        [4, path],
        [
          nested,
          () =>
            nested
              ? conversion(["size"], fc.oneof(operand("list", below), operand("string", below)))
              : path(),
        ],
      );
    case "list":
      return choose(
        [5, path],
        [
          1,
          () =>
            fc
              .array(
                place.depth > 0
                  ? fc.oneof(operand("string", below), operand("number", below))
                  : literals([...strings, null, 1]),
                { maxLength: 4 },
              )
              .map((items): Expr => ({ kind: "list", items, span })),
        ],
      );
    case "object":
      return path();
  }
}

/** Only a chain takes a suffix: other operands are put in a list first. */
function asReceiver(node: Expr): Expr {
  const isChain =
    node.kind === "name" ||
    node.kind === "member" ||
    node.kind === "list" ||
    node.kind === "call" ||
    node.kind === "any" ||
    node.kind === "all";
  if (isChain || (node.kind === "literal" && typeof node.value === "string")) return node;
  return { kind: "member", object: { kind: "list", items: [node], span }, key: 0, span };
}

function conversion(
  methods: readonly ("lower" | "upper" | "trim" | "size")[],
  object: fc.Arbitrary<Expr>,
): fc.Arbitrary<Expr> {
  return fc
    .tuple(fc.constantFrom(...methods), object)
    .map(([method, node]): Expr => ({ kind: "call", method, object: asReceiver(node), args: [], span }));
}

function index(list: fc.Arbitrary<Expr>): fc.Arbitrary<Expr> {
  return fc
    .tuple(list, fc.constantFrom(0, 1, 2, -1, 4_294_967_295))
    .map(([object, key]): Expr => ({ kind: "member", object: asReceiver(object), key, span }));
}

function call(
  method: "includes" | "startsWith" | "endsWith" | "matches" | "glob" | "touches" | "within" | "in",
  object: fc.Arbitrary<Expr>,
  argument: fc.Arbitrary<Expr>,
): fc.Arbitrary<Expr> {
  return fc
    .tuple(object, argument)
    .map(([node, arg]): Expr => ({ kind: "call", method, object: asReceiver(node), args: [arg], span }));
}

function compare(
  operators: readonly ("==" | "!=" | "<" | "<=" | ">" | ">=" | "in")[],
  left: fc.Arbitrary<Expr>,
  right: fc.Arbitrary<Expr>,
): fc.Arbitrary<Expr> {
  return fc
    .tuple(fc.constantFrom(...operators), left, right)
    .map(([operator, a, b]): Expr => ({ kind: "compare", operator, left: a, right: b, span }));
}

/** A node that is true or false by itself. */
function condition(place: Place): fc.Arbitrary<Expr> {
  const below = deeper(place);
  const own = (): fc.Arbitrary<Expr> => (place.depth > 0 ? truthOf(below) : literals([true, false]));
  const many = (kind: "and" | "or"): fc.Arbitrary<Expr> =>
    fc.array(own(), { minLength: 2, maxLength: 4 }).map((operands): Expr => ({ kind, operands, span }));
  const string = (): fc.Arbitrary<Expr> => operand("string", below);
  const value = (): fc.Arbitrary<Expr> => fc.constantFrom(...types).chain((type) => operand(type, below));
  return choose(
    [2, () => many("and")],
    [2, () => many("or")],
    [2, () => own().map((node): Expr => ({ kind: "not", operand: node, span }))],
    [
      4,
      () =>
        fc
          .constantFrom(...types)
          .chain((type) => compare(["==", "!="], operand(type, below), operand(type, below))),
    ],
    [1, () => compare(["==", "!="], value(), literals([null, true, ""]))],
    [1, () => compare(["<", "<=", ">", ">="], operand("number", below), operand("number", below))],
    [1, () => compare(["<", "<=", ">", ">="], string(), string())],
    [2, () => compare(["in"], fc.oneof(string(), operand("number", below)), operand("list", below))],
    [2, () => call("includes", string(), string())],
    [1, () => call("startsWith", string(), string())],
    [1, () => call("endsWith", string(), string())],
    [1, () => call("matches", string(), literals(regexes))],
    [1, () => call("glob", string(), literals(globs))],
    [1, () => call("touches", operand("object", below), literals(pathGlobs))],
    [1, () => call("within", operand("object", below), literals(pathGlobs))],
    [1, () => call("in", operand("object", below), literals(pathGlobs))],
    [place.bound.length < 3 ? 1 : 0, () => (place.bound.length < 3 ? ofPathFacts(below) : own())],
    [
      1,
      () =>
        fc
          .constantFrom(...wildPaths, ...paths.string)
          .map((path): Expr => ({ kind: "has", target: pathExpr(path), span })),
    ],
    [place.bound.length < 3 ? 2 : 0, () => (place.bound.length < 3 ? loop(below) : own())],
  );
}

/** `facts.writes.any(w, w.touches("…"))` */
function ofPathFacts({ bound }: Place): fc.Arbitrary<Expr> {
  return fc
    .tuple(
      fc.constantFrom("any" as const, "all" as const),
      fc.constantFrom(...variables),
      fc.constantFrom("touches", "within", "in", "surely", "perhaps"),
      fc.array(literals(pathGlobs), { minLength: 1, maxLength: 2 }),
      fc.constantFrom(...bound, "w"),
    )
    .map(([kind, variable, method, args, other]): Expr => {
      const name = other === "w" ? variable : other;
      const fact: Expr = { kind: "name", name, span };
      const body: Expr = { kind: "call", method, object: fact, args, span };
      return { kind, object: pathExpr("facts.writes"), variable, body, span };
    });
}

function loop(place: Place): fc.Arbitrary<Expr> {
  return fc
    .constantFrom(...variables)
    .chain((variable) =>
      fc
        .tuple(
          fc.constantFrom("any" as const, "all" as const),
          operand("list", place),
          truthOf({ depth: place.depth, bound: [...place.bound, variable] }),
        )
        .map(([kind, object, body]): Expr => ({ kind, object: asReceiver(object), variable, body, span })),
    );
}

/** Any node that may stand where truth is asked for. */
function truthOf(place: Place): fc.Arbitrary<Expr> {
  if (place.depth <= 0)
    return choose([1, () => operand("boolean", place)], [1, () => operand("string", place)]);
  return choose(
    [6, () => condition(place)],
    [1, () => operand("string", place)],
    [1, () => operand("list", place)],
  );
}

/** Parentheses around an operand that is no truth value yet. */
function withParentheses(node: Expr): Expr {
  const isValue = node.kind === "name" || node.kind === "member" || node.kind === "list";
  return isValue ? { kind: "truth", operand: node, span } : node;
}

/** Valid ASTs, with every span at 0. */
export const expressions: fc.Arbitrary<Expr> = fc
  .tuple(
    fc.integer({ min: 1, max: 4 }).chain((depth) => truthOf({ depth, bound: [] })),
    fc.nat(9),
  )
  .map(([node, dice]) => (dice === 0 ? withParentheses(node) : node));
