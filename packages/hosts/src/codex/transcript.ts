import { type JsonObject, parseJsonObject } from "@gatehouse-hooks/json";
import { callWithPatch } from "../prepare/patch-paths.js";
import { TOOLS } from "./tools.table.js";
import { objectIn, objectsIn, stringIn } from "../session/fields.js";
import { callOf, joined, returned, said, type SaidRecord, type AgentTranscript } from "../session/said.js";

/** Names that a file has and hooks do not: hooks call each of them `Bash`. */
const SHELLS: ReadonlySet<string> = new Set(["exec_command", "shell", "shell_command", "local_shell"]);

/** What begins a message of the role `user` that the program wrote. */
const INJECTED =
  /^\s*(?:<(?:environment_context|user_instructions|permissions instructions|skills_instructions|turn_aborted|subagent_notification|hook_prompt)[\s>]|# AGENTS\.md instructions)/;

/**
 * Codex's rollout files: `{ timestamp, type, payload }`. Only `response_item` is what went to the model and came from it; events repeat
 * it, and what was compacted repeats earlier messages.
 */
export const codexTranscript: AgentTranscript = {
  agent: "codex",
  read: recordsOf,
};

function recordsOf(lines: readonly JsonObject[]): readonly SaidRecord[] {
  return lines
    .filter((line) => stringIn(line, "type") === "response_item")
    .flatMap((line) => recordOf(objectIn(line, "payload")));
}

function recordOf(item: JsonObject): readonly SaidRecord[] {
  const id = stringIn(item, "call_id");
  switch (stringIn(item, "type")) {
    case "message": {
      const role = stringIn(item, "role");
      const texts = objectsIn(item, "content").map((part) => stringIn(part, "text"));
      if (role === "assistant") return [said(role, joined(texts))];
      return role === "user" ? [said(role, joined(texts.filter((text) => !INJECTED.test(text))))] : [];
    }
    case "function_call":
      return [said("assistant", "", [functionCall(item, id)])];
    case "custom_tool_call":
      return [said("assistant", "", [customCall(item, id)])];
    case "function_call_output":
    case "custom_tool_call_output":
      return [returned({ id, output: item["output"] })];
    default:
      return [];
  }
}

function functionCall(item: JsonObject, id: string): JsonObject {
  const called = stringIn(item, "name");
  const namespace = stringIn(item, "namespace");
  const given: JsonObject =
    parseJsonObject(stringIn(item, "arguments"), { loneSurrogates: "keep" }).value ?? {};
  if (!SHELLS.has(called))
    return callOf({ name: namespace === "" ? called : `${namespace}__${called}`, input: given, id }, TOOLS);
  const line = Object.hasOwn(given, "cmd") ? given["cmd"] : given["command"];
  const command = Array.isArray(line) ? line.filter((word) => typeof word === "string").join(" ") : line;
  return callOf(
    { name: "Bash", input: typeof command === "string" ? { ...given, command } : given, id },
    TOOLS,
  );
}

function customCall(item: JsonObject, id: string): JsonObject {
  const name = stringIn(item, "name");
  const text = stringIn(item, "input");
  const call = callOf({ name, input: { command: text }, id }, TOOLS);
  if (name !== "apply_patch") return call;
  const patch = callWithPatch(name, { command: text }, text);
  return typeof patch === "string"
    ? call
    : { ...call, input: { ...objectIn(call, "input"), ...patch.params } };
}
