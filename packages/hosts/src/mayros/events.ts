import { EVENTS } from "./events.table.js";

/** The names of Mayros' events (document 000, "Supported events"). */
export const MAYROS_EVENTS: readonly string[] = EVENTS.map(({ name }) => name);
