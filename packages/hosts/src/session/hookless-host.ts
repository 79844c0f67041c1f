import type { Host } from "../host.js";
import type { HostTool } from "../host-tables.js";
import { type Call, preparePayload } from "../prepare/prepare-payload.js";

/** How the events of an agent are made that has no host here: in Claude Code's words, with its own tools. */
export function hooklessHost(
  name: string,
  tools: readonly HostTool[],
  callOf?: (name: string, input: Call["input"]) => Call | undefined,
): Pick<Host, "name" | "prepare"> {
  const tool = { name: "tool_name", input: "tool_input" };
  return {
    name,
    prepare: (payload) =>
      preparePayload(payload, {
        host: name,
        nameKeys: ["hook_event_name"],
        sessionKeys: ["session_id"],
        tools,
        events: [
          {
            name: "PreToolUse",
            canonical: "before_tool_call",
            input: null,
            gates: true,
            context: false,
            tool,
          },
        ],
        ...(callOf === undefined
          ? {}
          : {
              callOf: (_, { tool_name: called, tool_input: input }) =>
                typeof called === "string" &&
                typeof input === "object" &&
                input !== null &&
                !Array.isArray(input)
                  ? callOf(called, input as Call["input"])
                  : undefined,
            }),
      }),
  };
}
