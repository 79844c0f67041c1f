import { dockerAgentSchema } from "./docker-agent-schema.js";
import { gatehouseSchema } from "./gatehouse-schema.js";
import type { JsonSchema } from "./json-schema.js";
import { mayrosConfigSchema } from "./mayros-config-schema.js";
import { mimirSchema } from "./mimir-schema.js";
import type { SchemaName } from "./schema-name.js";

/** What makes each schema. */
export const SCHEMAS: Readonly<Record<SchemaName, () => JsonSchema>> = {
  gatehouse: gatehouseSchema,
  "mayros-config": mayrosConfigSchema,
  "docker-agent": dockerAgentSchema,
  mimir: mimirSchema,
};
