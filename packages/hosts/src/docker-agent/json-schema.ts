import { contractOf, DOCKER_AGENT_EVENTS } from "./contract.js";
import { AGENT_KEYS, TOP_KEYS } from "./file-keys.table.js";
import { hookSchema, matcherSchema } from "./hooks/schema.js";
import { permissionsSchema } from "./permissions/read-permissions.js";
import { describeKeys } from "../schema/describe-keys.js";
import {
  type FileSchema,
  fileSchemaOf,
  type JsonSchema,
  propertiesOf,
  schemaOf,
} from "../schema/json-schema.js";

const HOOK_TEXTS: Readonly<Record<string, string>> = {
  name: "The hook's name, for messages.",
  type: "What it is: a command, a builtin, or a question to a model.",
  command: "Shell text, or the name of a builtin.",
  args: "Arguments of a builtin.",
  timeout: "How long it may run, in seconds; 0: 60.",
  env: "Further variables of the environment.",
  working_dir: "Where the command runs.",
  on_error: "What a failure means.",
  model: "The model that is asked: `provider/model`.",
  prompt: "The question, a template over the event.",
  schema: "The form of the model's answer.",
  strict_output: "Output that is not one of the documented forms is a failure.",
};
const MATCHER_TEXTS: Readonly<Record<string, string>> = {
  matcher: "An RE2 pattern for the whole name of the tool; without it, every tool.",
  hooks: "What runs for these tools.",
  preempt_yolo: "The hook is asked even where the person lets everything pass.",
};
const PERMISSION_TEXTS: Readonly<Record<string, string>> = {
  allow: "Tool calls that pass without a question.",
  ask: "Tool calls that a person is asked about.",
  deny: "Tool calls that never run.",
};
const FLAGS: Readonly<Record<string, JsonSchema>> = {
  add_date: { type: ["boolean", "null"], description: "Tell the model the date." },
  add_environment_info: { type: ["boolean", "null"], description: "Tell the model about the machine." },
  redact_secrets: {
    type: ["boolean", "null"],
    description: "Take secrets out of what tools and models see.",
  },
  add_prompt_files: {
    type: ["array", "null"],
    items: { type: "string" },
    description: "Files that are added to the prompt.",
  },
};

/** A file of docker-agent, as far as it is about hooks and permissions: an agent file, or events alone. */
export const DOCKER_AGENT_FILE: FileSchema = { name: "docker-agent", make: dockerAgentSchema };

function dockerAgentSchema(): JsonSchema {
  const any = (keys: readonly string[]): Readonly<Record<string, JsonSchema>> =>
    Object.fromEntries(keys.map((key) => [key, {}]));
  const events = Object.fromEntries(DOCKER_AGENT_EVENTS.map((name) => [name, hooksOf(name)]));
  const hooks = {
    type: ["object", "null"],
    description: "Hooks by their events.",
    properties: events,
    additionalProperties: false,
  };
  const agent = {
    type: ["object", "null"],
    properties: { ...any(AGENT_KEYS), ...FLAGS, hooks: { $ref: "#/definitions/hooks" } },
    additionalProperties: false,
  };
  const permissions = nullable(describeKeys(schemaOf(permissionsSchema), PERMISSION_TEXTS));
  const top = {
    ...any(TOP_KEYS),
    agents: { type: ["object", "null"], description: "Agents by name.", additionalProperties: agent },
    hooks: { $ref: "#/definitions/hooks" },
    permissions: { ...permissions, description: "Patterns of tool calls that pass, ask, or never run." },
  };
  return fileSchemaOf("docker-agent hooks", "Hooks and permissions of docker-agent.", {
    type: "object",
    minProperties: 1,
    if: { anyOf: ["agents", "hooks", "permissions"].map((key) => ({ required: [key] })) },
    // oxlint-disable-next-line unicorn/no-thenable
    then: { properties: top, additionalProperties: false },
    else: { properties: events, additionalProperties: false },
    definitions: {
      hooks,
      hook: describeKeys(schemaOf(hookSchema), HOOK_TEXTS),
      matcher: matcher(),
    },
  });
}

/** What may be below an event: one, or a list. */
function hooksOf(event: string): JsonSchema {
  const $ref = `#/definitions/${contractOf(event).matched === true ? "matcher" : "hook"}`;
  return { anyOf: [{ type: "null" }, { $ref }, { type: "array", items: { $ref } }] };
}

function matcher(): JsonSchema {
  const schema = schemaOf(matcherSchema);
  const hook = { $ref: "#/definitions/hook" };
  const hooks = { anyOf: [hook, { type: "array", minItems: 1, items: hook }] };
  const properties = { ...propertiesOf(schema), hooks };
  return describeKeys({ ...schema, properties, required: ["hooks"] }, MATCHER_TEXTS);
}

function nullable(schema: JsonSchema): JsonSchema {
  return { ...schema, type: ["object", "null"] };
}
