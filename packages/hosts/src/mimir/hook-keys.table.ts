import { LONGEST_TIMER_MS } from "@gatehouse-hooks/json";
import { DEFAULT_TIMEOUT_MS, type MimirHook } from "./read-keys.js";
import type { JsonSchema } from "../schema/json-schema.js";

/** What the values of a hook's keys are. */
export const HOOK_KEYS: Readonly<Record<keyof MimirHook, JsonSchema>> = {
  command: { type: "string", pattern: "\\S", examples: ["npx eslint {file_path}"] },
  timeout: { type: "integer", minimum: 1, maximum: LONGEST_TIMER_MS, default: DEFAULT_TIMEOUT_MS },
  continueOnError: { type: "boolean", default: true },
  prompt: { type: "boolean", default: false },
  patterns: { type: "array", items: { type: "string" }, examples: [["**/*.ts"]] },
  environment: {
    type: "object",
    propertyNames: { pattern: "^(?!MIMIR_)[A-Za-z_][A-Za-z0-9_]*$" },
    additionalProperties: { type: ["string", "number", "boolean"] },
    examples: [{ CI: "1" }],
  },
  enforced: { type: "boolean" },
};

/** What they mean. */
export const HOOK_TEXTS: Readonly<Record<keyof MimirHook, string>> = {
  command: "Shell text with placeholders such as {file_path}.",
  timeout: "How long the command may run, in milliseconds.",
  continueOnError: "False: a failure blocks, where the event can be blocked.",
  prompt: "Ask the user before the command runs.",
  patterns: "Globs: the hook is about these files only. For events about a file.",
  environment: "Further variables; `${NAME}` is taken from the environment.",
  enforced: "Of the organisation's own file only.",
};
