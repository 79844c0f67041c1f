import {
  isList,
  isRecord,
  isStrings,
  type JsonObject,
  type JsonValue,
  parseJsonObject,
  sealJsonObject,
} from "@gatehouse-hooks/json";
import type { Compat } from "../docker-agent-options.js";
import { cut } from "../../text/characters.js";

/** What a hook prints on stdout (document 004, "Hook Output"). Absent, empty and `null` are the same. */
export interface HookOutput {
  readonly stops: boolean;
  readonly stopReason: string;
  readonly systemMessage: string;
  readonly decision: string;
  readonly reason: string;
  readonly eventName: string;
  readonly permissionDecision: string;
  readonly permissionDecisionReason: string;
  readonly updatedInput: JsonObject | null;
  readonly additionalContext: string;
  readonly instructionContext: readonly string[];
  readonly summary: string;
  readonly updatedMessages: readonly JsonValue[];
  readonly updatedToolResponse: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** The fields with a meaning, for hooks with `strict_output`. */
  readonly fields: readonly string[];
}

/** An output, or why the text is not one. */
type ReadOutput =
  | { readonly kind: "output"; readonly output: HookOutput }
  | { readonly kind: "invalid"; readonly reason: string };

type Type = "boolean" | "text" | "texts" | "object" | "list" | "metadata";

const TOP: Readonly<Record<string, Type>> = {
  continue: "boolean",
  stop_reason: "text",
  suppress_output: "boolean",
  system_message: "text",
  decision: "text",
  reason: "text",
  hook_specific_output: "object",
};

const SPECIFIC: Readonly<Record<string, Type>> = {
  hook_event_name: "text",
  permission_decision: "text",
  permission_decision_reason: "text",
  updated_input: "object",
  additional_context: "text",
  instruction_context: "texts",
  summary: "text",
  updated_messages: "list",
  updated_tool_response: "text",
  metadata: "metadata",
};

const EXPECTED: Readonly<Record<Type, string>> = {
  boolean: "true or false",
  text: "a string",
  texts: "a list of strings",
  object: "an object",
  list: "a list",
  metadata: "an object of strings",
};

/** How an output's text is read. */
interface OutputText {
  readonly compat: Compat;
  /** An unknown key is an error. */
  readonly strict: boolean;
  /** The event that the hook has answered. */
  readonly event: string;
}

/** Reads the stdout of a hook that begins with `{`. Unknown keys are skipped, except for a `strict` hook. */
export function readHookOutput(stdout: string, reading: OutputText): ReadOutput {
  const object = readObject(stdout, reading.compat);
  if (typeof object === "string") return { kind: "invalid", reason: object };
  const top = readFields(object, TOP, reading);
  if (typeof top === "string") return { kind: "invalid", reason: top };
  const inner = top.get("hook_specific_output");
  const specific = readFields(isRecord(inner) ? inner : {}, SPECIFIC, reading);
  if (typeof specific === "string") return { kind: "invalid", reason: specific };
  const word = (name: string): string => stringOf(top.get(name)) ?? "";
  const said = (name: string): string => stringOf(specific.get(name)) ?? "";
  const input = specific.get("updated_input");
  const instructions = specific.get("instruction_context");
  const messages = specific.get("updated_messages");
  const metadata = specific.get("metadata");
  return {
    kind: "output",
    output: {
      stops: top.get("continue") === false,
      stopReason: word("stop_reason"),
      systemMessage: word("system_message"),
      decision: word("decision"),
      reason: word("reason"),
      eventName: said("hook_event_name"),
      permissionDecision: said("permission_decision"),
      permissionDecisionReason: said("permission_decision_reason"),
      updatedInput: isRecord(input) ? input : null,
      additionalContext: said("additional_context"),
      instructionContext: isStrings(instructions) ? instructions : [],
      summary: said("summary"),
      updatedMessages: isList(messages) ? messages : [],
      updatedToolResponse: stringOf(specific.get("updated_tool_response")) ?? null,
      metadata: hasStrings(metadata) ? metadata : {},
      fields: [...top.keys(), ...specific.keys()],
    },
  };
}

/** Generation `2026-05` reads JSON loosely: of a key that occurs twice, the last counts. */
function readObject(stdout: string, compat: Compat): JsonObject | string {
  if (compat !== "2026-05") {
    const { value, issue } = parseJsonObject(stdout);
    return issue === undefined ? value : `its output is not one JSON object: ${issue.message}`;
  }
  try {
    const { value, issue } = sealJsonObject(JSON.parse(stdout));
    return issue === undefined ? value : issue.message;
  } catch {
    return "its output is not one JSON object";
  }
}

/** The fields that are there, by their documented names, or what is wrong. Letter case never counts. */
function readFields(
  object: JsonObject,
  types: Readonly<Record<string, Type>>,
  reading: OutputText,
): ReadonlyMap<string, JsonValue> | string {
  const { compat, strict } = reading;
  const names = new Map(Object.keys(types).map((name) => [plain(name, reading), name]));
  const found = new Map<string, JsonValue>();
  for (const [key, value] of Object.entries(object)) {
    const name = names.get(plain(key, reading));
    if (name === undefined) {
      if (strict) return `unknown field \`${cut(key, 60)}\``;
      continue;
    }
    if (value === null) continue;
    const type = types[name] ?? "text";
    if (!isOf(type, value)) return `\`${name}\` must be ${EXPECTED[type]}`;
    if (found.has(name) && compat !== "2026-05") return `\`${name}\` occurs twice`;
    found.set(name, value);
  }
  return found;
}

/**
 * Camel case is another spelling of the same name, but not in generation `2026-05`, which skips it everywhere but where its own example
 * writes it (document 002, "before_compaction").
 */
function plain(name: string, { compat, event }: OutputText): string {
  const lower = name.toLowerCase();
  return compat === "2026-05" && event !== "before_compaction" ? lower : lower.replaceAll("_", "");
}

function isOf(type: Type, value: JsonValue): boolean {
  switch (type) {
    case "boolean":
      return typeof value === "boolean";
    case "text":
      return typeof value === "string";
    case "list":
      return isList(value);
    case "texts":
      return isStrings(value);
    case "object":
      return isRecord(value);
    case "metadata":
      return hasStrings(value);
  }
}

function stringOf(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** True for an object whose values are strings. */
function hasStrings(value: JsonValue | undefined): value is Readonly<Record<string, string>> {
  return isRecord(value) && Object.values(value).every((one) => typeof one === "string");
}
