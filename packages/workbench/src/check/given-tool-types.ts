import { readJsonSchema, type ToolTypes, type ValueType, withFields } from "@gatehouse-hooks/analysis";
import type { EventKind } from "@gatehouse-hooks/engine";
import { hostToolTypes } from "@gatehouse-hooks/language-server/proven";
import type { GivenServer } from "./given-tools.js";

/** `mcp__server__tool`, as most agents name the tools of MCP servers; a server's name has no two underscores in a row. */
const MCP = /^mcp__((?:[^_]|_(?!_))+)__(.+)$/s;

const TEXT: ValueType = { string: true, missing: true };

/** What is known of the arguments of documented tools, and of those that servers describe. */
export function givenToolTypes(servers: readonly GivenServer[]): ToolTypes {
  const documented = hostToolTypes();
  if (servers.length === 0) return documented;
  const byName = new Map<string, ValueType | undefined>();
  const complete: string[] = [];
  for (const { name, tools, complete: isAll } of servers) {
    const starts = name === undefined ? [""] : [`mcp__${name}__`, `mcp__${plainName(name)}__`];
    for (const start of new Set(starts)) {
      if (name !== undefined && isAll) complete.push(start);
      for (const tool of tools) byName.set(`${start}${tool.name}`, schemaType(tool.schema));
    }
  }
  // A server without a name is any.
  const typeOf = (tool: string): ValueType | undefined =>
    byName.get(tool) ?? byName.get(MCP.exec(tool)?.[2] ?? tool);
  return {
    argumentsOf: (tool, kind) => {
      const type = typeOf(tool);
      return type === undefined ? documented.argumentsOf(tool, kind) : withCanonical(type, tool, kind);
    },
    names: [...byName.keys()],
    complete,
  };
}

function schemaType(schema: Parameters<typeof readJsonSchema>[0] | undefined): ValueType | undefined {
  return schema === undefined ? undefined : readJsonSchema(schema);
}

/** In a canonical event the server's name and the tool's are beside the arguments. */
function withCanonical(type: ValueType, tool: string, { host, known }: EventKind): ValueType {
  if (host !== undefined || !known) return type;
  const [, server, called] = MCP.exec(tool) ?? [];
  return withFields(type, {
    server: server === undefined ? TEXT : { string: [server] },
    tool: called === undefined ? TEXT : { string: [called] },
  });
}

/** As agents write a server's name in those of its tools. */
function plainName(name: string): string {
  return name.replace(/[^\w-]/g, "_");
}
