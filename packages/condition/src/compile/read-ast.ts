import type { CompareOperator, Expr, MethodName, Span } from "../ast.js";
import type { Issue } from "@gatehouse-hooks/json";
import {
  charCodeAt,
  freeze,
  isArray,
  isInteger,
  isSafeInteger,
  mapGet,
  setHas,
} from "@gatehouse-hooks/json/intrinsics";
import { isList, sealJson } from "@gatehouse-hooks/json/values";
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import { append } from "@gatehouse-hooks/json/intrinsics";
import { limits } from "../limits.js";
import { ownOption } from "@gatehouse-hooks/json/values";
import { checked, type CompiledArgument, isChecked, NOTHING_COMPILED } from "./checked.js";
import { isMethod, shapeOf } from "./methods.js";
import { argumentOf, exceptOf, isBoolean } from "./node.js";
import { isPathGlob, isPattern, globResult, type PatternResult } from "./pattern.js";
import type { PatternEngine, PatternOptions } from "./pattern.js";
import { readGlob } from "./patterns/read-glob.js";
import { matchesWhole } from "./patterns/whole-match.js";

/** What a character of a string may cost for each character of the glob. */
const WEIGHT = 8;

/** Reads a glob where no engine of patterns compiles globs: it is slower, and what it requires is not told. */
function plainGlob(source: string): PatternResult {
  return globResult(source, () => {
    const tree = readGlob(source);
    return { size: WEIGHT * source.length, test: (text) => matchesWhole(tree, text) };
  });
}

/** A checked AST, or what is wrong with the stored one. */
export type ReadAst =
  | { readonly ast: Expr; readonly issues: readonly [] }
  | { readonly ast: null; readonly issues: readonly Issue[] };

/**
 * Reads a stored AST: any value in, a checked and frozen copy out, or the first rule that it breaks. A tampered AST
 * (an unknown node or method, a pattern that does not compile, too deep, too large) is refused, never run.
 *
 * @param options the engine of `matches`; an AST that needs one, or another than the given one, is refused with `no-pattern-engine`
 */
export function readAst(stored: unknown, options?: PatternOptions): ReadAst {
  if (isChecked(stored)) return { ast: stored, issues: [] };
  const sealed = sealJson(stored, {
    maxDepth: 2 * limits.astDepth + 4,
    maxNodes: 16 * limits.astNodes,
    loneSurrogates: "keep",
  });
  if (sealed.issue !== undefined) return { ast: null, issues: [{ ...sealed.issue, code: "bad-ast" }] };
  try {
    return {
      ast: readNode({ nodes: 0, patterns: ownOption(options, "patterns") }, sealed.value, 1, 0),
      issues: [],
    };
  } catch (error) {
    const issue = error instanceof BadAst ? error : new BadAst("not a condition's AST");
    return { ast: null, issues: [{ severity: "error", code: issue.code, message: issue.message }] };
  }
}

class BadAst extends Error {
  readonly code: string;

  constructor(message: string, code = "bad-ast") {
    super(message);
    this.code = code;
  }
}

export function refuseAst(message: string): never {
  throw new BadAst(message);
}

export interface Reader {
  nodes: number;
  readonly patterns: PatternEngine | undefined;
}

const RESERVED: ReadonlySet<string> = new Set(["true", "false", "null", "in"]);
export const OPERATORS: ReadonlyMap<JsonValue | undefined, CompareOperator> = new Map(
  (["==", "!=", "<", "<=", ">", ">=", "in"] as const).map((operator) => [operator, operator]),
);

/**
 * INVARIANT: the value is sealed, with everything in it. So what it has is read plainly: nothing of it inherits, or runs code.
 */
function readNode(reader: Reader, value: JsonValue | undefined, depth: number, loops: number): Expr {
  if (typeof value !== "object" || value === null || isArray(value)) return refuseAst("expected a node");
  if (depth > limits.astDepth) refuseAst(`nested deeper than ${limits.astDepth} nodes`);
  if (++reader.nodes > limits.astNodes) refuseAst(`more than ${limits.astNodes} nodes`);
  const read = readKind(reader, value, depth + 1, loops);
  return checked(read, read.kind === "call" ? compiledFor(reader, read) : NOTHING_COMPILED);
}

