import { jsonSchemaOf, type SchemaName } from "@gatehouse-hooks/hosts/json-schemas";
import { format } from "prettier";

/** The text of a published schema. */
export function schemaText(name: SchemaName): Promise<string> {
  return format(JSON.stringify(jsonSchemaOf(name)), { parser: "json", printWidth: 110 });
}
