import { isRecord, type JsonObject, parseJsonObject } from "@gatehouse-hooks/json";
import type { CallDraft } from "../session/call-draft.js";
import { stringIn, valueIn } from "../session/fields.js";
import { sessionEvent } from "../session/session-event.js";
import { codexHost } from "./host.js";
import type { ToolKind } from "../host-tables.js";

const HEADER = /^[ \t]*\*\*\* (Add|Update|Delete) File: /gm;

/** What a patch in Codex's format does: one that only adds files writes, one that only deletes deletes. */
function patchKind(patch: string): ToolKind {
  const verbs = new Set(Array.from(patch.matchAll(HEADER), ([, verb]) => verb));
  if (verbs.size !== 1) return "edit";
  return verbs.has("Add") ? "write" : verbs.has("Delete") ? "delete" : "edit";
}

/** The tool of a call and its arguments, as the file has them. */
export interface CodexTool {
  readonly tool: string;
  readonly params: JsonObject | string;
  /** The arguments are not what they should be, and are not given. */
  readonly isBroken?: true;
}

/** What all calls of a turn have in common. */
export interface CodexTurn {
  readonly session: string;
  readonly parent?: string;
  readonly cwd: string | null;
  /** A person is never asked: that none was recorded means that none was. */
  readonly isUnattended: boolean;
  readonly model: string;
}

/** Names that a file has and hooks do not: hooks call each of them `Bash`. */
const SHELLS: ReadonlySet<string> = new Set(["exec_command", "shell", "shell_command", "local_shell"]);

/** The tool of a `function_call` or `custom_tool_call`. */
export function toolOfItem(item: JsonObject): CodexTool {
  const name = stringIn(item, "name");
  const namespace = stringIn(item, "namespace");
  const tool = namespace.startsWith("mcp__") ? `${namespace}__${name}` : name;
  if (stringIn(item, "type") === "custom_tool_call") return { tool, params: stringIn(item, "input") };
  const given = valueIn(item, "arguments");
  if (isRecord(given)) return { tool, params: given };
  if (given === "" || given === undefined) return { tool, params: {} };
  const params =
    typeof given === "string" ? parseJsonObject(given, { loneSurrogates: "keep" }).value : undefined;
  return params === undefined ? { tool, params: {}, isBroken: true } : { tool, params };
}

/** The shell's text of a call; undefined: it is not one of a shell. */
export function commandOf({ tool, params }: CodexTool): string | undefined {
  if (!SHELLS.has(tool) || typeof params === "string") return undefined;
  const given = valueIn(params, "cmd") ?? valueIn(params, "command");
  return Array.isArray(given) ? shellText(given) : typeof given === "string" ? given : undefined;
}

/** The text of `["/bin/bash", "-lc", TEXT]`; other words as they are, with blanks between. */
export function shellText(words: readonly unknown[]): string {
  const texts = words.filter((word): word is string => typeof word === "string");
  const [, flag, text] = texts;
  return texts.length === 3 && flag?.startsWith("-") === true && text !== undefined ? text : texts.join(" ");
}

/** The same arguments with another command in the place of theirs. */
export function withCommand({ params }: CodexTool, command: string): JsonObject {
  const given = typeof params === "string" ? {} : params;
  return Object.hasOwn(given, "cmd") || !Object.hasOwn(given, "command")
    ? { ...given, cmd: command }
    : { ...given, command };
}

/** A call that waits for its result. */
export function codexDraft(
  called: CodexTool,
  turn: CodexTurn,
  { id, at }: { readonly id: string; readonly at: number | null },
): CallDraft {
  const { tool, params, isBroken } = called;
  const command = commandOf(called);
  const { event, kind, lost } = sessionEvent(
    codexHost,
    {
      hook_event_name: "PreToolUse",
      session_id: turn.session,
      turn_id: "",
      ...(turn.cwd === null ? {} : { cwd: turn.cwd }),
      model: turn.model,
      permission_mode: "default",
      tool_name: SHELLS.has(tool) ? "Bash" : tool,
      tool_input:
        command === undefined ? (typeof params === "string" ? { command: params } : params) : { command },
      tool_use_id: id,
    },
    tool,
  );
  return {
    agent: "codex",
    id,
    session: turn.session,
    ...(turn.parent === undefined ? {} : { parent: turn.parent }),
    at,
    cwd: turn.cwd,
    tool,
    kind: tool === "apply_patch" && typeof params === "string" ? patchKind(params) : kind,
    params,
    lost: isBroken === true ? [...lost, "params"] : lost,
    event,
  };
}
