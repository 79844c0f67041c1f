import type { Expr, Span } from "@gatehouse-hooks/condition/compile";
import { NOWHERE } from "@gatehouse-hooks/condition/stored";
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import type { Policy } from "@gatehouse-hooks/engine";
import { ascii, TIERS } from "./store-format.js";

/** What is written of one policy. */
export interface StoredText {
  readonly position: number;
  readonly tier: number;
  /** The ASTs of matcher and condition, a line each; empty without one. */
  readonly tests: string;
  /** Their spans, likewise. */
  readonly spans: string;
  /** Everything else, packed. */
  readonly rest: string;
  readonly key: string | 0;
}

/** Separates the two parts of tests and of spans: no JSON text has a line break unless it was indented. */
export const BETWEEN = "\n";

/** The texts of a policy. */
export function storedText(
  policy: Policy,
  position: number,
  key: string,
  pack: (value: JsonValue) => string,
): StoredText {
  const both = (textOf: (ast: Expr) => string): string =>
    [policy.matcher, policy.condition].map((one) => (one?.ast == null ? "" : textOf(one.ast))).join(BETWEEN);
  return {
    position,
    tier: TIERS.indexOf(policy.tier),
    tests: ascii(both(astText)),
    spans: both(spansText),
    rest: ascii(pack(restOf(policy))),
    key: key === `${policy.tier}/${policy.id}` ? 0 : key,
  };
}

/** The policy with `true` in place of each AST, so that its keys keep their order. */
export function restOf(policy: Policy): JsonValue {
  const entries = Object.entries(policy).map(([name, value]: [string, unknown]): [string, unknown] => {
    if (name !== "matcher" && name !== "condition") return [name, value];
    const { text, ast } = value as NonNullable<Policy["condition"]>;
    return [name, { text, ast: ast !== null }];
  });
  return Object.fromEntries(entries) as JsonValue;
}

/** A node as a short list: its tag, then its parts. A literal is the value itself. */
type Short = null | boolean | number | string | readonly Short[];

const TAGS = {
  list: "l",
  has: "has",
  truth: "t",
  not: "!",
  and: "&",
  or: "|",
  any: "any",
  all: "all",
} as const;
const KINDS: ReadonlyMap<unknown, "has" | "truth" | "not" | "and" | "or" | "any" | "all" | "list"> = new Map(
  Object.entries(TAGS).map(([kind, tag]) => [tag, kind as keyof typeof TAGS]),
);
const PATH = "p";
const MEMBER = "m";
const CALL = "c";
const COMPARE = "=";

/** An AST without its spans, as JSON: a third of the AST's own. */
export function astText(ast: Expr): string {
  return JSON.stringify(short(ast));
}

/** The spans of an AST as JSON: start and end of each node, a node before its parts. */
export function spansText(ast: Expr): string {
  const spans: number[] = [];
  collectSpans(ast, spans);
  return JSON.stringify(spans);
}

/**
 * What `astText` and `spansText` were made of, as plain JSON: for `readAst`, which says whether it is an AST.
 *
 * @param spans absent: every span is empty
 * @throws for what is not such JSON
 */
export function astOf(text: string, spans?: string): JsonObject {
  return node(JSON.parse(text) as Short, spansFrom(spans));
}

function spansFrom(text: string | undefined): () => Span {
  if (text === undefined) return () => NOWHERE;
  const spans = JSON.parse(text) as readonly number[];
  let at = 0;
  return () => {
    at += 2;
    return [spans[at - 2] ?? 0, spans[at - 1] ?? 0];
  };
}

function short(ast: Expr): Short {
  switch (ast.kind) {
    case "literal":
      return ast.value;
    case "name":
      return [PATH, ast.name];
    case "member":
      return shortMember(short(ast.object), ast.key);
    case "list":
      return [TAGS.list, ...ast.items.map(short)];
    case "call":
      return [CALL, ast.method, short(ast.object), ...ast.args.map(short)];
    case "any":
    case "all":
      return [TAGS[ast.kind], short(ast.object), ast.variable, short(ast.body)];
    case "has":
      return [TAGS.has, short(ast.target)];
    case "truth":
    case "not":
      return [TAGS[ast.kind], short(ast.operand)];
    case "and":
    case "or":
      return [TAGS[ast.kind], ...ast.operands.map(short)];
    case "compare":
      return [COMPARE, ast.operator, short(ast.left), short(ast.right)];
  }
}

function shortMember(object: Short, key: string | number): Short {
  return typeof object === "object" && object !== null && object[0] === PATH
    ? [...object, key]
    : [MEMBER, object, key];
}

function collectSpans(ast: Expr, spans: number[]): void {
  spans.push(...ast.span);
  for (const part of nodesBelow(ast)) collectSpans(part, spans);
}

/** The nodes right below a node. */
export function nodesBelow(ast: Expr): readonly Expr[] {
  switch (ast.kind) {
    case "literal":
    case "name":
      return [];
    case "member":
      return [ast.object];
    case "list":
      return ast.items;
    case "call":
      return [ast.object, ...ast.args];
    case "any":
    case "all":
      return [ast.object, ast.body];
    case "has":
      return [ast.target];
    case "truth":
    case "not":
      return [ast.operand];
    case "and":
    case "or":
      return ast.operands;
    case "compare":
      return [ast.left, ast.right];
  }
}

function node(text: Short | undefined, next: () => Span): JsonObject {
  if (text === undefined) throw new TypeError("a part is missing");
  const span = next();
  if (typeof text !== "object" || text === null) return { kind: "literal", value: text, span };
  const tag = text[0];
  switch (tag) {
    case PATH:
      return path(text, text.length - 1, span, next);
    case MEMBER:
      return { kind: "member", object: node(text[1], next), key: part(text, 2), span };
    case CALL: {
      const object = node(text[2], next);
      return { kind: "call", method: part(text, 1), object, args: nodes(text, 3, next), span };
    }
    case COMPARE: {
      const left = node(text[2], next);
      return { kind: "compare", operator: part(text, 1), left, right: node(text[3], next), span };
    }
    default:
      return tagged(KINDS.get(tag), text, span, next);
  }
}

function tagged(
  kind: ReturnType<typeof KINDS.get>,
  text: readonly Short[],
  span: Span,
  next: () => Span,
): JsonObject {
  switch (kind) {
    case "list":
      return { kind, items: nodes(text, 1, next), span };
    case "has":
      return { kind, target: node(text[1], next), span };
    case "truth":
    case "not":
      return { kind, operand: node(text[1], next), span };
    case "and":
    case "or":
      return { kind, operands: nodes(text, 1, next), span };
    case "any":
    case "all": {
      const object = node(text[1], next);
      return { kind, object, variable: part(text, 2), body: node(text[3], next), span };
    }
    case undefined:
      throw new TypeError("an unknown kind of node");
  }
}

function nodes(text: readonly Short[], from: number, next: () => Span): readonly JsonObject[] {
  const all: JsonObject[] = [];
  for (let i = from; i < text.length; i++) all.push(node(text[i], next));
  return all;
}

/** Null, which no node has there, for one that is missing. */
function part(text: readonly Short[], at: number): Short {
  return text[at] ?? null;
}

/** The property at the end of a path: the nodes of its chain, the last key first. */
function path(text: readonly Short[], last: number, span: Span, next: () => Span): JsonObject {
  if (last <= 1) return { kind: "name", name: part(text, 1), span };
  return { kind: "member", object: path(text, last - 1, next(), next), key: part(text, last), span };
}
