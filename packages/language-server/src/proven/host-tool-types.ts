import { readJsonSchema, type ToolTypes, type ValueType } from "@gatehouse-hooks/analysis";
import { toolSchemaOf } from "@gatehouse-hooks/hosts";

/** The arguments of documented tools. */
export function hostToolTypes(): ToolTypes {
  const known = new Map<string, ValueType>();
  return {
    argumentsOf: (tool, kind) => {
      const key = JSON.stringify([tool, kind.name]);
      const before = known.get(key);
      if (before !== undefined) return before;
      const schema = toolSchemaOf(tool, kind);
      // Only documented tools are kept: other names are the user's, and there may be any number of them.
      if (schema === undefined) return undefined;
      const type = readJsonSchema(schema);
      known.set(key, type);
      return type;
    },
  };
}
