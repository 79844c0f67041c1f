import { dockerAgentTables } from "./docker-agent/tools.table.js";
import type { HostTables } from "./host-tables.js";
import { mayrosTables } from "./mayros/tables.js";
import { mimirTables } from "./mimir/events.table.js";
import { TOOL_TYPES as claudeCodeTypes } from "./claude-code/tool-types.table.js";
import { TOOL_TYPES as dockerAgentTypes } from "./docker-agent/tool-types.table.js";
import type { FieldTypes } from "./field-types.js";
import { TOOL_TYPES as mayrosTypes } from "./mayros/tool-types.table.js";

/** The tables of hosts that cannot be loaded whole by each hook. Of one name in two of them the first counts. */
export const FILE_TABLES: readonly HostTables[] = [mayrosTables, dockerAgentTables, mimirTables];

/** What is known of the types of tools' arguments. */
export const TOOL_TYPES: readonly Readonly<Record<string, FieldTypes>>[] = [
  claudeCodeTypes,
  dockerAgentTypes,
  mayrosTypes,
];
