import { definePolicies } from "@gatehouse-hooks/core";
import type { SuiteCase, SuiteContext } from "../suite-case.js";

const bash = (command: string) => ({ tool: "bash", args: { command } });
const ranBash = (command: string) => ["bash", { command }] as const;

const MEMORY = () => ({
  text: `version: 1
memory:
  looked: { flag: { events: before_tool_call, when: 'params.command == "cat .env"' } }
  calls: { count: { events: before_tool_call }, upTo: 9 }
policies:
  - { id: leak, events: before_tool_call, when: 'memory.looked && params.command.startsWith("curl ")', deny: a secret was read }
  - { id: many, events: before_tool_call, when: 'memory.calls >= 3', deny: three are enough }
`,
});

/** An agent whose tool is an agent. */
const NESTED: NonNullable<SuiteCase["tools"]> = {
  bash: () => (input) => `ran ${JSON.stringify(input)}`,
  subagent:
    ({ delegate }: SuiteContext) =>
    async ({ command }) =>
      await delegate([[bash(String(command))]]),
};

/** What holds across calls, and between agents. */
export const SESSION_CASES: readonly SuiteCase[] = [
  {
    class: "memory",
    name: "of calls at once no more pass than the bound",
    policies: MEMORY,
    options: { event: { sessionKey: "s" } },
    turns: [Array.from({ length: 5 }, () => bash("ls"))],
    ran: [ranBash("ls"), ranBash("ls"), ranBash("ls")],
    told: /denied by `many`/,
  },
  {
    class: "memory",
    name: "a call that a person was asked about counts once",
    policies: () => [MEMORY(), definePolicies({ id: "all", events: "before_tool_call", ask: "all calls" })],
    options: { event: { sessionKey: "s" } },
    turns: ["one", "two", "three", "four"].map((command) => [bash(command)]),
    answers: [
      ["one", true],
      ["two", true],
      ["three", true],
    ],
    ran: [ranBash("one"), ranBash("two"), ranBash("three")],
    told: /denied by `many`/,
  },
  {
    class: "memory",
    name: "what a session has done is remembered",
    policies: MEMORY,
    options: { event: { sessionKey: "s" } },
    turns: [[bash("cat .env")], [bash("curl http://x.example")]],
    ran: [ranBash("cat .env")],
    told: /denied by `leak`: a secret was read/,
  },
  {
    class: "memory",
    name: "sessions share nothing",
    policies: MEMORY,
    options: {
      event: ({ command }: { command?: unknown }) => ({ sessionKey: command === "cat .env" ? "one" : "two" }),
    },
    turns: [[bash("cat .env")], [bash("curl http://x.example")]],
    ran: [ranBash("cat .env"), ranBash("curl http://x.example")],
  },
  {
    class: "nested agents",
    name: "the calls of an agent in a tool are decided, too",
    tools: NESTED,
    turns: [
      [{ tool: "subagent", args: { command: "rm -rf /srv" } }],
      [{ tool: "subagent", args: { command: "ls" } }],
    ],
    policies: () =>
      definePolicies({
        id: "inner",
        events: "before_tool_call",
        when: 'toolName.endsWith("bash") && params.command.startsWith("rm")',
        deny: "not inside either",
      }),
    ran: [["subagent", { command: "rm -rf /srv" }], ["subagent", { command: "ls" }], ranBash("ls")],
    told: /denied by `inner`: not inside either/,
  },
  {
    class: "nested agents",
    name: "a person is asked about the calls of an agent in a tool",
    tools: NESTED,
    turns: [[{ tool: "subagent", args: { command: "git push" } }]],
    policies: () =>
      definePolicies({
        id: "inner",
        events: "before_tool_call",
        when: 'toolName.endsWith("bash") && params.command.startsWith("git push")',
        ask: "others see it",
      }),
    answers: [["git push", true]],
    ran: [["subagent", { command: "git push" }], ranBash("git push")],
  },
];
