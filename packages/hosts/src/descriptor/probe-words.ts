import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";

/** Stands for the shell command in a descriptor's probe. */
export const PROBE_COMMAND = "{command}";
/** Stands for the working directory. */
export const PROBE_CWD = "{cwd}";
/** The session that a probe is of. */
export const PROBE_SESSION = "gatehouse-probe";

/** What Claude Code sends before it runs a shell command; agents with its hooks send this and more. */
export const PRE_TOOL_USE_PROBE: JsonObject = {
  session_id: PROBE_SESSION,
  transcript_path: null,
  cwd: PROBE_CWD,
  hook_event_name: "PreToolUse",
  permission_mode: "default",
  tool_name: "Bash",
  tool_input: { command: PROBE_COMMAND },
  tool_use_id: PROBE_SESSION,
};

/** A descriptor's probe with a command and a working directory: strings that are one of the marks, as a whole, are replaced. */
export function filledProbe(probe: JsonObject, command: string, cwd: string): JsonObject {
  return Object.fromEntries(Object.entries(probe).map(([key, value]) => [key, filled(value, command, cwd)]));
}

function filled(value: JsonValue, command: string, cwd: string): JsonValue {
  if (value === PROBE_COMMAND) return command;
  if (value === PROBE_CWD) return cwd;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one: JsonValue) => filled(one, command, cwd));
  return Object.fromEntries(
    Object.entries(value).map(([key, one]: [string, JsonValue]) => [key, filled(one, command, cwd)]),
  );
}
