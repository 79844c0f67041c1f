import type { MethodName } from "../ast.js";
import { mapGet, mapHas } from "@gatehouse-hooks/json/intrinsics";
import type { PathMethod } from "./paths/path-glob-result.js";

/** How a method is written (SPEC, "Methods"). */
interface MethodShape {
  /** The fewest arguments. */
  readonly arguments: number;
  /** The most arguments. */
  readonly most: number;
  /** What the arguments say of strings or of paths, compiled once: they must be string literals. `null` for any operand. */
  readonly pattern: "text" | "path" | null;
  /** True when the answer is true or false, false when it is a value. */
  readonly boolean: boolean;
}

const test: MethodShape = { arguments: 1, most: 1, pattern: null, boolean: true };
const pattern: MethodShape = { arguments: 1, most: 1, pattern: "text", boolean: true };
const path: MethodShape = { arguments: 1, most: 2, pattern: "path", boolean: true };
const value: MethodShape = { arguments: 0, most: 0, pattern: null, boolean: false };

/** Every method that takes plain arguments. `any` and `all` bind a variable and are separate nodes. */
export const methods: ReadonlyMap<string, MethodShape> = new Map<MethodName, MethodShape>([
  ["includes", test],
  ["startsWith", test],
  ["endsWith", test],
  ["matches", pattern],
  ["glob", pattern],
  ["touches", path],
  ["within", path],
  ["in", path],
  ["surely", path],
  ["perhaps", path],
  ["lower", value],
  ["upper", value],
  ["trim", value],
  ["size", value],
]);

/** How the method of this name is written; undefined without one. */
export function shapeOf(name: string): MethodShape | undefined {
  return mapGet(methods, name);
}

export function isMethod(name: string): name is MethodName {
  return mapHas(methods, name);
}

/** Is it a method that asks a path fact? */
export function isPathMethod(name: string): name is PathMethod {
  return shapeOf(name)?.pattern === "path";
}
