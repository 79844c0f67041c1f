import type { WARM_CALLS } from "./warm-calls.table.js";

/** The argument at which a snapshot ends with 0 if it is of this program as it is; where it is not, the program knows no such command. */
export const IS_FRESH = "is-fresh";

/** A call before it happens, in a folder. */
export function warmPayload(cwd: string, [tool, input]: (typeof WARM_CALLS)[number] = ["Bash", {}]): string {
  return JSON.stringify({
    session_id: "s1",
    transcript_path: `${cwd}/s1.jsonl`,
    cwd,
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name: tool,
    tool_input: input,
    tool_use_id: "t1",
  });
}
