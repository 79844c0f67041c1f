import { literalOf } from "./field.js";
import { type State, isArray } from "./state.js";

/** `IFS`; `null` when it is not known. */
export function separatorsOf(state: State): string | null {
  const variable = state.variables.get("IFS");
  if (variable === undefined) return state.tainted ? null : " \t\n";
  const value = variable.values[0];
  if (variable.values.length !== 1 || value === undefined || isArray(value)) return null;
  return value === null ? " \t\n" : literalOf(value);
}
