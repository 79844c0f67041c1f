import { isRecord, type JsonObject, type JsonValue } from "@gatehouse-hooks/json";
import { intersect, objectTypeOf, unite } from "./join-types.js";
import { ANY, MISSING, optional, typeOfConstant, type ValueType } from "./value-type.js";

/** Schemas inside of one that are read; the rest is anything. */
const MOST_SCHEMAS = 5_000;
/** Levels of schemas inside of each other, references included. */
const DEEPEST = 24;
/** Constants, alternatives and fields of one schema. With more of them it says nothing. */
const MOST_CONSTANTS = 200;
const MOST_ALTERNATIVES = 50;
const MOST_FIELDS = 1_000;

/**
 * The values that a JSON Schema accepts (SPEC, "Types"): `type`, `enum`, `const`, `properties`, `required`, `additionalProperties`,
 * `patternProperties`, `items`, `anyOf`, `oneOf`, `allOf`, `nullable`, and `$ref` into `$defs` or `definitions` of the same schema.
 * Whatever else it says only narrows, and is left out; what is beyond the bounds is anything.
 *
 * @param schema as a server sent it: nothing is trusted of it
 */
export function readJsonSchema(schema: JsonValue): ValueType {
  return new SchemaReader(schema).read(schema, 0);
}

class SchemaReader {
  readonly #root: JsonValue;
  #left = MOST_SCHEMAS;

  constructor(root: JsonValue) {
    this.#root = root;
  }

  read(schema: JsonValue | undefined, depth: number): ValueType {
    if (schema === false) return {};
    if (!isRecord(schema) || depth > DEEPEST || --this.#left < 0) return ANY;
    // Beside a reference some drafts read nothing; the rest only narrows.
    if (has(schema, "$ref")) return this.#referred(schema["$ref"], depth);
    const type = [
      this.#listed(schema, depth),
      this.#constants(schema),
      this.#alternatives(schema["anyOf"], has(schema, "anyOf"), depth),
      this.#alternatives(schema["oneOf"], has(schema, "oneOf"), depth),
      ...this.#all(schema, depth),
    ].reduce(intersect);
    return schema["nullable"] === true && has(schema, "nullable") ? { ...type, null: true } : type;
  }

  /** What `type` names, with what is said of lists and objects. */
  #listed(schema: JsonObject, depth: number): ValueType {
    const types = kindsOf(schema);
    const parts = { ...(types ?? ANY) };
    if (parts.list !== undefined && has(schema, "items") && !Array.isArray(schema["items"])) {
      // The first ones of a list may be of types of their own.
      if (!has(schema, "prefixItems")) parts.list = this.read(schema["items"], depth + 1);
    }
    if (parts.object !== undefined) parts.object = this.#object(schema, depth);
    const { missing: _, ...value } = parts;
    return value;
  }

  #object(schema: JsonObject, depth: number): NonNullable<ValueType["object"]> {
    const given = own(schema, "properties");
    const more = own(schema, "additionalProperties");
    const required = own(schema, "required");
    const properties = isRecord(given) ? Object.entries(given) : [];
    if (properties.length > MOST_FIELDS) return true;
    const names = new Set(Array.isArray(required) ? required.slice(0, MOST_FIELDS) : []);
    this.#left -= names.size;
    const fields = properties.map(([name, one]) => {
      const type = this.read(one, depth + 1);
      return [name, names.has(name) ? type : optional(type)] as const;
    });
    const known = new Set(properties.map(([name]) => name));
    for (const name of names) {
      if (typeof name === "string" && !known.has(name)) fields.push([name, withoutMissing(ANY)]);
    }
    const patterned = has(schema, "patternProperties") || has(schema, "unevaluatedProperties");
    const others = patterned || more === undefined || more === true ? undefined : this.#others(more, depth);
    if (fields.length === 0 && others === undefined) return true;
    // A schema that says nothing of others means its own fields; one that allows them means it.
    const listed = properties.length > 0 && more === undefined && !patterned;
    return objectTypeOf(Object.fromEntries(fields), others, listed);
  }

  #others(more: JsonValue, depth: number): ValueType {
    return more === false ? MISSING : this.read(more, depth + 1);
  }

  #alternatives(given: JsonValue | undefined, there: boolean, depth: number): ValueType {
    if (!there || !Array.isArray(given) || given.length > MOST_ALTERNATIVES) return ANY;
    return given.map((one: JsonValue) => this.read(one, depth + 1)).reduce(unite, {});
  }

  #all(schema: JsonObject, depth: number): readonly ValueType[] {
    const all = own(schema, "allOf");
    if (!Array.isArray(all) || all.length > MOST_ALTERNATIVES) return [];
    return all.map((one: JsonValue) => this.read(one, depth + 1));
  }

  #constants(schema: JsonObject): ValueType {
    const values = has(schema, "const") ? [schema["const"]] : own(schema, "enum");
    if (!Array.isArray(values) || values.length > MOST_CONSTANTS) return ANY;
    this.#left -= values.length;
    return values.map(constantOf).reduce(unite, {});
  }

  /** `#/$defs/name` and `#/definitions/name`; another reference is anything. */
  #referred(reference: JsonValue | undefined, depth: number): ValueType {
    const [, group, name] =
      /^#\/(\$defs|definitions)\/([^/]+)$/.exec(typeof reference === "string" ? reference : "") ?? [];
    if (group === undefined || name === undefined || !isRecord(this.#root)) return ANY;
    const definitions = own(this.#root, group);
    const unescaped = name.replaceAll("~1", "/").replaceAll("~0", "~");
    return isRecord(definitions) && has(definitions, unescaped)
      ? this.read(definitions[unescaped], depth + 1)
      : ANY;
  }
}

const KINDS: ReadonlyMap<JsonValue, ValueType> = new Map<JsonValue, ValueType>([
  ["string", { string: true }],
  ["number", { number: true }],
  ["integer", { number: true }],
  ["boolean", { boolean: true }],
  ["null", { null: true }],
  ["array", { list: true }],
  ["object", { object: true }],
]);

/** `undefined`: no kind is excluded. */
function kindsOf(schema: JsonObject): ValueType | undefined {
  const type = own(schema, "type");
  const names = Array.isArray(type) ? type.slice(0, MOST_ALTERNATIVES) : [type];
  const kinds = names.map((name: JsonValue | undefined) =>
    name === undefined ? undefined : KINDS.get(name),
  );
  return kinds.every((kind) => kind !== undefined) ? kinds.reduce(unite, {}) : undefined;
}

function constantOf(value: JsonValue | undefined): ValueType {
  if (value === undefined) return ANY;
  if (typeof value !== "object" || value === null) return typeOfConstant(value);
  return Array.isArray(value) ? { list: true } : { object: true };
}

function withoutMissing(type: ValueType): ValueType {
  const { missing: _, ...value } = type;
  return value;
}

function own(object: JsonObject, key: string): JsonValue | undefined {
  return has(object, key) ? object[key] : undefined;
}

function has(object: JsonObject, key: string): boolean {
  return Object.hasOwn(object, key);
}
