import type { JsonValue, SealedObject } from "@gatehouse-hooks/json";

/** Offsets into the source text, in UTF-16 code units: `[start, end)`. */
export type Span = readonly [start: number, end: number];

/** Comparison operators (SPEC, "Operators"). */
export type CompareOperator = "==" | "!=" | "<" | "<=" | ">" | ">=" | "in";

/** Methods that take the given number of plain arguments (SPEC, "Methods"). */
export type MethodName =
  | "includes"
  | "startsWith"
  | "endsWith"
  | "matches"
  | "glob"
  | "touches"
  | "within"
  | "in"
  | "surely"
  | "perhaps"
  | "lower"
  | "upper"
  | "trim"
  | "size";

/** A node of a condition: plain, readonly JSON that can be stored and loaded without the parser. */
export type Expr =
  | { readonly kind: "literal"; readonly value: null | boolean | number | string; readonly span: Span }
  | { readonly kind: "list"; readonly items: readonly Expr[]; readonly span: Span }
  /** A top-level property of the event, or the variable of an enclosing `any` or `all`. */
  | { readonly kind: "name"; readonly name: string; readonly span: Span }
  /** `object.key`, `object["key"]`, `object[0]`. */
  | { readonly kind: "member"; readonly object: Expr; readonly key: string | number; readonly span: Span }
  | {
      readonly kind: "call";
      readonly method: MethodName;
      readonly object: Expr;
      readonly args: readonly Expr[];
      readonly span: Span;
    }
  /** `object.any(variable, body)` and `object.all(variable, body)`. */
  | {
      readonly kind: "any" | "all";
      readonly object: Expr;
      readonly variable: string;
      readonly body: Expr;
      readonly span: Span;
    }
  /** `has(chain)`: the property is present, even if it is null. */
  | { readonly kind: "has"; readonly target: Expr; readonly span: Span }
  /** A parenthesised operand: its truth value (SPEC, "Parentheses"). Never wraps a node that is already boolean. */
  | { readonly kind: "truth"; readonly operand: Expr; readonly span: Span }
  | { readonly kind: "not"; readonly operand: Expr; readonly span: Span }
  /** Two or more operands; a parenthesised operand of the same kind stays a separate node. */
  | { readonly kind: "and" | "or"; readonly operands: readonly Expr[]; readonly span: Span }
  | {
      readonly kind: "compare";
      readonly operator: CompareOperator;
      readonly left: Expr;
      readonly right: Expr;
      readonly span: Span;
    };

/** What a compiled condition answers. `"over-budget"` is a failure, never false: the caller decides what it means. */
export type Outcome = boolean | "over-budget";

/** A compiled condition. Total: never throws, whatever it is given, and reads own data properties only. */
export type Predicate = (event: JsonValue) => Outcome;

/** A condition compiled for sealed events only (`compileSealed`). */
export type SealedPredicate = (event: SealedObject) => Outcome;
