import { DOCKER_AGENT_FILE } from "../docker-agent/json-schema.js";
import { MAYROS_SETTINGS_FILE } from "../mayros/json-schema.js";
import { MIMIR_FILE } from "../mimir/json-schema.js";
import { GATEHOUSE_FILE } from "./gatehouse-schema.js";
import type { FileSchema } from "../schema/json-schema.js";

/** Every kind of file that has a JSON Schema of its own. */
export const FILE_SCHEMAS: readonly FileSchema[] = [
  GATEHOUSE_FILE,
  MAYROS_SETTINGS_FILE,
  DOCKER_AGENT_FILE,
  MIMIR_FILE,
];
