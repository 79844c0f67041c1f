import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import { parse } from "yaml";
import { type JsonSchema, propertiesOf } from "./json-schema.js";

/** What a key means, in one or two sentences. */
type KeyTexts = Readonly<Record<string, string>>;

/**
 * The schema of a mapping with the description of each key, and an example where the format has one. A key without a text is a
 * defect: the law of the schemas finds it.
 *
 * @param exampleOf a line `key: value` for a key
 */
export function describeKeys(
  schema: JsonSchema,
  texts: KeyTexts,
  exampleOf: (key: string) => string | undefined = () => undefined,
): JsonSchema {
  const described = Object.entries(propertiesOf(schema)).map(([key, inner]) => {
    const text = texts[key];
    const line = exampleOf(key);
    return [
      key,
      {
        ...(text !== undefined && { description: text }),
        ...inner,
        ...(line !== undefined && inner["examples"] === undefined && { examples: [valueOf(line, key)] }),
      },
    ] as const;
  });
  return { ...schema, properties: Object.fromEntries(described) };
}

function valueOf(line: string, key: string): JsonValue {
  return (parse(line) as JsonObject)[key] ?? null;
}
