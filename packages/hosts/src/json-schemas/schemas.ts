import { dockerAgentSchema } from "./docker-agent-schema.js";
import { gatehouseSchema } from "./gatehouse-schema.js";
import type { JsonSchema } from "./json-schema.js";
import { mayrosConfigSchema } from "./mayros-config-schema.js";
import { mimirSchema } from "./mimir-schema.js";

/** What makes each schema. */
export const SCHEMAS: Readonly<Record<SchemaName, () => JsonSchema>> = {
  gatehouse: gatehouseSchema,
  "mayros-config": mayrosConfigSchema,
  "docker-agent": dockerAgentSchema,
  mimir: mimirSchema,
};

/** The files that have a JSON Schema, as the files of the package in `schemas/` are called. */
export type SchemaName = "gatehouse" | "mayros-config" | "docker-agent" | "mimir";
