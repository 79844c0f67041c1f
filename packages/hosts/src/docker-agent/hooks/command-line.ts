import type { AgentCommandLine, AgentOption } from "../../descriptor/agent-command-line.js";
import type { Compat } from "../docker-agent-options.js";
import type { Hooks } from "./definition.js";

const COMPATS: readonly Compat[] = ["2026-09", "2026-05"];

/** What to give to a flag that adds hooks. */
const CURE = "write a command, such as ./guard.sh";

/** docker-agent's own flags, as it spells them; of those that add hooks, the event. */
const OPTIONS: readonly (AgentOption & { readonly event?: string })[] = [
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

/** How files of docker-agent are read, and hooks beside them. */
export const DOCKER_AGENT_COMMAND_LINE: AgentCommandLine = {
  format: "docker-agent",
  options: OPTIONS,
  optionsOf: ({ agent, compat: given }) => {
    const compat = COMPATS.find((one) => one === given);
    return {
      "docker-agent": { ...(agent !== undefined && { agent }), ...(compat !== undefined && { compat }) },
    };
  },
  fileOf: (flags) => {
    const hooks = hooksFromFlags(flags);
    return hooks === null ? null : JSON.stringify({ hooks });
  },
};

/**
 * The hooks of `--hook-*` flags (document 004, "CLI Flags"): each value is the text of a command; blank ones are skipped.
 * Give them to `load` as `extraHooks`.
 *
 * @param flags values by flag, without the dashes; other flags are ignored
 * @returns `null` without hooks
 * @example
 * hooksFromFlags({ "hook-stop": ["./log.sh"] }); // { stop: [{ type: "command", command: "./log.sh" }] }
 */
export function hooksFromFlags(flags: Readonly<Record<string, readonly string[] | undefined>>): Hooks | null {
  const events: [string, Hooks[string]][] = [];
  for (const { flag, event } of OPTIONS) {
    if (event === undefined) continue;
    const given = Object.hasOwn(flags, flag) ? (flags[flag] ?? []) : [];
    const hooks = given
      .filter((command) => command.trim() !== "")
      .map((command) => ({ type: "command" as const, command }));
    if (hooks.length === 0) continue;
    events.push([event, event.endsWith("_tool_use") ? [{ matcher: "", hooks }] : hooks]);
  }
  return events.length === 0 ? null : Object.fromEntries(events);
}
