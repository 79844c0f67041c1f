import { definePolicies, definePolicy, type PoliciesFrom } from "@gatehouse-hooks/core";

/** A session, and what must come of it. */
export interface AgentSdkCase {
  readonly name: string;
  readonly column: "deny" | "ask" | "rewrite" | "broken";
  readonly policies: PoliciesFrom | readonly PoliciesFrom[];
  /** What the model calls the tool with, one after the other. */
  readonly commands: readonly string[];
  /** What a person says yes to. */
  readonly yes?: readonly string[];
  readonly ran: readonly string[];
  readonly asked: readonly string[];
  readonly told?: RegExp;
}

const POLICIES = definePolicies(
  {
    id: "no-deleting",
    events: "before_tool_call",
    when: 'toolName == "mcp__tools__bash" && params.command.startsWith("rm ")',
    deny: "deleting is for people",
  },
  {
    id: "push",
    events: "before_tool_call",
    when: 'params.server == "tools" && params.command.startsWith("git push")',
    ask: "others see what is pushed",
  },
  {
    id: "dry",
    events: "before_tool_call",
    when: 'tool.kind == "mcp" && params.command == "npm publish"',
    set: { command: "npm publish --dry-run" },
  },
  { id: "quiet", events: "prompt", when: 'prompt.includes("secret")', deny: "no secrets" },
);

export const AGENT_SDK_CASES: readonly AgentSdkCase[] = [
  {
    name: "what is denied does not run, and the model is told why; what no policy speaks of runs",
    column: "deny",
    policies: POLICIES,
    commands: ["ls", "rm -rf /srv"],
    ran: ["ls"],
    asked: [],
    told: /no-deleting.*deleting is for people/,
  },
  {
    name: "what is asked about waits for a person: a yes lets it run once, a no does not",
    column: "ask",
    policies: POLICIES,
    commands: ["git push", "git push --all", "git push"],
    yes: ["git push"],
    ran: ["git push", "git push"],
    asked: ["git push", "git push --all", "git push"],
    told: /denied by `push`.*did not approve/,
  },
  {
    name: "what is rewritten runs as rewritten",
    column: "rewrite",
    policies: POLICIES,
    commands: ["npm publish"],
    ran: ["npm publish --dry-run"],
    asked: [],
  },
  {
    name: "a policy that does not compile denies",
    column: "broken",
    policies: {
      text: "version: 1\npolicies:\n  - { id: broken, events: before_tool_call, when: 'params.(', deny: x }",
    },
    commands: ["ls"],
    ran: [],
    asked: [],
  },
  {
    name: "a policy that throws denies",
    column: "broken",
    policies: definePolicy({
      id: "throws",
      events: "before_tool_call",
      decide: () => {
        throw new Error("broken");
      },
    }),
    commands: ["ls"],
    ran: [],
    asked: [],
    told: /throws/,
  },
];
