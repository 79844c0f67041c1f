/**
 * What a value may be: for each kind whether it is one of them, and which. Plain data; a kind that is absent is not possible, so
 * `{}` is the type of nothing. A union is one such record.
 */
export interface ValueType {
  /** Any string, or one of these. */
  readonly string?: true | readonly string[];
  /** Any number, or one of these. */
  readonly number?: true | readonly number[];
  readonly boolean?: true | readonly boolean[];
  readonly null?: true;
  /** Any list, or one of such elements. */
  readonly list?: true | ValueType;
  readonly object?: true | ObjectType;
  /** The value may be absent. */
  readonly missing?: true;
}

/** An object of which something is known. */
export interface ObjectType {
  readonly fields: Readonly<Record<string, ValueType>>;
  /** What every other field holds; absent: anything. `MISSING`: there are no others. */
  readonly others?: ValueType;
  /** Other fields are possible, but whoever described it names all that mean something: another one is a mistake. */
  readonly listed?: true;
}

/** The kinds of values, without the absent one. */
export const VALUE_KINDS = ["string", "number", "boolean", "null", "list", "object"] as const;

/** Anything, or nothing. */
export const ANY: ValueType = Object.freeze({
  string: true,
  number: true,
  boolean: true,
  null: true,
  list: true,
  object: true,
  missing: true,
});

/** Absent. */
export const MISSING: ValueType = Object.freeze({ missing: true });

/** A constant. */
export function typeOfConstant(value: null | boolean | number | string): ValueType {
  switch (typeof value) {
    case "string":
      return { string: [value] };
    case "number":
      return { number: [value] };
    case "boolean":
      return { boolean: [value] };
    default:
      return { null: true };
  }
}

/** True: there is no value of the type; it is absent at most. */
export function isMissing(type: ValueType): boolean {
  return VALUE_KINDS.every((kind) => type[kind] === undefined);
}

/** The same, or absent. */
export function optional(type: ValueType): ValueType {
  return type.missing === true ? type : { ...type, missing: true };
}

/** An object without other fields. */
export function isClosed({ others }: ObjectType): boolean {
  return others !== undefined && isMissing(others);
}

/** What a field of an object holds. */
export function fieldOf(object: true | ObjectType, name: string): ValueType {
  if (object === true) return ANY;
  const { fields, others = ANY } = object;
  return Object.hasOwn(fields, name) ? (fields[name] ?? ANY) : optional(others);
}

/** An object with more fields, whatever was known of them. */
export function withFields(type: ValueType, more: Readonly<Record<string, ValueType>>): ValueType {
  const { object } = type;
  if (type === ANY || object === undefined || object === true) return type;
  return { ...type, object: { ...object, fields: { ...object.fields, ...more } } };
}
