import type { AgentCommandLine } from "../../descriptor/agent-command-line.js";
import type { Compat } from "../docker-agent-options.js";
import type { Hooks } from "./definition.js";

/** The flags that add hooks, as docker-agent spells them, their events, and when these are. */
const HOOKS: readonly (readonly [flag: string, event: string, when: string])[] = [
  ["hook-pre-tool-use", "pre_tool_use", "before each tool call"],
  ["hook-post-tool-use", "post_tool_use", "after each tool call"],
  ["hook-session-start", "session_start", "when a session starts"],
  ["hook-session-end", "session_end", "when a session ends"],
  ["hook-on-user-input", "on_user_input", "when the agent waits for the user"],
  ["hook-stop", "stop", "when the agent has answered"],
];

const COMPATS: readonly Compat[] = ["2026-09", "2026-05"];

/** How files of docker-agent are read, and hooks beside them. */
export const DOCKER_AGENT_COMMAND_LINE: AgentCommandLine = {
  format: "docker-agent",
  options: [
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
    ...HOOKS.map(([flag, , when]) => ({
      flag,
      value: "command",
      means: `docker-agent: a command that runs ${when}; may be given again`,
      isHook: true as const,
      cure: "write a command, such as ./guard.sh",
    })),
  ],
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
  for (const [flag, event] of HOOKS) {
    const given = Object.hasOwn(flags, flag) ? (flags[flag] ?? []) : [];
    const hooks = given
      .filter((command) => command.trim() !== "")
      .map((command) => ({ type: "command" as const, command }));
    if (hooks.length === 0) continue;
    events.push([event, event.endsWith("_tool_use") ? [{ matcher: "", hooks }] : hooks]);
  }
  return events.length === 0 ? null : Object.fromEntries(events);
}
