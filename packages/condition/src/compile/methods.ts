import type { MethodName } from "../ast.js";
import { mapGet, mapHas } from "@gatehouse-hooks/json/intrinsics";

/** How a method is written (SPEC, "Methods"). */
export interface MethodShape {
  /** Number of arguments. */
  readonly arguments: number;
  /** What the argument says of strings or of paths, compiled once: it must be a string literal. `null` for any operand. */
  readonly pattern: "text" | "path" | null;
  /** True when the answer is true or false, false when it is a value. */
  readonly boolean: boolean;
}

const test: MethodShape = { arguments: 1, pattern: null, boolean: true };
const pattern: MethodShape = { arguments: 1, pattern: "text", boolean: true };
const path: MethodShape = { arguments: 1, pattern: "path", boolean: true };
const value: MethodShape = { arguments: 0, pattern: null, boolean: false };

/** Every method that takes plain arguments. `any` and `all` bind a variable and are separate nodes. */
export const methods: ReadonlyMap<string, MethodShape> = new Map<MethodName, MethodShape>([
  ["includes", test],
  ["startsWith", test],
  ["endsWith", test],
  ["matches", pattern],
  ["glob", pattern],
  ["touches", path],
  ["within", path],
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
