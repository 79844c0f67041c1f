import { MAYROS_HOOK_FILE } from "../mayros/hook-file.table.js";
import type { FileSchema, JsonSchema } from "../schema/json-schema.js";
import * as schemas from "./schemas.js";

export type { FileSchema, JsonSchema } from "../schema/json-schema.js";

/** The files that have a JSON Schema, as the files of the package in `schemas/` are called. */
export type SchemaName = "gatehouse" | "mayros-config" | "docker-agent" | "mimir";

/** The names of all schemas. */
export const SCHEMA_NAMES: readonly SchemaName[] = ["gatehouse", "mayros-config", "docker-agent", "mimir"];

/**
 * The JSON Schema of a kind of file (draft 7). It knows shapes; what a condition, a pattern or a command means, only loading tells.
 *
 * @throws TypeError for a name that is not one of `SCHEMA_NAMES`
 * @example
 * const { properties } = jsonSchemaOf("gatehouse");
 */
export function jsonSchemaOf(name: SchemaName): JsonSchema {
  const file = fileSchemas().find((one) => one.name === name);
  if (file === undefined) throw new TypeError(`no schema is called \`${name}\``);
  return file.make();
}

/** Every kind of file that an editor helps with, those without a file in `schemas/` among them. */
export function fileSchemas(): readonly FileSchema[] {
  // What only an editor needs is not beside the readers of files: bundles of embedders have those.
  return [MAYROS_HOOK_FILE, ...lateSchemas().FILE_SCHEMAS];
}

/** The schemas, with those of the readers. The build lets it run on the first call. */
function lateSchemas(): typeof schemas {
  return schemas;
}
