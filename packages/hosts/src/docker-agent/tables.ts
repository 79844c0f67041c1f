import type { HostTables } from "../host-tables.js";
import { EVENTS } from "./events.table.js";
import { TOOLS } from "./tools.table.js";

/** The names of docker-agent. */
export const dockerAgentTables: HostTables = {
  title: "docker-agent",
  events: EVENTS,
  tools: TOOLS,
  sessionKeys: ["session_id"],
};
