import type { HostTables, HostEvent } from "../host-tables.js";
import { TOOLS } from "./tools.table.js";
import { CANONICAL } from "@gatehouse-hooks/engine";

const NAMES: ReadonlySet<string> = new Set([
  "before_tool_call",
  "after_tool_call",
  "message_sending",
  "before_prompt_build",
  "before_agent_start",
  "session_start",
  "session_end",
]);

/** The events of Mayros (document 000, "Supported events"): the canonical ones are modelled on them. */
const EVENTS: readonly HostEvent[] = CANONICAL.events.filter(({ name }) => NAMES.has(name));

/** The names of Mayros' events (document 000, "Supported events"). */
export const MAYROS_EVENTS: readonly string[] = EVENTS.map(({ name }) => name);

/** The names of Mayros. */
export const mayrosTables: HostTables = {
  title: "Mayros",
  events: EVENTS,
  tools: TOOLS,
  sessionKeys: ["sessionKey"],
};
