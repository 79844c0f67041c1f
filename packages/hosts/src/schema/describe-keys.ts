import { type JsonObject, lookup } from "@gatehouse-hooks/json";
import { type JsonSchema, propertiesOf } from "./json-schema.js";

/** What a key means, in one or two sentences. */
type KeyTexts = Readonly<Record<string, string>>;

/**
 * The schema of a mapping with the description of each key, and an example where the format has one. A key without a text is a
 * defect: the law of the schemas finds it.
 *
 * @param examples correct values, by key
 */
export function describeKeys(schema: JsonSchema, texts: KeyTexts, examples: JsonObject = {}): JsonSchema {
  const described = Object.entries(propertiesOf(schema)).map(([key, inner]) => {
    const text = texts[key];
    const example = lookup(examples, key);
    return [
      key,
      {
        ...(text !== undefined && { description: text }),
        ...inner,
        ...(example !== undefined && inner["examples"] === undefined && { examples: [example] }),
      },
    ] as const;
  });
  return { ...schema, properties: Object.fromEntries(described) };
}
