import { contractOf, DOCKER_AGENT_EVENTS } from "./contract.js";
import { AGENT_KEYS, TOP_KEYS } from "./file-keys.table.js";
import { FLAGS, HOOK_TEXTS, MATCHER_TEXTS, PERMISSION_TEXTS } from "./hooks/key-texts.table.js";
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
