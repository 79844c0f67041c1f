import { dockerAgentSchema } from "./docker-agent-schema.js";
import { gatehouseSchema } from "./gatehouse-schema.js";
import type { JsonSchema } from "./json-schema.js";
import { mayrosConfigSchema } from "./mayros-config-schema.js";
import { mimirSchema } from "./mimir-schema.js";

export type { JsonSchema } from "./json-schema.js";

/** The files that have a JSON Schema, as the files of the package in `schemas/` are called. */
export type SchemaName = "gatehouse" | "mayros-config" | "docker-agent" | "mimir";

const SCHEMAS: Readonly<Record<SchemaName, () => JsonSchema>> = {
  gatehouse: gatehouseSchema,
  "mayros-config": mayrosConfigSchema,
  "docker-agent": dockerAgentSchema,
  mimir: mimirSchema,
};

/** The names of all schemas. */
export const SCHEMA_NAMES: readonly SchemaName[] = ["gatehouse", "mayros-config", "docker-agent", "mimir"];

/**
 * The JSON Schema of a kind of file (draft 7). It knows shapes; what a condition, a pattern or a command means, only loading tells.
 *
 * @example
 * const { properties } = jsonSchemaOf("gatehouse");
 */
export function jsonSchemaOf(name: SchemaName): JsonSchema {
  return SCHEMAS[name]();
}
