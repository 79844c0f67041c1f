import type { JsonSchema } from "./json-schema.js";
import { lateSchemas } from "./late-schemas.js";
import type { SchemaName } from "./schema-name.js";

export type { JsonSchema } from "./json-schema.js";
export type { SchemaName } from "./schema-name.js";

/** The names of all schemas. */
export const SCHEMA_NAMES: readonly SchemaName[] = ["gatehouse", "mayros-config", "docker-agent", "mimir"];

/**
 * The JSON Schema of a kind of file (draft 7). It knows shapes; what a condition, a pattern or a command means, only loading tells.
 *
 * @example
 * const { properties } = jsonSchemaOf("gatehouse");
 */
export function jsonSchemaOf(name: SchemaName): JsonSchema {
  return lateSchemas().SCHEMAS[name]();
}
