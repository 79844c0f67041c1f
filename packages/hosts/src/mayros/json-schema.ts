import { MAYROS_DEFAULTS, type MayrosConfig } from "./mayros-config.js";
import { CONFIG_FIELDS } from "./read-config.js";
import { describeKeys } from "../schema/describe-keys.js";
import {
  type FileSchema,
  fileSchemaOf,
  type JsonSchema,
  propertiesOf,
  schemaOf,
} from "../schema/json-schema.js";

/** Mayros' configuration, in each place where the settings may be. */
export const MAYROS_SETTINGS_FILE: FileSchema = {
  name: "mayros-config",
  make: mayrosConfigSchema,
  ending: ".json5",
  isLike: (path, start) =>
    /[\\/]\.mayros[\\/]|(?:^|[\\/])mayros\.json5$/i.test(path) || /\bllmHooks\b|"llm-hooks"/.test(start),
  isSettings: true,
};

const TEXTS: Readonly<Record<keyof MayrosConfig, string>> = {
  enabled: "False switches all hooks off.",
  projectHooksDir: "The folder with the hooks of the project.",
  userHooksDir: "The folder with the user's own hooks.",
  defaultModel: "`provider/model` for hooks that name none.",
  defaultTimeoutMs: "How long a model has to answer, in milliseconds.",
  defaultCache: "Where an answer to the same question counts again.",
  maxConcurrentEvals: "The most questions that are asked at the same time.",
  globalCacheTtlMs: "How long an answer is kept that counts for all sessions, in milliseconds.",
};

function mayrosConfigSchema(): JsonSchema {
  const settings = describeKeys({ type: "object", properties: fields(), additionalProperties: false }, TEXTS);
  const $schema = { type: "string", description: "The JSON Schema of this file, for editors." };
  const entry = {
    type: "object",
    properties: {
      enabled: { type: "boolean", description: "False switches the plugin off." },
      config: { $ref: "#/definitions/settings" },
    },
  };
  const plugins = {
    type: "object",
    properties: { entries: { type: "object", properties: { "llm-hooks": entry } } },
  };
  return fileSchemaOf("Mayros configuration", "What Mayros' LLM hooks are set to.", {
    type: "object",
    if: { anyOf: [{ required: ["plugins"] }, { required: ["llmHooks"] }] },
    // oxlint-disable-next-line unicorn/no-thenable
    then: { properties: { plugins, llmHooks: { $ref: "#/definitions/settings" } } },
    else: { ...settings, properties: { ...propertiesOf(settings), $schema } },
    definitions: { settings },
  });
}

function fields(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries(CONFIG_FIELDS).map(([key, field]) => [
      key,
      { ...schemaOf(field), default: MAYROS_DEFAULTS[key as keyof MayrosConfig] },
    ]),
  );
}
