import { type Field, capped, hole, joinFields, literalOf } from "./field.js";
import type { State } from "./state.js";
import { isArrayValue } from "./values.js";

/** `IFS`; `null` when it is not known. */
export function separatorsOf(state: State): string | null {
  const variable = state.variables.get("IFS");
  if (variable === undefined) return state.tainted ? null : " \t\n";
  const value = variable.values[0];
  if (variable.values.length !== 1 || value === undefined || isArrayValue(value)) return null;
  return value === null ? " \t\n" : literalOf(value);
}

/** Joined by the first character of `IFS`; `null` when that is not known. */
export function joinByFirst(values: readonly Field[], separators: string | null): Field {
  const between: Field = separators === null ? hole() : separators.slice(0, 1);
  let all: Field = "";
  values.forEach((value, i) => {
    all = capped(joinFields(all, i === 0 ? value : joinFields(between, value)));
  });
  return all;
}
