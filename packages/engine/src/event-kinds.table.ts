import type { EventKind } from "./event-kind.js";

/**
 * Every event of the source formats (SPEC, "Events"). A `gates: false` event may be denied, too: the decision says
 * so, but no host stops anything for it.
 */
export const EVENT_KINDS: readonly EventKind[] = [
  // Mayros (document 000, "Supported events").
  { name: "before_tool_call", gates: true, input: { path: "params" }, context: true, known: true },
  { name: "after_tool_call", gates: false, input: null, context: false, known: true },
  { name: "message_sending", gates: true, input: { keys: ["message"] }, context: false, known: true },
  { name: "before_prompt_build", gates: false, input: null, context: true, known: true },
  { name: "before_agent_start", gates: false, input: null, context: true, known: true },
  { name: "session_start", gates: false, input: null, context: true, known: true },
  { name: "session_end", gates: false, input: null, context: false, known: true },
];
