import * as z from "zod";
import { format } from "prettier";
import type { JsonShape } from "./json-shape.js";

/** A schema as JSON Schema says it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The file of a shape's schema, below `packages/cli/schemas`. */
export function schemaFile({ command, version, isRow }: JsonShape): string {
  return `${isRow === true ? "row" : "command"}/${command}.v${version}.json`;
}

/**
 * What the published schema of a shape says (JSON Schema 2020-12). It takes more than the command prints today: fields that are not known,
 * and any string where words may be added.
 */
export function jsonSchemaOfShape(shape: JsonShape): JsonSchema {
  const { forms } = shape;
  const schemas = forms.map(({ schema }) => schema);
  const [only, ...others] = schemas;
  const whole = others.length === 0 && only !== undefined ? only : z.union(schemas);
  const made = z.toJSONSchema(whole, {
    override: ({ jsonSchema, zodSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.description === "") delete jsonSchema.description;
      if (isOpen(zodSchema)) {
        jsonSchema.examples = jsonSchema.enum ?? [];
        delete jsonSchema.enum;
        delete jsonSchema["open"];
      }
    },
  });
  const { $schema, ...rest } = made;
  return {
    $schema,
    $id: schemaFile(shape),
    title: titleOf(shape),
    ...(JSON.parse(JSON.stringify(rest)) as JsonSchema),
  };
}

function isOpen(schema: z.core.$ZodType): boolean {
  return z.globalRegistry.get(schema)?.["open"] === true;
}

function titleOf({ command, isRow }: JsonShape): string {
  if (command === "error") return "An error of `gatehouse … --json`";
  return isRow === true ? `a row of gatehouse ${command} --jsonl` : `gatehouse ${command} --json`;
}

/** The text of a published schema. */
export function shapeText(shape: JsonShape): Promise<string> {
  return format(JSON.stringify(jsonSchemaOfShape(shape)), { parser: "json", printWidth: 110 });
}
