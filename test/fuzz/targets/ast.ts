import { parse, print, readAst } from "@gatehouse-hooks/condition";
import type { Random } from "../random.js";
import { finding } from "../target.js";
import type { Target } from "../target.js";
import { compareOutcomes } from "./events.js";
import { kindsOf, text } from "./text.js";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A stored AST that somebody changed: refused, or it means to the reference what it means to us. */
export const ast: Target = {
  name: "ast",
  seeds: text.seeds.flatMap((source) => {
    const { ast: parsed } = parse(source);
    return parsed === null ? [] : [JSON.stringify(parsed)];
  }),
  dictionary: [],
  run(input) {
    const value: unknown = JSON.parse(input);
    const { ast: read, issues } = readAst(value);
    if (read === null)
      return issues[0]?.code === "bad-ast" ? issues[0].message : finding("refused without bad-ast");
    if (!Object.isFrozen(read)) finding("not frozen");
    print(read);
    const twice = readAst(JSON.parse(JSON.stringify(read)));
    if (twice.ast === null) finding("accepted, stored and refused");
    return compareOutcomes(read) + kindsOf(read);
  },
  mutate(input, other, random) {
    const tree = JSON.parse(input) as Json;
    for (let left = 1 + random.below(3); left > 0; left--) change(tree, JSON.parse(other) as Json, random);
    const text = JSON.stringify(tree);
    return text.length > 20_000 ? other : text;
  },
};

const VALUES: readonly Json[] = [
  ...[
    null,
    true,
    0,
    -1,
    1.5,
    2 ** 53,
    "",
    "a",
    "x",
    "b",
    "__proto__",
    "constructor",
    "length",
    "0",
    "in",
    "null",
  ],
  ...[
    "literal",
    "list",
    "name",
    "member",
    "call",
    "any",
    "all",
    "has",
    "truth",
    "not",
    "and",
    "or",
    "compare",
  ],
  ...[
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "includes",
    "startsWith",
    "endsWith",
    "matches",
    "glob",
    "touches",
    "within",
    "in",
    "surely",
    "perhaps",
    "lower",
    "size",
  ],
  ...["params", "toolName", "a(b", "(a|b)*c", "**/[a-", "x".repeat(1_001)],
];
const KEYS = [
  "kind",
  "value",
  "items",
  "name",
  "object",
  "key",
  "method",
  "args",
  "body",
  "variable",
  "operands",
  "left",
];

/** Puts another value, or a part of another AST, in the place of some value in the tree; or drops one. */
function change(tree: Json, other: Json, random: Random): void {
  const places = placesIn(tree);
  if (places.length === 0) return;
  const [parent, key] = random.pick(places);
  const donors = placesIn(other);
  switch (random.below(6)) {
    case 0:
      put(parent, key, random.pick(VALUES));
      break;
    case 1:
      if (Array.isArray(parent)) parent.splice(Number(key), 1);
      else delete parent[key];
      break;
    case 2:
      if (Array.isArray(parent)) parent.push(random.pick(VALUES));
      else put(parent, random.pick(KEYS), random.pick(VALUES));
      break;
    default: {
      // Mostly an object for an object: a node for a node.
      const fitting = donors.filter(([from, name]) => typeof at(from, name) === typeof at(parent, key));
      if (fitting.length === 0) break;
      const [from, name] = random.pick(fitting);
      put(parent, key, structuredClone(at(from, name)));
    }
  }
}

type Place = readonly [parent: Json[] | { [key: string]: Json }, key: string];

function placesIn(tree: Json): Place[] {
  if (typeof tree !== "object" || tree === null) return [];
  return Object.keys(tree).flatMap((key): Place[] => [[tree, key], ...placesIn(at(tree, key))]);
}

function at(parent: Json[] | { [key: string]: Json }, key: string): Json {
  return (parent as { [key: string]: Json })[key] ?? null;
}

function put(parent: Json[] | { [key: string]: Json }, key: string, value: Json): void {
  (parent as { [key: string]: Json })[key] = value;
}
