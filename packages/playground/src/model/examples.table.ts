import type { AgentExample } from "./agent-examples.table.js";
import type { PlaygroundTrial } from "./trial.js";

const SESSION = "3f6c1f0e-7f0b-4a6e-9f0a-2b1d5c8e7a90";
const CWD = "/home/user/project";

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
  const make = Object.hasOwn(PAYLOADS, agent) ? PAYLOADS[agent] : undefined;
  const payload = make?.(command) ?? {
    event: "before_tool_call",
    toolName: "Bash",
    params: { command },
    cwd: CWD,
  };
  return `${JSON.stringify(payload, null, 2)}\n`;
}

const PAYLOADS: Readonly<Record<string, (command: string) => object>> = {
  "claude-code": (command) => ({
    session_id: SESSION,
    transcript_path: "/home/user/.claude/projects/-home-user-project/session.jsonl",
    cwd: CWD,
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command, description: "Run the command" },
    tool_use_id: "toolu_01",
  }),
  codex: (command) => ({
    session_id: SESSION,
    turn_id: "turn-1",
    transcript_path: "/home/user/.codex/sessions/rollout.jsonl",
    cwd: CWD,
    hook_event_name: "PreToolUse",
    model: "gpt-5.5",
    permission_mode: "default",
    tool_name: "Bash",
    tool_input: { command },
    tool_use_id: "call_01",
  }),
  "gemini-cli": (command) => ({
    session_id: SESSION,
    transcript_path: "/home/user/.gemini/tmp/project/chats/session.json",
    cwd: CWD,
    hook_event_name: "BeforeTool",
    timestamp: "2026-01-01T00:00:00.000Z",
    tool_name: "run_shell_command",
    tool_input: { command, description: "Run the command" },
  }),
  copilot: (command) => ({
    sessionId: SESSION,
    timestamp: 1767225600000,
    cwd: CWD,
    toolName: "bash",
    toolArgs: { command, description: "Run the command" },
  }),
  opencode: (command) => ({
    hook: "tool.execute.before",
    input: { tool: "bash", sessionID: "ses_01", callID: "call_01" },
    output: { args: { command, description: "Run the command" } },
    directory: CWD,
  }),
  cursor: (command) => ({
    conversation_id: SESSION,
    generation_id: "generation-1",
    hook_event_name: "beforeShellExecution",
    cursor_version: "3.0.0",
    workspace_roots: [CWD],
    command,
    cwd: CWD,
  }),
  "qwen-code": (command) => ({
    session_id: SESSION,
    transcript_path: "/home/user/.qwen/projects/-home-user-project/chats/session.jsonl",
    cwd: CWD,
    hook_event_name: "PreToolUse",
    timestamp: "2026-01-01T00:00:00.000Z",
    permission_mode: "default",
    tool_name: "run_shell_command",
    tool_input: { command, description: "Run the command", is_background: false },
    tool_use_id: "call_01",
  }),
  vscode: (command) => ({
    timestamp: "2026-01-01T00:00:00.000Z",
    cwd: CWD,
    sessionId: SESSION,
    hookEventName: "PreToolUse",
    transcript_path: "/home/user/transcript.json",
    tool_name: "run_in_terminal",
    tool_input: { command, explanation: "Run the command" },
    tool_use_id: "call_01",
  }),
  mayros: (command) => ({
    event: "before_tool_call",
    toolName: "exec",
    params: { command },
    sessionKey: SESSION,
  }),
  mimir: (command) => ({
    event: "pre-bash-execution",
    working_dir: CWD,
    project_dir: CWD,
    conversation_id: SESSION,
    bash_command: command,
  }),
  "docker-agent": (command) => ({
    session_id: SESSION,
    cwd: CWD,
    agent_name: "root",
    hook_event_name: "pre_tool_use",
    tool_name: "shell",
    tool_input: { cmd: command, cwd: "." },
  }),
};

/** The trial that an example begins. */
export function exampleTrial(example: number, agent: string): PlaygroundTrial {
  const { text = "version: 1\n", command = "ls" } = POLICY_EXAMPLES[example] ?? {};
  return { policies: text, event: payloadExample(agent, command), agent, interactive: true, supposed: {} };
}

/** The trial of an example that belongs to an agent. */
export function agentExampleTrial({ agent, policies, payload }: AgentExample): PlaygroundTrial {
  const event = `${JSON.stringify(payload, null, 2)}\n`;
  return { policies, event, agent, interactive: true, supposed: {} };
}