function readAll(
  reader: Reader,
  values: readonly JsonValue[],
  depth: number,
  loops: number,
): readonly Expr[] {
  const node = (at: number): Expr => readNode(reader, values[at], depth, loops);
  // A list that is written out asks nothing of `Array.prototype`, and takes a fraction of the time.
  switch (values.length) {
    case 1:
      return freeze([node(0)]);
    case 2:
      return freeze([node(0), node(1)]);
    case 3:
      return freeze([node(0), node(1), node(2)]);
    default: {
      const nodes: Expr[] = [];
      for (let at = 0; at < values.length; at++) append(nodes, node(at));
      return freeze(nodes);
    }
  }
}

/** @param depth of the nodes below this one */
function readKind(reader: Reader, node: JsonObject, depth: number, loops: number): Expr {
  const span = readSpan(node["span"]);
  const kind = node["kind"];
  switch (kind) {
    case "literal":
      return { kind, value: requireLiteral(node["value"]), span };
    case "list":
      return { kind, items: readAll(reader, listOf(node["items"]), depth, loops), span };
    case "name":
      return { kind, name: requireIdentifier(node["name"]), span };
    case "member":
      return {
        kind,
        object: readReceiver(reader, node, depth, loops),
        key: requireMemberKey(node["key"]),
        span,
      };
    case "call": {
      const object = readReceiver(reader, node, depth, loops);
      return readCall(node, span, object, readAll(reader, listOf(node["args"]), depth, loops));
    }
    case "any":
    case "all":
      return readLoop(reader, kind, node, span, depth, loops);
    case "has":
      return { kind, target: requireProperty(readNode(reader, node["target"], depth, loops)), span };
    case "truth":
      return { kind, operand: requireOperand(readNode(reader, node["operand"], depth, loops)), span };
    case "not":
      return { kind, operand: readNode(reader, node["operand"], depth, loops), span };
    case "and":
    case "or": {
      const parts = readAll(reader, listOf(node["operands"]), depth, loops);
      if (parts.length < 2) refuseAst(`\`${kind}\` with fewer than two operands`);
      return { kind, operands: parts, span };
    }
    case "compare":
      return readComparison(reader, node, span, depth, loops);
    default:
      return refuseAst("an unknown kind of node");
  }
}

function readLoop(
  reader: Reader,
  kind: "any" | "all",
  node: JsonObject,
  span: Span,
  depth: number,
  loops: number,
): Expr {
  if (loops >= limits.loops)
    refuseAst(`\`any\` and \`all\` within each other more than ${limits.loops} times`);
  const variable = requireIdentifier(node["variable"]);
  const object = readReceiver(reader, node, depth, loops);
  return { kind, object, variable, body: readNode(reader, node["body"], depth, loops + 1), span };
}

export function requireProperty(target: Expr): Extract<Expr, { kind: "name" | "member" }> {
  if (target.kind !== "name" && target.kind !== "member")
    return refuseAst("`has` of something that is not a property");
  return target;
}

export function requireOperand(operand: Expr): Expr {
  if (isBoolean(operand)) refuseAst("the truth value of something that is true or false already");
  return operand;
}

function readComparison(reader: Reader, node: JsonObject, span: Span, depth: number, loops: number): Expr {
  const operator = mapGet(OPERATORS, node["operator"]);
  if (operator === undefined) return refuseAst("an unknown operator");
  return {
    kind: "compare",
    operator,
    left: readNode(reader, node["left"], depth, loops),
    right: readNode(reader, node["right"], depth, loops),
    span,
  };
}

function readCall(node: JsonObject, span: Span, object: Expr, args: readonly Expr[]): Expr {
  return { kind: "call", method: requireArguments(node["method"], args.length), object, args, span };
}

