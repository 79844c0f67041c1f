import { readJsonSchema, type ToolTypes, type ValueType } from "@gatehouse-hooks/analysis";
import { hostToolTypes } from "@gatehouse-hooks/language-server/proven";
import type { GivenServer } from "./given-tools.js";

/** What is known of the arguments of documented tools, and of those that servers describe. */
export function givenToolTypes(servers: readonly GivenServer[]): ToolTypes {
  const documented = hostToolTypes();
  if (servers.length === 0) return documented;
  const served = new Map<string, ValueType>();
  const names = new Set<string>();
  const complete: string[] = [];
  for (const { name, tools, complete: isAll } of servers) {
    const starts = name === undefined ? [""] : [`mcp__${name}__`, `mcp__${plainName(name)}__`];
    for (const start of new Set(starts)) {
      if (name !== undefined && isAll) complete.push(start);
      for (const { name: tool, schema } of tools) {
        names.add(start + tool);
        if (schema !== undefined) served.set(start + tool, readJsonSchema(schema));
      }
    }
  }
  return { ...documented, served, names: [...names], complete };
}

/** As agents write a server's name in those of its tools. */
function plainName(name: string): string {
  return name.replace(/[^\w-]/g, "_");
}
