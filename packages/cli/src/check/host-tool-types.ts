import { readJsonSchema, type ToolTypes, type ValueType } from "@gatehouse-hooks/analysis";
import type { EventKind } from "@gatehouse-hooks/engine";
import { toolSchemaOf } from "@gatehouse-hooks/hosts";

const known = new Map<string, ValueType | undefined>();

/** The arguments of documented tools. */
export const hostToolTypes: ToolTypes = { argumentsOf };

function argumentsOf(tool: string, kind: EventKind): ValueType | undefined {
  const key = JSON.stringify([tool, kind.name]);
  if (!known.has(key)) {
    // Names of tools are the user's: there may be any number of them.
    const schema = toolSchemaOf(tool, kind);
    if (schema === undefined) return undefined;
    known.set(key, readJsonSchema(schema));
  }
  return known.get(key);
}
