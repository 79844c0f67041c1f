import type { AgentCommandLine } from "../../descriptor/agent-command-line.js";
import { COMPATS, OPTIONS } from "./command-line.table.js";
import type { Hooks } from "./definition.js";

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
