import type { OutcomeText } from "../session/outcome-text.js";

const SEEN = "0.61.0";

/** The errors of calls that did not run. */
export const ERROR_TEXTS: readonly OutcomeText[] = [
  { where: "start", text: "Tool execution blocked: ", outcome: "denied", by: "hook", seen: SEEN },
  { where: "start", text: "Tool execution denied by policy", outcome: "denied", by: "native", seen: SEEN },
  {
    where: "anywhere",
    text: "requires user confirmation, which is not supported in non-interactive mode",
    outcome: "denied",
    by: "native",
    seen: SEEN,
  },
];

/** What an output ends in when a hook has changed the arguments. */
export const REWRITTEN_TEXT = "[System] Tool input parameters were modified by a hook before execution.";

/** Of a command that failed; the lines that may follow it. */
export const EXIT_TEXT: RegExp = /^Exit Code: (-?\d{1,10})$/;
export const LINES_AFTER_EXIT: readonly string[] = [
  "Process Group PGID:",
  "Background PIDs:",
  "Signal:",
  "</untrusted_context>",
];

/** The display name of a tool of an MCP server. */
export const MCP_NAME: RegExp = /^(.{1,200}) \((.{1,200}) MCP Server\)$/s;
/** In the first message of a session. */
export const WORKSPACE: RegExp = /\n- \*\*Workspace Directories:\*\*\n {2}- (.+)\n/;
