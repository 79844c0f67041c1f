import { ANY, fieldOf, isClosed, type ObjectType, optional, type ValueType } from "./value-type.js";

/** Constants that are told apart; beyond, any will do. */
const MOST_CONSTANTS = 200;

/** A value of one type or the other. */
export function unite(a: ValueType, b: ValueType): ValueType {
  if (a === b) return a;
  return withoutAbsent({
    string: uniteConstants(a.string, b.string),
    number: uniteConstants(a.number, b.number),
    boolean: uniteConstants(a.boolean, b.boolean),
    null: a.null ?? b.null,
    missing: a.missing ?? b.missing,
    list: uniteParts(a.list, b.list, unite),
    object: uniteParts(a.object, b.object, uniteObjects),
  });
}

/** A value of both types. */
export function intersect(a: ValueType, b: ValueType): ValueType {
  if (a === b || b === ANY) return a;
  if (a === ANY) return b;
  return withoutAbsent({
    string: commonConstants(a.string, b.string),
    number: commonConstants(a.number, b.number),
    boolean: commonConstants(a.boolean, b.boolean),
    null: a.null && b.null,
    missing: a.missing && b.missing,
    list: commonParts(a.list, b.list, intersect),
    object: commonParts(a.object, b.object, intersectObjects),
  });
}

type Parts = { readonly [Kind in keyof ValueType]: ValueType[Kind] | undefined };

function withoutAbsent(parts: Parts): ValueType {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as ValueType;
}

function uniteConstants<T>(
  a: true | readonly T[] | undefined,
  b: true | readonly T[] | undefined,
): true | readonly T[] | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  if (a === true || b === true) return true;
  const both = [...new Set([...a, ...b])];
  return both.length > MOST_CONSTANTS ? true : both;
}

function commonConstants<T>(
  a: true | readonly T[] | undefined,
  b: true | readonly T[] | undefined,
): true | readonly T[] | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (a === true) return b;
  if (b === true) return a;
  const both = a.filter((one) => b.includes(one));
  return both.length === 0 ? undefined : both;
}

function uniteParts<T>(
  a: true | T | undefined,
  b: true | T | undefined,
  join: (a: T, b: T) => T,
): true | T | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a === true || b === true ? true : join(a, b);
}

function commonParts<T>(
  a: true | T | undefined,
  b: true | T | undefined,
  join: (a: T, b: T) => T,
): true | T | undefined {
  if (a === undefined || b === undefined) return undefined;
  return a === true ? b : b === true ? a : join(a, b);
}

function uniteObjects(a: ObjectType, b: ObjectType): ObjectType {
  const others = a.others === undefined || b.others === undefined ? undefined : unite(a.others, b.others);
  return objectTypeOf(joinedFields(a, b, unite), others, namesAll(a) && namesAll(b));
}

function intersectObjects(a: ObjectType, b: ObjectType): ObjectType {
  const others =
    a.others === undefined ? b.others : b.others === undefined ? a.others : intersect(a.others, b.others);
  return objectTypeOf(joinedFields(a, b, intersect), others, namesAll(a) || namesAll(b));
}

function joinedFields(
  a: ObjectType,
  b: ObjectType,
  join: (a: ValueType, b: ValueType) => ValueType,
): Record<string, ValueType> {
  const names = new Set([...Object.keys(a.fields), ...Object.keys(b.fields)]);
  return Object.fromEntries(
    [...names].map((name) => [name, join(fieldOf(a, name), fieldOf(b, name))] as const),
  );
}

function namesAll(object: ObjectType): boolean {
  return object.listed === true || isClosed(object);
}

/** @param others `undefined`: anything */
export function objectTypeOf(
  fields: Readonly<Record<string, ValueType>>,
  others: ValueType | undefined,
  listed: boolean,
): ObjectType {
  const object = { fields, ...(others !== undefined && { others: optional(others) }) };
  return listed && !isClosed(object) ? { ...object, listed: true } : object;
}
