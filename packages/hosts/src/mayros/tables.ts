import type { HostTables } from "../host-tables.js";
import { EVENTS } from "./events.table.js";
import { TOOLS } from "./tools.table.js";

/** The names of Mayros. */
export const mayrosTables: HostTables = {
  title: "Mayros",
  events: EVENTS,
  tools: TOOLS,
  sessionKeys: ["sessionKey"],
};
