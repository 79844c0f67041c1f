import { CANONICAL } from "@gatehouse-hooks/engine";
import type { HostEvent } from "../host-tables.js";

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
export const EVENTS: readonly HostEvent[] = CANONICAL.events.filter(({ name }) => NAMES.has(name));
