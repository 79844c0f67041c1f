import { type Expr, isChecked } from "@gatehouse-hooks/condition/compile";
import { isSealed, ownRecord } from "@gatehouse-hooks/json";

/** The conditions of a definition whose ASTs are checked and frozen already. */
export interface CheckedAsts {
  readonly matcher?: Expr;
  readonly condition?: Expr;
}

/** A definition in two parts. */
interface Detached {
  /** The definition; `null` in place of each AST. */
  readonly rest: unknown;
  readonly asts: CheckedAsts;
}

const NONE: CheckedAsts = Object.freeze(ownRecord({}));

/**
 * Takes out the ASTs that the condition package made: copying and checking them again takes longer than all the rest of
 * reading a definition. Looks at data properties only, and calls no getter; whatever is not plain data is left as it is, for
 * the boundary to judge.
 */
export function detachAsts(definition: unknown): Detached {
  // What is sealed holds only what was sealed with it.
  if (isSealed(definition)) return { rest: definition, asts: NONE };
  const matcher = checkedIn(definition, "matcher");
  const condition = checkedIn(definition, "condition");
  const none = { rest: definition, asts: NONE };
  if (matcher === undefined && condition === undefined) return none;
  const rest = plainCopy(definition as object);
  if (rest === undefined) return none;
  if (matcher !== undefined) rest["matcher"] = matcher.rest;
  if (condition !== undefined) rest["condition"] = condition.rest;
  return {
    rest,
    asts: ownRecord({
      ...(matcher === undefined ? {} : { matcher: matcher.ast }),
      ...(condition === undefined ? {} : { condition: condition.ast }),
    }),
  };
}

function checkedIn(
  definition: unknown,
  part: string,
): { readonly ast: Expr; readonly rest: object } | undefined {
  const condition = dataIn(definition, part);
  const ast = dataIn(condition, "ast");
  if (!isChecked(ast)) return undefined;
  const rest = plainCopy(condition as object);
  if (rest === undefined) return undefined;
  rest["ast"] = null;
  return { ast, rest };
}

function dataIn(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}

/** A copy of what the object itself has, of the same kind; `undefined` where that is not only plain data. */
function plainCopy(object: object): Record<string, unknown> | undefined {
  const copy = Object.create(Object.getPrototypeOf(object) as object | null) as Record<string, unknown>;
  for (const key of Reflect.ownKeys(object)) {
    const property = Object.getOwnPropertyDescriptor(object, key);
    const isPlain = property?.enumerable === true && "value" in property;
    if (typeof key === "symbol" || key === "__proto__" || !isPlain) return undefined;
    Object.defineProperty(copy, key, ownRecord({ ...property, writable: true, configurable: true }));
  }
  return copy;
}
