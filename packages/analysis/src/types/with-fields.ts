import { ANY, type ValueType } from "./value-type.js";

/** An object with more fields, whatever was known of them. */
export function withFields(type: ValueType, more: Readonly<Record<string, ValueType>>): ValueType {
  const { object } = type;
  if (type === ANY || object === undefined || object === true) return type;
  return { ...type, object: { ...object, fields: { ...object.fields, ...more } } };
}
