import type { HostTables } from "../host-tables.js";
import { EVENTS } from "./events.table.js";

/** The names of Mimir. */
export const mimirTables: HostTables = {
  title: "Mimir",
  events: EVENTS,
  // Document 003 names none.
  tools: [],
  sessionKeys: ["conversation_id"],
};
