import type { JsonSchema } from "./json-schema.js";
import * as schemas from "./schemas.js";
import type { SchemaName } from "./schemas.js";

export type { JsonSchema } from "./json-schema.js";
export type { SchemaName } from "./schemas.js";

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

/** The schemas, with those of the readers. The build lets it run on the first call. */
function lateSchemas(): typeof schemas {
  return schemas;
}
