/** Fields of events, and arguments of tools under their canonical names. */
export const FIELD_TEXTS: Readonly<Record<string, string>> = {
  event: "The event's name.",
  host: "The agent that sends the event.",
  tool: "The tool: `tool.kind` is shell, read, write, edit, delete, search, fetch, mcp, agent or other; `tool.name` is the agent's own name.",
  toolName: "The tool's name.",
  tool_name: "The tool's name.",
  params: "The tool's arguments.",
  tool_input: "The tool's arguments, as the agent names them.",
  cwd: "The directory that the tool works in.",
  workspace: "The project's folder.",
  home: "The user's home directory.",
  raw: "The payload as the agent sent it.",
  timestamp: "When it happened.",
  platform: "The operating system: linux, darwin, win32.",
  sessionKey: "The session.",
  agent:
    "Who calls, as far as the agent tells it: `agent.id` of a subagent, `agent.kind`, and `agent.parent`, the session that has started it.",
  agentId: "The agent within a team.",
  prompt: "What the person wrote.",
  result: "What the tool returned.",
  error: "The tool's error.",
  memory:
    "What is remembered of the events before: `memory.NAME` is a cell that a file declares below `memory`.",
  flows:
    "Each value of the call's arguments, and of what its facts connect to, send and write, with the sources that have it: `param`, `path`, `value`, `from`, `host`, `hostFrom`, `nameFrom`, `partFrom`.",
  decision:
    "In the `when` of a cell: what was decided about the event: `effect`, `policy`, `applied`, `judged`.",
  call: "In the `when` of a cell: `call.ok`, the agent tells of no error, and `call.asked`, a person was asked about the call before it ran.",
  facts:
    "What the call may do, whatever the command line looks like: lists of reads, writes, deletes, commands, network …",
  command: "The command line.",
  path: "The file.",
  paths: "The files.",
  content: "What is written.",
  edits: "The changes of a file.",
  pattern: "What is searched for.",
  url: "The address.",
  urls: "The addresses.",
  query: "What is asked.",
  server: "The MCP server.",
};

/** The arguments that policies for all agents use (docs/events.md, "Parameters"). */
export const CANONICAL_PARAMETERS: readonly string[] = [
  "command",
  "path",
  "paths",
  "content",
  "edits",
  "pattern",
  "url",
  "urls",
  "query",
  "prompt",
  "server",
  "tool",
];
