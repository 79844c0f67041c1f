import { type Alternatives, type Field, collapse, hole, sameField } from "./field.js";
import { LIMITS } from "./limits.js";

/** An array: by index or by key, in the order of insertion. */
export interface ArrayValue {
  readonly kind: "array";
  readonly keyed: boolean;
  readonly entries: ReadonlyMap<string, Field>;
}

/** A value of a variable; `null` is unset. */
export type VariableValue = Field | ArrayValue | null;

/** A variable. */
export interface Variable {
  /** At least one. */
  readonly values: readonly VariableValue[];
  readonly exported: boolean;
  /** Exported on one way here, and not on another. */
  readonly mayBeExported?: true;
  /**
   * `declare -i`: what is assigned is computed; `-l`, `-u` change it, too. `reference` (`-n`): the values are names of the
   * variables that are meant.
   */
  readonly attribute: "none" | "integer" | "reference" | "other";
}

/** What an assignment gives, its words expanded. */
export interface Expanded {
  /** What a string may be. */
  readonly strings: Alternatives;
  /** What the elements of an array may be. */
  readonly lists: readonly (readonly Field[])[];
}

/** Values of both, without repetition; a hole when there are too many. */
export function joinValues(
  left: readonly VariableValue[],
  right: readonly VariableValue[],
): readonly VariableValue[] {
  const all = [...left];
  for (const one of right) if (!all.some((other) => sameValue(one, other))) all.push(one);
  return all.length <= LIMITS.alternatives ? all : [collapseValues(all)];
}

function collapseValues(values: readonly VariableValue[]): Field {
  const fields: Field[] = [];
  for (const one of values)
    if (one !== null) fields.push(...(isArrayValue(one) ? one.entries.values() : [one]));
  return collapse(fields);
}

/** It is an array. */
export function isArrayValue(value: VariableValue): value is ArrayValue {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "kind");
}

export function sameValue(left: VariableValue, right: VariableValue): boolean {
  if (left === right) return true;
  if (left === null || right === null) return false;
  if (isArrayValue(left) || isArrayValue(right)) {
    if (!isArrayValue(left) || !isArrayValue(right) || left.entries.size !== right.entries.size) return false;
    const others = [...right.entries];
    return [...left.entries].every(([key, value], index) => {
      const other = others[index];
      return other?.[0] === key && sameField(value, other[1]);
    });
  }
  return sameField(left, right);
}

/** The environment's value, for a variable that only one side has set. */
export const INHERITED: Field = hole([{ kind: "variable" }]);
