import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import { freeze, isArray, isWellFormed, MapOf, mapGet } from "@gatehouse-hooks/json/intrinsics";
import { ownOption } from "@gatehouse-hooks/json/values";
import type { Expr, Span } from "../ast.js";
import { limits } from "../limits.js";
import { checked, NOTHING_COMPILED } from "./checked.js";
import type { PatternOptions } from "./pattern.js";
import {
  refuseAst,
  compiledFor,
  requireIdentifier,
  isOffset,
  requireMemberKey,
  requireLiteral,
  requireOperand,
  OPERATORS,
  requireProperty,
  type Reader,
  requireReceiver,
  requireArguments,
} from "./read-ast.js";

/** The span of what is read without its places: one for all nodes, which need not be checked. */
export const NOWHERE: Span = freeze([0, 0] as const);

interface Taker extends Reader {
  members: number;
  values: number;
}

/** Checks what one kind of node has besides its kind and span, all of it in place. */
type TakeParts = (taker: Taker, node: JsonObject, depth: number, loops: number) => void;

interface Kind {
  /** In the order in which `parse` and `readAst` make them: all nodes of a kind then have one shape. */
  readonly keys: readonly string[];
  readonly take: TakeParts;
}

/**
 * `readAst` for what `JSON.parse` has just made and no other code has seen: the nodes are checked, marked and frozen as they are, where
 * `readAst` makes new ones.
 *
 * INVARIANT: undefined, or what `readAst` makes of the same value. Undefined for all that is not plainly right, however little is wrong with
 * it: the caller reads the text again, and has `readAst` say what is wrong. The value is not to be used then. Beside it
 * is how many members and values are in it.
 */
export function takeAst(
  fresh: JsonObject,
  options: PatternOptions,
): { readonly value: Expr; readonly members: number; readonly values: number } | undefined {
  if (isInherited()) return undefined;
  const taker: Taker = { nodes: 0, patterns: ownOption(options, "patterns"), members: 0, values: 0 };
  try {
    const value = takeNode(taker, fresh, 1, 0);
    return { value, members: taker.members, values: taker.values };
  } catch {
    return undefined;
  }
}

/** Without a reason: `readAst` says it. */
function refuse(): never {
  return refuseAst("not plainly right");
}

function takeNode(taker: Taker, node: JsonValue | undefined, depth: number, loops: number): Expr {
  if (typeof node !== "object" || node === null || isArray(node)) return refuse();
  if (depth > limits.astDepth || ++taker.nodes > limits.astNodes) refuse();
  const kind = mapGet(KINDS, node["kind"]) ?? refuse();
  if (!hasKeys(node, kind.keys)) return refuse();
  takeSpan(node["span"]);
  kind.take(taker, node, depth + 1, loops);
  taker.members += kind.keys.length;
  // The two offsets are values, too.
  taker.values += kind.keys.length + 2;
  return checked(node, node.kind === "call" ? compiledFor(taker, node) : NOTHING_COMPILED);
}

/** Whether objects inherit keys that a walk finds: these would be taken for a node's own. */
function isInherited(): boolean {
  for (const _ in {}) return true;
  return false;
}

/** INVARIANT: what is read of the node behind this is its own: nothing is inherited, or no node is taken. */
function hasKeys(node: JsonObject, keys: readonly string[]): node is JsonObject & Expr {
  let at = 0;
  for (const key in node) if (key !== keys[at++]) return false;
  return at === keys.length;
}

const takeLoop: TakeParts = (taker, node, depth, loops) => {
  if (loops >= limits.loops) refuse();
  requireIdentifier(node["variable"]);
  takeReceiver(taker, node, depth, loops);
  takeNode(taker, node["body"], depth, loops + 1);
};

const takeOperands: TakeParts = (taker, node, depth, loops) => {
  if (takeAll(taker, node["operands"], depth, loops) < 2) refuse();
};

const KINDS: ReadonlyMap<JsonValue | undefined, Kind> = new MapOf<JsonValue | undefined, Kind>([
  kindOf("literal", ["value"], (_, node) => requirePlain(requireLiteral(node["value"]))),
  kindOf("list", ["items"], (taker, node, depth, loops) => takeAll(taker, node["items"], depth, loops)),
  kindOf("name", ["name"], (_, node) => requireIdentifier(node["name"])),
  kindOf("member", ["object", "key"], (taker, node, depth, loops) => {
    requirePlain(requireMemberKey(node["key"]));
    takeReceiver(taker, node, depth, loops);
  }),
  kindOf("call", ["method", "object", "args"], (taker, node, depth, loops) => {
    takeReceiver(taker, node, depth, loops);
    requireArguments(node["method"], takeAll(taker, node["args"], depth, loops));
  }),
  kindOf("any", ["object", "variable", "body"], takeLoop),
  kindOf("all", ["object", "variable", "body"], takeLoop),
  kindOf("has", ["target"], (taker, node, depth, loops) =>
    requireProperty(takeNode(taker, node["target"], depth, loops)),
  ),
  kindOf("truth", ["operand"], (taker, node, depth, loops) =>
    requireOperand(takeNode(taker, node["operand"], depth, loops)),
  ),
  kindOf("not", ["operand"], (taker, node, depth, loops) => takeNode(taker, node["operand"], depth, loops)),
  kindOf("and", ["operands"], takeOperands),
  kindOf("or", ["operands"], takeOperands),
  kindOf("compare", ["operator", "left", "right"], (taker, node, depth, loops) => {
    if (mapGet(OPERATORS, node["operator"]) === undefined) refuse();
    takeNode(taker, node["left"], depth, loops);
    takeNode(taker, node["right"], depth, loops);
  }),
]);

function kindOf(kind: Expr["kind"], parts: readonly string[], take: TakeParts): [string, Kind] {
  return [kind, { keys: ["kind", ...parts, "span"], take }];
}

function takeReceiver(taker: Taker, node: JsonObject, depth: number, loops: number): void {
  requireReceiver(takeNode(taker, node["object"], depth, loops));
}

/** How many there are. */
function takeAll(taker: Taker, items: JsonValue | undefined, depth: number, loops: number): number {
  if (!isArray(items)) return refuse();
  taker.values += items.length;
  for (let at = 0; at < items.length; at++) takeNode(taker, items[at], depth, loops);
  freeze(items);
  return items.length;
}

/** What reading the text the exact way might change or refuse: half of a surrogate pair, a number that was rounded, and -0. */
function requirePlain(value: null | boolean | number | string): void {
  if (typeof value === "string" ? !isWellFormed(value) : typeof value === "number" && !isPlainNumber(value))
    refuse();
}

const LARGEST_INTEGER = 2 ** 53 - 1;

function isPlainNumber(value: number): boolean {
  return value === 0 ? 1 / value > 0 : value >= -LARGEST_INTEGER && value <= LARGEST_INTEGER;
}

function takeSpan(span: JsonValue | undefined): void {
  if (span === NOWHERE) return;
  if (!isArray(span) || span.length !== 2) return refuse();
  const start = span[0];
  const end = span[1];
  if (!isOffset(start) || !isOffset(end) || end < start) return refuse();
  if (!isPlainNumber(start) || !isPlainNumber(end)) refuse();
  freeze(span);
}
