import type { JsonObject } from "@gatehouse-hooks/json";
import type * as z from "zod/mini";
import { toJSONSchema } from "zod/mini";

/** A JSON Schema, draft 7: the newest one that all editors read. */
export type JsonSchema = JsonObject;

/** A kind of file that an editor helps with, and its schema. */
export interface FileSchema {
  /** Of a file of policies, the format's. */
  readonly name: string;
  readonly make: () => JsonSchema;
  /** Files with this ending, in lower case and with the dot, are of no other kind. */
  readonly ending?: string;
  /** Whether a file is one by its place or by its beginning. Absent: the host's own keys say so. */
  readonly isLike?: (path: string, start: string) => boolean;
  /** It has settings of hooks, and no policies. */
  readonly isSettings?: true;
  /** Only its front matter is YAML. */
  readonly hasFrontMatter?: true;
  /** What values mean, by their keys. Absent: the schema alone says what may be there. */
  readonly meanings?: Readonly<Record<string, "condition" | "event">>;
  /** The names of events that it may list. Absent: those of all agents. */
  readonly events?: readonly string[];
}

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
