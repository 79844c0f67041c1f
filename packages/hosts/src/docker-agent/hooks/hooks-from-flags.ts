import type { Hooks } from "./definition.js";

/** The command-line flags that add hooks, and their events. */
const FLAGS: Readonly<Record<string, string>> = {
  "hook-pre-tool-use": "pre_tool_use",
  "hook-post-tool-use": "post_tool_use",
  "hook-session-start": "session_start",
  "hook-session-end": "session_end",
  "hook-on-user-input": "on_user_input",
  "hook-stop": "stop",
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
  for (const [flag, event] of Object.entries(FLAGS)) {
    const given = Object.hasOwn(flags, flag) ? (flags[flag] ?? []) : [];
    const hooks = given
      .filter((command) => command.trim() !== "")
      .map((command) => ({ type: "command" as const, command }));
    if (hooks.length === 0) continue;
    events.push([event, event.endsWith("_tool_use") ? [{ matcher: "", hooks }] : hooks]);
  }
  return events.length === 0 ? null : Object.fromEntries(events);
}

/** Appends hooks to hooks, event by event; `null` stands for no hooks. */
export function mergeHooks(base: Hooks | null, more: Hooks | null): Hooks | null {
  if (base === null || more === null) return base ?? more;
  const events = new Set([...Object.keys(base), ...Object.keys(more)]);
  return Object.fromEntries(
    [...events].map((event) => [event, [...hooksFor(base, event), ...hooksFor(more, event)]]),
  );
}

function hooksFor(hooks: Hooks, event: string): Hooks[string] {
  return Object.hasOwn(hooks, event) ? (hooks[event] ?? []) : [];
}
