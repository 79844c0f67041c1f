import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";

/** Stands for the shell command in a descriptor's probe. */
export const PROBE_COMMAND = "{command}";
/** Stands for the working directory. */
export const PROBE_CWD = "{cwd}";
/** The session that a probe is of. */
export const PROBE_SESSION = "gatehouse-probe";

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