/** The method, which takes so many arguments. */
export function requireArguments(method: JsonValue | undefined, count: number): MethodName {
  const shape = typeof method === "string" ? shapeOf(method) : undefined;
  if (typeof method !== "string" || !isMethod(method) || shape === undefined)
    return refuseAst("an unknown method");
  if (count < shape.arguments || count > shape.most) refuseAst(`\`${method}\` with ${count} arguments`);
  return method;
}

/** What a member, a call or a loop is of: the object of the node. */
function readReceiver(reader: Reader, node: JsonObject, depth: number, loops: number): Expr {
  return requireReceiver(readNode(reader, node["object"], depth, loops));
}

/** The compiled argument of a call of `matches`, `glob`, or one that asks a path fact; nothing for other methods. */
export function compiledFor(reader: Reader, call: Extract<Expr, { kind: "call" }>): CompiledArgument {
  const { method } = call;
  const kind = shapeOf(method)?.pattern ?? null;
  if (kind === null) return NOTHING_COMPILED;
  const source = literalIn(argumentOf(call));
  const engine =
    method === "matches"
      ? reader.patterns
      : (ownOption(reader.patterns, kind === "path" ? "paths" : "glob") ??
        (kind === "path" ? undefined : plainGlob));
  if (engine === undefined)
    throw new BadAst(
      `\`${method}\` needs a pattern engine: \`readAst(ast, { patterns: re2 })\` with that of \`@gatehouse-hooks/condition/re2\``,
      "no-pattern-engine",
    );
  const second = exceptOf(call);
  const compiled = second === undefined ? engine(source) : engine(source, literalIn(second));
  if (isPathGlob(compiled)) return { pattern: null, glob: compiled.glob };
  if (!isPattern(compiled))
    throw new BadAst(
      `a pattern that does not compile: ${compiled.problem}`,
      ownOption(compiled as { readonly code?: string }, "code"),
    );
  return { pattern: compiled.pattern, glob: null };
}

function literalIn(node: Expr | undefined): string {
  return node?.kind === "literal" && typeof node.value === "string"
    ? node.value
    : refuseAst("a pattern that is not a literal");
}

/** A chain starts with a name, a string or a list; nothing else takes a suffix. */
export function requireReceiver(node: Expr): Expr {
  switch (node.kind) {
    case "name":
    case "member":
    case "call":
    case "list":
    case "any":
    case "all":
      return node;
    case "literal":
      return typeof node.value === "string" ? node : refuseAst("a suffix on a literal");
    default:
      return refuseAst("a suffix on an operator");
  }
}

function readSpan(value: JsonValue | undefined): Span {
  const span = listOf(value);
  const start = span[0];
  const end = span[1];
  if (!isOffset(start) || !isOffset(end) || end < start || span.length > 2) return refuseAst("a bad span");
  return freeze([start, end] as const);
}

export function isOffset(value: JsonValue | undefined): value is number {
  return typeof value === "number" && isSafeInteger(value) && value >= 0 && value <= limits.sourceLength;
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isList(value) ? value : refuseAst("expected a list");
}

export function requireLiteral(value: JsonValue | undefined): null | boolean | number | string {
  if (value === undefined || typeof value === "object")
    return value === null ? null : refuseAst("a literal without a value");
  if (typeof value === "number" && isInteger(value) && !isSafeInteger(value))
    refuseAst("a number out of range");
  return value;
}

export function requireIdentifier(value: JsonValue | undefined): string {
  return typeof value === "string" && isIdentifier(value) && !setHas(RESERVED, value)
    ? value
    : refuseAst("a bad name");
}

/** Letters, digits and `_`, and no digit first. A match of an expression would make a list for each name. */
function isIdentifier(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = charCodeAt(text, at);
    const letter = (code | 0x20) - 0x61;
    if ((letter >= 0 && letter < 26) || code === UNDERSCORE) continue;
    if (at === 0 || code < ZERO || code > NINE) return false;
  }
  return text !== "";
}

const UNDERSCORE = 0x5f;
const ZERO = 0x30;
const NINE = 0x39;

export function requireMemberKey(value: JsonValue | undefined): string | number {
  return typeof value === "string" || (typeof value === "number" && isSafeInteger(value))
    ? value
    : refuseAst("a bad key");
}
