import type { Expr } from "@gatehouse-hooks/condition";
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import type { Random } from "../../bench/realistic/random.js";

/** What conditions say of a value: the keys that they ask for, and what they demand of elements. */
interface Shape {
  readonly keys: Map<string, Shape>;
  element: Shape | undefined;
}

/** Where conditions look, and what they compare with. */
export interface Surroundings {
  readonly shape: Shape;
  readonly pool: readonly JsonValue[];
}

type Scope = ReadonlyMap<string, Shape>;

const newShape = (): Shape => ({ keys: new Map(), element: undefined });

/** The paths that the conditions name, and their constants, with what is close to each. */
export function surroundingsOf(conditions: readonly Expr[]): Surroundings {
  const shape = newShape();
  const constants = new Set<JsonValue>([0, 1, "", "a"]);
  for (const one of conditions) visit(one, shape, new Map(), constants);
  const pool = new Set<JsonValue>();
  for (const constant of constants) for (const one of near(constant)) pool.add(one);
  return { shape, pool: [...pool] };
}

function near(constant: JsonValue): readonly JsonValue[] {
  if (typeof constant === "number") return [constant, constant - 1, constant + 1, constant + 0.5];
  if (typeof constant !== "string") return [constant];
  const plain = constant.replace(/[\^$\\()[\]*?+{}|]/g, "");
  const texts = [constant, plain, `${plain}x`, `x${plain}`, ` ${plain} `, plain.slice(1), plain.slice(0, -1)];
  return [...texts, plain.toUpperCase(), plain.toLowerCase(), plain + plain];
}

function visit(node: Expr, root: Shape, scope: Scope, constants: Set<JsonValue>): Shape | undefined {
  const into = (part: Expr, inner = scope): Shape | undefined => visit(part, root, inner, constants);
  switch (node.kind) {
    case "literal":
      constants.add(node.value);
      return undefined;
    case "name":
      return scope.get(node.name) ?? keyOf(root, node.name);
    case "member": {
      const object = into(node.object);
      if (object === undefined || node.key === "length") return undefined;
      return typeof node.key === "number" ? elementOf(object) : keyOf(object, node.key);
    }
    case "list":
      for (const item of node.items) into(item);
      return undefined;
    case "call":
      into(node.object);
      for (const argument of node.args) into(argument);
      return undefined;
    case "any":
    case "all": {
      const list = into(node.object);
      const element = list === undefined ? newShape() : elementOf(list);
      into(node.body, new Map([...scope, [node.variable, element]]));
      return undefined;
    }
    case "has":
      into(node.target);
      return undefined;
    case "not":
    case "truth":
      into(node.operand);
      return undefined;
    case "and":
    case "or":
      for (const operand of node.operands) into(operand);
      return undefined;
    case "compare": {
      into(node.left);
      const right = into(node.right);
      if (node.operator === "in" && right !== undefined) elementOf(right);
      return undefined;
    }
  }
}

function keyOf(shape: Shape, key: string): Shape {
  const known = shape.keys.get(key) ?? newShape();
  shape.keys.set(key, known);
  return known;
}

function elementOf(shape: Shape): Shape {
  return (shape.element ??= newShape());
}

/** A value whose keys, elements and constants are those that the conditions ask for, mostly. */
function valueOf(
  { keys, element }: Shape,
  pool: readonly JsonValue[],
  next: Random,
  depth: number,
): JsonValue {
  const dice = next.below(12);
  const deep = depth > 0;
  if (deep && keys.size > 0 && (element === undefined ? dice < 10 : dice < 5))
    return objectOf(keys, pool, next, depth);
  if (deep && element !== undefined && dice < 10) {
    const size = next.pick([0, 1, 1, 2, 2, 3]);
    return Array.from({ length: size }, () => valueOf(element, pool, next, depth - 1));
  }
  if (dice === 11) return next.pick<JsonValue>([null, true, false, {}, [], -1]);
  return next.pick(pool);
}

function objectOf(
  keys: ReadonlyMap<string, Shape>,
  pool: readonly JsonValue[],
  next: Random,
  depth: number,
): JsonObject {
  const entries: [string, JsonValue][] = [];
  for (const [key, inner] of keys)
    if (next.below(8) > 0) entries.push([key, valueOf(inner, pool, next, depth - 1)]);
  return Object.fromEntries(entries);
}

/** A random event built around what the conditions ask for. */
export function eventAround({ shape, pool }: Surroundings, next: Random): JsonObject {
  return objectOf(shape.keys, pool, next, 5);
}
