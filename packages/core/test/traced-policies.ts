import { definePolicies } from "@gatehouse-hooks/core";

/** A policy of each kind: what denies, what asks, what calls a function, and one whose function throws. */
export const POLICIES = definePolicies(
  { id: "no-rm", events: "before_tool_call", when: 'params.command == "rm"', deny: "no" },
  { id: "push", events: "before_tool_call", when: 'params.command == "push"', ask: "sure?" },
  {
    id: "slow",
    events: "before_tool_call",
    when: 'params.command == "slow"',
    decide: async () => "approve",
  },
  {
    id: "broken",
    events: "before_tool_call",
    when: 'params.command == "broken"',
    decide: () => {
      throw new Error("no");
    },
  },
);

/** Of the event, and not for a collector. */
export const SECRET = "a-word-of-the-event";

export const call = (command: string) =>
  ({
    event: "before_tool_call",
    host: "mine",
    toolName: "Bash",
    params: { command, secret: SECRET },
  }) as const;
