import type { AgentOption } from "../../descriptor/agent-command-line.js";
import type { Compat } from "../docker-agent-options.js";

/** The generations of its hooks, the present one first. */
export const COMPATS: readonly Compat[] = ["2026-09", "2026-05"];

/** What to give to a flag that adds hooks. */
const CURE = "write a command, such as ./guard.sh";

/** docker-agent's own flags, as it spells them; of those that add hooks, the event. */
export const OPTIONS: readonly (AgentOption & { readonly event?: string })[] = [
  {
    flag: "agent",
    value: "name",
    means: "docker-agent: the agent of the file whose hooks count (default: all)",
    cure: "name an agent of the file, or leave it out for all of them",
  },
  {
    flag: "compat",
    value: "generation",
    means: "docker-agent: what its hooks mean: 2026-09 (default) or 2026-05",
    values: COMPATS,
    cure: "leave it out",
  },
  {
    flag: "hook-pre-tool-use",
    event: "pre_tool_use",
    means: "docker-agent: a command that runs before each tool call; may be given again",
    value: "command",
    isHook: true,
    cure: CURE,
  },
  {
    flag: "hook-post-tool-use",
    event: "post_tool_use",
    means: "docker-agent: a command that runs after each tool call; may be given again",
    value: "command",
    isHook: true,
    cure: CURE,
  },
  {
    flag: "hook-session-start",
    event: "session_start",
    means: "docker-agent: a command that runs when a session starts; may be given again",
    value: "command",
    isHook: true,
    cure: CURE,
  },
  {
    flag: "hook-session-end",
    event: "session_end",
    means: "docker-agent: a command that runs when a session ends; may be given again",
    value: "command",
    isHook: true,
    cure: CURE,
  },
  {
    flag: "hook-on-user-input",
    event: "on_user_input",
    means: "docker-agent: a command that runs when the agent waits for the user; may be given again",
    value: "command",
    isHook: true,
    cure: CURE,
  },
  {
    flag: "hook-stop",
    event: "stop",
    means: "docker-agent: a command that runs when the agent has answered; may be given again",
    value: "command",
    isHook: true,
    cure: CURE,
  },
];
