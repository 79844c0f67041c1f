// One folder with a file of each document, what an agent sends, and what a door makes of it.
import { hostOf } from "../../packages/hosts/test/agents/samples.js";
import { type Folder, folder } from "../../packages/cli/test/run-cli.js";

const NATIVE = `version: 1
policies:
  - { id: no-rm, events: before_tool_call, when: 'params.command.startsWith("rm")', deny: no }
  - { id: look, events: before_tool_call, when: 'params.command.startsWith("git")', ask: sure? }
  - { id: fine, events: before_tool_call, when: 'params.command == "ls"', allow: fine }
  - { id: secret, events: prompt, when: 'prompt.includes("hunter2")', deny: a password }
`;
const MIMIR = `hooks:
  pre-bash-execution:
    command: case {bash_command} in curl*) echo no downloads; exit 1;; esac
    continueOnError: false
`;
const MAYROS = `---
name: "no-dd"
events: "before_tool_call"
condition: 'params.command.startsWith("dd")'
---
Deny it.
`;
const AGENT = 'permissions: { deny: ["shell:cmd=*sudo*"] }\n';

/** The files, below the home of a user, where each document says that they are. */
export const FILES: readonly string[] = [
  ".gatehouse/rules.yaml",
  ".mimir/config.yml",
  ".mayros/hooks/no-dd.md",
  ".gatehouse/agent.yaml",
];

/** The user's home with the native file alone, and a project. */
export function homeOfNative(): Folder {
  return folder({ ".git/HEAD": "", "~/.gatehouse/rules.yaml": NATIVE });
}

/** A user's home with the file of each document, and a project. */
export function homeOfAll(): Folder {
  return folder({
    ".git/HEAD": "",
    "~/.gatehouse/rules.yaml": NATIVE,
    "~/.mimir/config.yml": MIMIR,
    "~/.mayros/hooks/no-dd.md": MAYROS,
    "~/.gatehouse/agent.yaml": AGENT,
  });
}

/** What an agent sends. */
export interface DoorRow {
  readonly name: string;
  readonly agent: "claude-code" | "docker-agent";
  readonly payload: Readonly<Record<string, unknown>>;
  /** Only these can answer: a program without them denies. */
  readonly asks?: "command" | "judge";
}

const claude = (name: string, more: object, asks?: DoorRow["asks"]): DoorRow => ({
  name: `claude-code: ${name}`,
  agent: "claude-code",
  payload: { session_id: "s1", transcript_path: "/t.jsonl", permission_mode: "default", ...more },
  ...(asks !== undefined && { asks }),
});
const bash = (command: string): object => ({
  ...{ hook_event_name: "PreToolUse", tool_name: "Bash", tool_use_id: "t1" },
  tool_input: { command },
});
const shell = (cmd: string): DoorRow => ({
  name: `docker-agent: ${cmd}`,
  agent: "docker-agent",
  payload: {
    ...{ session_id: "s1", hook_event_name: "pre_tool_use", tool_name: "shell", tool_use_id: "t1" },
    tool_input: { cmd },
  },
  asks: "command",
});

/** What the native file alone decides, and what it leaves alone. */
export const NATIVE_ROWS: readonly DoorRow[] = [
  claude("rm", bash("rm -rf /")),
  claude("git", bash("git push")),
  claude("ls", bash("ls")),
  claude("echo", bash("echo")),
  claude("a secret prompt", { hook_event_name: "UserPromptSubmit", prompt: "it is hunter2" }),
];

/** Events of several kinds, each of which a file of a document speaks of, or none; the most telling ones first. */
export const ROWS: readonly DoorRow[] = [
  claude("rm", bash("rm -rf /"), "command"),
  shell("sudo ls"),
  claude("curl", bash("curl http://x"), "command"),
  claude("git", bash("git push"), "command"),
  claude("ls", bash("ls"), "command"),
  claude("dd", bash("dd if=x"), "judge"),
  claude("echo", bash("echo"), "command"),
  claude("a prompt", { hook_event_name: "UserPromptSubmit", prompt: "hello" }),
  claude("a secret prompt", { hook_event_name: "UserPromptSubmit", prompt: "it is hunter2" }),
  claude("an answer", { ...bash("ls"), hook_event_name: "PostToolUse", tool_response: { stdout: "a" } }),
  claude("the end", { hook_event_name: "Stop", stop_hook_active: false }),
  claude("the start", { hook_event_name: "SessionStart", source: "startup" }),
  shell("rm -rf /"),
  shell("curl http://x"),
  shell("git push"),
  shell("ls"),
];

/** The canonical event of what an agent sends. */
export function eventOf({ agent, payload }: DoorRow): Readonly<Record<string, unknown>> {
  const prepared = hostOf(agent).prepare(JSON.parse(JSON.stringify(payload)));
  if (prepared.kind !== "event") throw new Error("the payload is not an event");
  return prepared.event;
}

/** What an agent is told, in one word. */
export function toldIn(stdout: string): "deny" | "ask" | "allow" | "abstain" {
  const word = /"(?:permissionDecision|permission_decision)":\s*"(\w+)"/.exec(stdout)?.[1];
  if (word === "deny" || word === "ask" || word === "allow") return word;
  return /"decision":\s*"block"|"continue":\s*false/.test(stdout) ? "deny" : "abstain";
}
