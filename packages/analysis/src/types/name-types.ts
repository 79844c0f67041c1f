import { VALUE_KINDS, type ValueType } from "./value-type.js";

/** Constants that are written out. */
const MOST_SHOWN = 8;

const NAMES: Readonly<Record<(typeof VALUE_KINDS)[number], string>> = {
  string: "a string",
  number: "a number",
  boolean: "true or false",
  null: "null",
  list: "a list",
  object: "an object",
};

/** `a string`, `a number or a list`; what is null or missing goes without saying, unless there is nothing else. */
export function nameOfType(type: ValueType): string {
  const kinds = VALUE_KINDS.filter((kind) => type[kind] !== undefined);
  const said = kinds.filter((kind) => kind !== "null");
  if (said.length === 0) return kinds.length === 0 ? "missing" : "null";
  return said.map((kind) => NAMES[kind]).join(" or ");
}

/** The first constants of a type: `"a", "b"`. */
export function shownConstants(constants: readonly (string | number | boolean)[]): string {
  const shown = constants.slice(0, MOST_SHOWN).map((one) => JSON.stringify(one));
  return constants.length > MOST_SHOWN ? `${shown.join(", ")} …` : shown.join(", ");
}
