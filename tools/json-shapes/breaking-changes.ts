import type { JsonSchema } from "./json-schema.js";

/** Two schemas, with the parts that they refer to. */
interface Roots {
  readonly before: JsonSchema;
  readonly after: JsonSchema;
  /** Pairs of parts that are being compared: parts may hold themselves. */
  readonly open: ReadonlySet<string>;
}

/**
 * What a reader of the old shape would trip over in the new one. A field that is new is none, nor is a kind of value that is not printed any
 * more; a field that is gone or may be missing is, a form that is gone, and a kind of value that was never printed before.
 *
 * @param before a published schema
 * @param after what the same version would say now
 * @returns a sentence each; empty: the version may stay
 */
export function breakingChanges(before: JsonSchema, after: JsonSchema): readonly string[] {
  return changesAt("", before, after, { before, after, open: new Set() });
}

function changesAt(
  at: string,
  before: JsonSchema,
  after: JsonSchema,
  { open, ...roots }: Roots,
): readonly string[] {
  const [refs, old, now] = [
    `${String(before["$ref"])} ${String(after["$ref"])}`,
    resolved(before, roots.before),
    resolved(after, roots.after),
  ];
  const isPart = before["$ref"] !== undefined && after["$ref"] !== undefined;
  if (isPart && open.has(refs)) return [];
  const inside: Roots = { ...roots, open: isPart ? new Set([...open, refs]) : open };
  const [olds, nows] = [branches(old, inside.before), branches(now, inside.after)];
  if (olds.length === 1 && nows.length === 1) return changesOfOne(at, olds[0] ?? {}, nows[0] ?? {}, inside);
  const fits = (old: JsonSchema, one: JsonSchema): readonly string[] => changesOfOne(at, old, one, inside);
  const added = nows.flatMap((one) => {
    const all = olds.map((old) => fits(old, one));
    if (all.some((changes) => changes.length === 0)) return [];
    // The form that is meant is the one that is nearest.
    const [nearest = []] = all.toSorted((a, b) => a.length - b.length);
    return [`${name(at)}: one of its forms is new or changed (${nearest.join("; ")})`];
  });
  const gone = olds.filter(
    (old) => old["type"] === "object" && nows.every((one) => fits(old, one).length > 0),
  );
  return added.length > 0 || gone.length === 0 ? added : [`${name(at)}: one of its forms is gone`];
}

function changesOfOne(at: string, before: JsonSchema, after: JsonSchema, roots: Roots): readonly string[] {
  const values = [valuesOf(before), valuesOf(after)] as const;
  if (values[0] !== undefined) {
    const [old, now = ["other values"]] = values;
    const added = now.filter((one) => !old.includes(one));
    return added.length === 0 ? [] : [`${name(at)}: it can be ${added.map(String).join(", ")}`];
  }
  if (before["type"] === undefined) return [];
  if (before["type"] !== after["type"] && !(before["type"] === "number" && after["type"] === "integer"))
    return [`${name(at)}: it is ${typeOf(after)}, and was ${typeOf(before)}`];
  return [...fieldChanges(at, before, after, roots), ...itemChanges(at, before, after, roots)];
}

function fieldChanges(at: string, before: JsonSchema, after: JsonSchema, roots: Roots): readonly string[] {
  const [old, now] = [objectOf(before["properties"]), objectOf(after["properties"])];
  const isRequired = (schema: JsonSchema, key: string): boolean =>
    Array.isArray(schema["required"]) && schema["required"].includes(key);
  return Object.entries(old).flatMap(([key, field]) => {
    const next = now[key];
    const place = at === "" ? key : `${at}.${key}`;
    if (next === undefined) return [`${place}: it is gone`];
    const lacks = isRequired(before, key) && !isRequired(after, key) ? [`${place}: it may be missing`] : [];
    return [...lacks, ...changesAt(place, field, next, roots)];
  });
}

function itemChanges(at: string, before: JsonSchema, after: JsonSchema, roots: Roots): readonly string[] {
  const [olds, nows] = [elementsOf(before), elementsOf(after)];
  if (olds.length !== nows.length) return [`${at}: it has ${nows.length} elements, and had ${olds.length}`];
  const pairs: [string, unknown, unknown][] = [
    [`${at}[]`, before["items"], after["items"]],
    [`${at}{}`, before["additionalProperties"], after["additionalProperties"]],
    ...olds.map((one, index): [string, unknown, unknown] => [`${at}[${index}]`, one, nows[index]]),
  ];
  return pairs.flatMap(([place, old, now]) =>
    isSchema(old) ? changesAt(place, old, isSchema(now) ? now : {}, roots) : [],
  );
}

/** The forms of a union, of unions in it, and of a list of types. */
function branches(schema: JsonSchema, root: JsonSchema): readonly JsonSchema[] {
  const union = schema["anyOf"] ?? schema["oneOf"];
  const { type } = schema;
  if (Array.isArray(type)) return type.map((one: unknown) => ({ ...schema, type: one }));
  if (!Array.isArray(union)) return [schema];
  return (union as JsonSchema[]).flatMap((one) => branches(resolved(one, root), root));
}

function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const ref = schema["$ref"];
  if (typeof ref !== "string") return schema;
  return objectOf(root["$defs"])[ref.replace("#/$defs/", "")] ?? {};
}

/** Of a tuple. */
function elementsOf({ prefixItems }: JsonSchema): readonly JsonSchema[] {
  return Array.isArray(prefixItems) ? (prefixItems as JsonSchema[]) : [];
}

function valuesOf(schema: JsonSchema): readonly unknown[] | undefined {
  if ("const" in schema) return [schema["const"]];
  return Array.isArray(schema["enum"]) ? schema["enum"] : undefined;
}

function typeOf(schema: JsonSchema): string {
  const values = valuesOf(schema);
  if (values !== undefined) return values.map(String).join(" or ");
  return typeof schema["type"] === "string" ? schema["type"] : "anything";
}

function objectOf(value: unknown): Readonly<Record<string, JsonSchema>> {
  return isSchema(value) ? (value as Readonly<Record<string, JsonSchema>>) : {};
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null;
}

function name(at: string): string {
  return at === "" ? "what is printed" : at;
}
