import { HOOK_KEYS, HOOK_TEXTS } from "./hook-keys.table.js";
import { MIMIR_EVENTS } from "./mimir-events.table.js";
import { describeKeys } from "../schema/describe-keys.js";
import { type FileSchema, fileSchemaOf, type JsonSchema } from "../schema/json-schema.js";

/** A Mimir configuration, as far as it is about hooks; its other keys belong to Mimir. */
export const MIMIR_FILE: FileSchema = {
  name: "mimir",
  make: mimirSchema,
  isLike: (path) => /[\\/]\.mimir[\\/][^/]+\.(?:ya?ml|json)$/i.test(path),
};

function mimirSchema(): JsonSchema {
  const hook = describeKeys(
    { type: "object", properties: HOOK_KEYS, required: ["command"], additionalProperties: false },
    HOOK_TEXTS,
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
