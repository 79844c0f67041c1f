import { AGENT_EXAMPLES, type AgentExample, COMMAND, CWD } from "./agent-examples.table.js";
import type { PlaygroundTrial } from "./trial.js";

/** Policies to begin with. */
export const POLICY_EXAMPLES: readonly {
  readonly title: string;
  readonly text: string;
  readonly command: string;
}[] = [
  {
    title: "Packs and a rule",
    command: "git push --force origin main",
    text: `version: 1
extends: [pack/destructive, pack/git, pack/secrets]
policies:
  - id: deployment
    description: Files of the deployment are changed by people
    events: before_tool_call
    when: facts.writes.any(w, w.touches("./deploy/**")) || facts.deletes.any(d, d.touches("./deploy/**"))
    deny: files of the deployment are changed by people
  - id: publish
    events: before_tool_call
    when: facts.commands.any(c, c.program == "npm" && c.sub == "publish")
    ask: shall this version be published?
`,
  },
  {
    title: "A judge",
    command: "psql -c 'DROP TABLE users'",
    text: `version: 1
policies:
  - id: no-data-loss
    events: before_tool_call
    when: facts.commands.any(c, c.program == "psql")
    judge:
      prompt: |
        Deny a statement that removes or overwrites data, or the tables that hold it. Approve any other.

        The command: {{params.command}}
      uses: [params.command]
      timeout: 10s
`,
  },
  {
    title: "Findings",
    command: "rm -rf build",
    text: `version: 1
policies:
  - id: no-rm
    events: before_tool_call
    when: params.command.startsWith("rm ")
    deny: removing is for people
  - id: no-rm-rf
    description: never asked, as no-rm has denied before
    events: before_tool_call
    when: params.command.startsWith("rm -rf ")
    deny: removing whole folders is for people
  - id: never
    description: its tests contradict each other
    events: before_tool_call
    when: tool.kind == "shell" && tool.kind == "write"
    deny: cannot happen
`,
  },
  {
    title: "Read only",
    command: "ls -l && grep -rn TODO src",
    text: `version: 1
extends: [pack/read-only]
policies:
  - id: anything-else
    events: before_tool_call
    when: facts.writes.any(w, !w.within("./**"))
    ask: this writes outside of the project; is it meant?
`,
  },
];

/** The payload that an agent sends before a shell command, by the agent's name; the canonical event for any other name. */
export function payloadExample(agent: string, command: string): string {
  const example = AGENT_EXAMPLES.find((one) => one.agent === agent);
  return eventOf(example?.shell ?? example?.payload ?? CANONICAL, command);
}

const CANONICAL = { event: "before_tool_call", toolName: "Bash", params: { command: COMMAND }, cwd: CWD };

function eventOf(payload: object, command: string): string {
  return `${JSON.stringify(payload, (_, value: unknown) => (value === COMMAND ? command : value), 2)}\n`;
}

/** The trial that an example begins. */
export function exampleTrial(example: number, agent: string): PlaygroundTrial {
  const { text = "version: 1\n", command = "ls" } = POLICY_EXAMPLES[example] ?? {};
  return { policies: text, event: payloadExample(agent, command), agent, interactive: true, supposed: {} };
}

/** The trial of an example that belongs to an agent. */
export function agentExampleTrial({ agent, policies, payload, command = "" }: AgentExample): PlaygroundTrial {
  const event = eventOf(payload, command);
  return { policies, event, agent, interactive: true, supposed: {} };
}
