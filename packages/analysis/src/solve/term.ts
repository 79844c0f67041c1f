import type { Expr } from "@gatehouse-hooks/condition/analysis";
import type { Scalar } from "../values/constant-tests.js";
import type { ValuePath, VariablePaths } from "./path.js";

/** What one side of a test is. */
export type Term =
  | { readonly kind: "value"; readonly path: ValuePath }
  | { readonly kind: "constant"; readonly value: Scalar }
  /** A list of constants, or with what is not one. */
  | { readonly kind: "constants"; readonly values: readonly Scalar[] }
  /** A value behind `lower()`, `upper()`, `trim()`, or its `size()`. */
  | {
      readonly kind: "changed";
      readonly path: ValuePath;
      readonly change: "lower" | "upper" | "trim" | "size";
    }
  /** True or false. */
  | { readonly kind: "truth"; readonly node: Expr }
  | { readonly kind: "other" };

const OTHER: Term = { kind: "other" };

/** What a node of a condition stands for. */
export function termOf(node: Expr, variables: VariablePaths): Term {
  switch (node.kind) {
    case "literal":
      return { kind: "constant", value: node.value };
    case "list": {
      const values = Array.from(node.items).flatMap((item) => (item.kind === "literal" ? [item.value] : []));
      return values.length === node.items.length ? { kind: "constants", values } : OTHER;
    }
    case "name":
      return { kind: "value", path: variables.get(node.name) ?? [node.name] };
    case "member": {
      const object = termOf(node.object, variables);
      return object.kind === "value" ? { kind: "value", path: [...object.path, node.key] } : OTHER;
    }
    case "call": {
      const { method } = node;
      if (method !== "lower" && method !== "upper" && method !== "trim" && method !== "size")
        return { kind: "truth", node };
      const object = termOf(node.object, variables);
      return object.kind === "value" ? { kind: "changed", path: object.path, change: method } : OTHER;
    }
    default:
      return { kind: "truth", node };
  }
}
