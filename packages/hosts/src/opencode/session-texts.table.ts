import type { OutcomeText } from "../session/outcome-text.js";

const SEEN = "1.18.33";
const NATIVE = { outcome: "denied", by: "native", seen: SEEN } as const;
const FAILED = { outcome: "failed", by: null, seen: SEEN } as const;

/**
 * Errors whose text is the agent's or a tool's own. A plugin's denial is an error with the text of the plugin, and nothing else:
 * what fits no row is unknown.
 */
export const PART_ERRORS: readonly OutcomeText[] = [
  {
    ...NATIVE,
    where: "start",
    text: "The user has specified a rule which prevents you from using this specific tool call",
  },
  { ...NATIVE, where: "start", text: "The user rejected permission to use this specific tool call" },
  { ...FAILED, where: "start", text: "File not found: " },
  { ...FAILED, where: "start", text: "File ", and: " not found" },
  { ...FAILED, where: "start", text: "File ", and: " has been modified since it was last read" },
  { ...FAILED, where: "start", text: "Path is a directory, not a file" },
  { ...FAILED, where: "start", text: "Cannot read " },
  { ...FAILED, where: "start", text: "Offset ", and: " is out of range" },
  { ...FAILED, where: "start", text: "Could not find oldString in the file" },
  { ...FAILED, where: "start", text: "Found multiple matches for oldString" },
  { ...FAILED, where: "start", text: "No changes to apply" },
  { ...FAILED, where: "start", text: "You must read file " },
  { ...FAILED, where: "start", text: "The ", and: " tool was called with invalid arguments" },
  { ...FAILED, where: "start", text: "apply_patch verification failed" },
  { ...FAILED, where: "start", text: "Request failed with status code" },
  { ...FAILED, where: "start", text: "URL must start with " },
  { ...FAILED, where: "start", text: "Unknown agent type" },
  { ...FAILED, where: "start", text: "MCP error " },
  { ...FAILED, where: "start", text: "ENOENT" },
  { ...FAILED, where: "start", text: "EACCES" },
  { ...FAILED, where: "start", text: "EISDIR" },
  { ...FAILED, where: "start", text: "ENOTDIR" },
];

/** The tool that a call becomes whose tool is not there, and the tool that was asked for. */
export const INVALID_TOOL = "invalid";
export const UNAVAILABLE_TEXT: RegExp = /^Model tried to call unavailable tool '([^']{1,200})'/;
