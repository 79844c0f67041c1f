import type { JsonObject } from "@gatehouse-hooks/json";
import type * as z from "zod/mini";
import { toJSONSchema } from "zod/mini";

/** A JSON Schema, draft 7: the newest one that all editors read. */
export type JsonSchema = JsonObject;

/**
 * What a schema takes before defaults and shorthands are filled in, as a JSON Schema. What only code can check (`refine`) is
 * not in it: the loader says that.
 */
export function schemaOf(schema: z.ZodMiniType): JsonSchema {
  const made = toJSONSchema(schema, {
    io: "input",
    target: "draft-7",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      // Of a value that is read, not of what a person may write.
      delete jsonSchema.readOnly;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const { $schema: _, ...kept } = made;
  return kept as JsonObject;
}

/** The members of an object's schema, or none. */
export function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
}

/** The schema of a file. */
export function fileSchemaOf(title: string, description: string, schema: JsonSchema): JsonSchema {
  return { $schema: "http://json-schema.org/draft-07/schema#", title, description, ...schema };
}
