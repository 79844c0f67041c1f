import { isList, type JsonObject, type JsonValue } from "@gatehouse-hooks/json";

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

/** Stands for the reason in a descriptor's deny. */
export const DENY_REASON = "{reason}";

/** A descriptor's probe with a command and a working directory: strings that are one of the marks, as a whole, are replaced. */
export function filledProbe(probe: JsonObject, command: string, cwd: string): JsonObject {
  return filled(
    probe,
    new Map([
      [PROBE_COMMAND, command],
      [PROBE_CWD, cwd],
    ]),
  );
}

/** A descriptor's deny with its reason. */
export function filledDeny(deny: JsonObject, reason: string): JsonObject {
  return filled(deny, new Map([[DENY_REASON, reason]]));
}

function filled(object: JsonObject, words: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, filledValue(value, words)]));
}

function filledValue(value: JsonValue, words: ReadonlyMap<string, string>): JsonValue {
  if (typeof value === "string") return words.get(value) ?? value;
  if (typeof value !== "object" || value === null) return value;
  return isList(value) ? value.map((one) => filledValue(one, words)) : filled(value, words);
}
