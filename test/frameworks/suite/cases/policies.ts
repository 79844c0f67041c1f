import { definePolicies } from "@gatehouse-hooks/core";

/** What most cases are decided by. */
export const POLICIES = definePolicies(
  {
    id: "no-deleting",
    events: "before_tool_call",
    when: 'params.command.startsWith("rm ")',
    deny: "deleting is for people",
  },
  {
    id: "push",
    events: "before_tool_call",
    when: 'params.command.startsWith("git push")',
    ask: "others see what is pushed",
  },
  {
    id: "dry",
    events: "before_tool_call",
    when: 'params.command == "npm publish"',
    set: { command: "npm publish --dry-run" },
  },
  {
    id: "dry-push",
    events: "before_tool_call",
    when: 'params.command == "git push --all"',
    set: { command: "git push --dry-run" },
  },
  { id: "much", events: "before_tool_call", when: "params.amount > 1000", deny: "that is much" },
  { id: "some", events: "before_tool_call", when: "params.amount > 100", ask: "that is some" },
);
