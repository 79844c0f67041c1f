// How each agent read the answer of its hook before a tool call when it was run with it (`answers/measured.jsonl`): independent of how
// we speak. A reader says what became of the call.
import type { Spoken } from "@gatehouse-hooks/hosts";

type Data = Readonly<Record<string, unknown>>;
export type Fate = "runs" | "rewritten" | "no";
export type Reader = (
  answer: Pick<Spoken, "stdout" | "stderr" | "exitCode"> | Measured,
  event: string,
) => Fate;

/** An answer that was tried; exit codes are those of any process. */
export interface Measured {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

function object(text: string): Data | undefined {
  // Readers in Rust and Go refuse or change half of a surrogate pair: no answer may rely on it.
  if (/(?<!\\)(?:\\\\)*\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])/i.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const blank = (value: unknown): boolean => typeof value !== "string" || value.trim() === "";

/** Valid JSON is obeyed at every exit code; exit code 2 blocks whatever is printed; a schema that is not met drops the answer. */
const claudeCode: Reader = ({ stdout, exitCode }, event) => {
  const said = object(stdout);
  const fate = said === undefined ? "runs" : claudeAnswer(said, event);
  return exitCode === 2 ? "no" : fate;
};

function claudeAnswer(said: Data, event: string): Fate {
  const inner = said["hookSpecificOutput"];
  const specific = isObject(inner) ? inner : {};
  if (said["async"] === true) return "runs";
  if (isObject(inner) && inner["hookEventName"] !== event) return "runs";
  const decision = specific["permissionDecision"];
  const words: readonly unknown[] = [undefined, "allow", "deny", "ask", "defer"];
  if (!words.includes(decision)) return "runs";
  if (!["string", "undefined"].includes(typeof specific["permissionDecisionReason"])) return "runs";
  if (said["decision"] === "block" && decision === undefined) return "no";
  if (decision === "deny" || decision === "ask" || decision === "defer") return "no";
  return isObject(specific["updatedInput"]) ? "rewritten" : "runs";
}

const CODEX_TOP = [
  "hookSpecificOutput",
  "decision",
  "reason",
  "systemMessage",
  "continue",
  "stopReason",
  "suppressOutput",
];
const CODEX_INNER = [
  "hookEventName",
  "permissionDecision",
  "permissionDecisionReason",
  "updatedInput",
  "additionalContext",
];

/** What it does not know, or knows and does not support here, makes it drop the answer; the call runs. */
const codex: Reader = ({ stdout, stderr, exitCode }) => {
  if (exitCode === 2) return stderr.trim() === "" ? "runs" : "no";
  if (exitCode !== 0 || stdout.startsWith("\uFEFF")) return "runs";
  const said = object(stdout);
  if (said === undefined || Object.keys(said).some((key) => !CODEX_TOP.includes(key))) return "runs";
  if (said["continue"] === false || said["stopReason"] !== undefined || said["suppressOutput"] === true)
    return "runs";
  const inner = said["hookSpecificOutput"];
  if (inner === undefined) return said["decision"] === "block" && !blank(said["reason"]) ? "no" : "runs";
  if (!isObject(inner) || Object.keys(inner).some((key) => !CODEX_INNER.includes(key))) return "runs";
  if (typeof inner["hookEventName"] !== "string") return "runs";
  const { permissionDecision: decision, updatedInput: input } = inner;
  if (decision === "deny")
    return input === undefined && !blank(inner["permissionDecisionReason"]) ? "no" : "runs";
  if (decision !== "allow" || !isObject(input)) return "runs";
  return typeof input["command"] === "string" ? "rewritten" : "no";
};

/** The first text of stdout, else of stderr, read as JSON, also out of a JSON string; exit codes count for plain text only. */
const geminiCli: Reader = ({ stdout, stderr, exitCode }) => {
  const text = (stdout.trim() === "" ? stderr : stdout).trim();
  if (text === "") return "runs";
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (typeof value === "string") value = JSON.parse(value);
  } catch {
    return exitCode === 0 || exitCode === 1 ? "runs" : "no";
  }
  if (!isObject(value)) return "runs";
  const { decision, hookSpecificOutput: inner } = value;
  if (decision === "deny" || decision === "block" || decision === "ask" || value["continue"] === false)
    return "no";
  return isObject(inner) && isObject(inner["tool_input"]) ? "rewritten" : "runs";
};

/** Any exit code but 0 denies; lines of progress may come before the one object. */
const copilot =
  (pascal: boolean): Reader =>
  ({ stdout, exitCode }) => {
    if (exitCode !== 0) return "no";
    const lines = stdout.split("\n").filter((line) => object(line)?.["type"] !== "progress");
    const said = object(lines.join("\n"));
    if (said === undefined) return "runs";
    const inner = said["hookSpecificOutput"];
    const decision =
      said["permissionDecision"] ?? (pascal && isObject(inner) ? inner["permissionDecision"] : undefined);
    if (decision === "deny" || decision === "ask") return "no";
    if (said["modifiedArgs"] === undefined) return "runs";
    return isObject(said["modifiedArgs"]) ? "rewritten" : "no";
  };

/** Claude Code's words in Gemini CLI's reader: a rewrite is not read, an exit code counts with its stderr. */
const qwenCode: Reader = ({ stdout, stderr, exitCode }) => {
  if (exitCode === 2) return stderr.trim() === "" ? "runs" : "no";
  const said = object(stdout.trim() === "" ? stderr : stdout);
  if (said === undefined) return "runs";
  const inner = said["hookSpecificOutput"];
  const decision = isObject(inner) ? inner["permissionDecision"] : undefined;
  if (said["continue"] === false || said["decision"] === "block" || said["decision"] === "deny") return "no";
  return decision === "deny" || decision === "ask" ? "no" : "runs";
};

/** By its documentation: the permission at the top; an ask is enforced before shell commands and servers' tools only. */
const cursor: Reader = ({ stdout, exitCode }, event) => {
  if (exitCode === 2) return "no";
  const said = object(stdout);
  if (said === undefined || exitCode !== 0) return "runs";
  if (event === "beforeSubmitPrompt") return said["continue"] === false ? "no" : "runs";
  if (said["permission"] === "deny") return "no";
  if (said["permission"] === "ask") return event === "preToolUse" ? "runs" : "no";
  return said["permission"] === "allow" && isObject(said["updated_input"]) ? "rewritten" : "runs";
};

/** By the profile of an agent's recordings. */
export const READERS: Readonly<Record<string, Reader>> = {
  "claude-code": claudeCode,
  codex,
  "gemini-cli": geminiCli,
  copilot: copilot(false),
  "copilot-pascal": copilot(true),
  "qwen-code": qwenCode,
  cursor,
};
