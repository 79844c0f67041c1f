/** A template variable of Mimir's hooks: the event's key of the same name, in the environment of the command. */
export interface MimirVariable {
  readonly name: string;
  readonly group: "file" | "bash" | "agent" | "tool" | "metrics" | "context" | "team";
  /** `text` may hold anything; `number` is checked to be one; `json` is the value as JSON text. */
  readonly type: "text" | "number" | "json";
  /** The events that carry it; absent: all. */
  readonly events?: readonly string[];
  /** The action's result: absent before it. */
  readonly postOnly: boolean;
  /** In the document's list; the others occur only in its examples. */
  readonly documented: boolean;
  /** Too long for the environment of a process, it is cut: no decision depends on it. */
  readonly cut?: true;
}

const FILE = ["pre-file-write", "post-file-write"];
const BASH = ["pre-bash-execution", "post-bash-execution"];
/** A file is written and a command is run by the call of a tool. */
const TOOL = [
  "pre-tool-call",
  "post-tool-call",
  ...FILE,
  ...BASH,
  "pre-subagent-create",
  "post-subagent-complete",
];

/** Every variable of document 003 ("Hook Variables") and of its examples, by event (SPEC, "Variables"). */
export const MIMIR_VARIABLES: readonly MimirVariable[] = [
  documented("file_path", "file", "text", FILE),
  documented("file_name", "file", "text", FILE),
  documented("file_ext", "file", "text", FILE),
  documented("working_dir", "file", "text"),
  documented("bash_command", "bash", "text", BASH),
  { ...documented("bash_exit_code", "bash", "number", ["post-bash-execution"]), postOnly: true },
  { ...documented("bash_stdout", "bash", "text", ["post-bash-execution"]), postOnly: true, cut: true },
  { ...documented("bash_stderr", "bash", "text", ["post-bash-execution"]), postOnly: true, cut: true },
  documented("task_description", "agent", "text"),
  documented("agent_id", "agent", "text"),
  documented("agent_role", "agent", "text"),
  documented("agent_model", "agent", "text"),
  documented("conversation_id", "agent", "text"),
  documented("tool_name", "tool", "text", TOOL),
  documented("tool_args", "tool", "json", TOOL),
  {
    ...documented(
      "tool_result",
      "tool",
      "json",
      TOOL.filter((name) => name.startsWith("post-")),
    ),
    postOnly: true,
    cut: true,
  },
  documented("tokens_used", "metrics", "number"),
  documented("cost", "metrics", "number"),
  documented("duration", "metrics", "number"),
  inExample("agent_status", "agent", "text", ["post-agent-execute"]),
  inExample("error_message", "agent", "text", ["on-agent-error"]),
  inExample("context_tokens", "context", "number", ["pre-context-add"]),
  inExample("user_email", "team", "text"),
  inExample("org_slug", "team", "text"),
  inExample("team_id", "team", "text"),
];

function documented(
  name: string,
  group: MimirVariable["group"],
  type: MimirVariable["type"],
  events?: readonly string[],
): MimirVariable {
  return {
    name,
    group,
    type,
    ...(events === undefined ? {} : { events }),
    postOnly: false,
    documented: true,
  };
}

function inExample(
  name: string,
  group: MimirVariable["group"],
  type: MimirVariable["type"],
  events?: readonly string[],
): MimirVariable {
  return { ...documented(name, group, type, events), documented: false };
}

/** The variables that an event carries, by name. */
export function variablesOf(event: string): ReadonlyMap<string, MimirVariable> {
  const carried = MIMIR_VARIABLES.filter(({ events }) => events === undefined || events.includes(event));
  return new Map(carried.map((variable) => [variable.name, variable]));
}
