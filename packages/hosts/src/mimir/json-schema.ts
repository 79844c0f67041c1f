import { LONGEST_TIMER_MS } from "@gatehouse-hooks/json";
import { DEFAULT_TIMEOUT_MS, type MimirHook } from "./read-keys.js";
import { MIMIR_EVENTS } from "./events.js";
import { describeKeys } from "../schema/describe-keys.js";
import { type FileSchema, fileSchemaOf, type JsonSchema } from "../schema/json-schema.js";

const HOOK: Readonly<Record<keyof MimirHook, JsonSchema>> = {
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

const TEXTS: Readonly<Record<keyof MimirHook, string>> = {
  command: "Shell text with placeholders such as {file_path}.",
  timeout: "How long the command may run, in milliseconds.",
  continueOnError: "False: a failure blocks, where the event can be blocked.",
  prompt: "Ask the user before the command runs.",
  patterns: "Globs: the hook is about these files only. For events about a file.",
  environment: "Further variables; `${NAME}` is taken from the environment.",
  enforced: "Of the organisation's own file only.",
};

/** A Mimir configuration, as far as it is about hooks; its other keys belong to Mimir. */
export const MIMIR_FILE: FileSchema = {
  name: "mimir",
  make: mimirSchema,
  isLike: (path) => /[\\/]\.mimir[\\/][^/]+\.(?:ya?ml|json)$/i.test(path),
};

function mimirSchema(): JsonSchema {
  const hook = describeKeys(
    { type: "object", properties: HOOK, required: ["command"], additionalProperties: false },
    TEXTS,
  );
  const hooks = {
    type: ["object", "null"],
    description: "One hook per event.",
    properties: Object.fromEntries(MIMIR_EVENTS.map(({ name }) => [name, { $ref: "#/definitions/hook" }])),
    additionalProperties: false,
  };
  const enforcement = {
    type: ["object", "null"],
    description: "What the organisation enforces; of the organisation's own file only.",
    properties: { hooks: { $ref: "#/definitions/hooks" } },
  };
  return fileSchemaOf("Mimir configuration", "The hooks of a Mimir configuration.", {
    type: "object",
    properties: { hooks: { $ref: "#/definitions/hooks" }, enforcement },
    definitions: { hook, hooks },
  });
}
