import type { EventKind } from "@gatehouse-hooks/engine";
import { type ValueType, withFields } from "./value-type.js";

/** What is known of the arguments of tools. */
export interface ToolTypes {
  /** Documented tools by name: their arguments in an event under an agent's own name, and in a canonical one. */
  readonly documented?: Readonly<Record<"own" | "canonical", ReadonlyMap<string, ValueType>>>;
  /**
   * What MCP servers say of their tools, by the name that agents give them, or by the tool's own where the server's name is not known:
   * that server is any.
   */
  readonly served?: ReadonlyMap<string, ValueType>;
  /** Names of tools that a pattern of names may mean. */
  readonly names?: readonly string[];
  /** Beginnings of names: whatever begins with one is among `names`, or there is no such tool. */
  readonly complete?: readonly string[];
}

/** Nothing is known of tools. */
export const NO_TOOL_TYPES: ToolTypes = {};

/** `mcp__server__tool`, as most agents name the tools of MCP servers; a server's name has no two underscores in a row. */
const MCP = /^mcp__((?:[^_]|_(?!_))+)__(.+)$/s;

const TEXT: ValueType = { string: true, missing: true };

/** The arguments of a tool, as an event of a kind has them; `undefined`: nothing is known. */
export function typeOfArguments(
  { documented, served }: ToolTypes,
  tool: string,
  { host, known }: EventKind,
): ValueType | undefined {
  const isCanonical = host === undefined && known;
  const [, server, called] = MCP.exec(tool) ?? [];
  const type = served?.get(tool) ?? served?.get(called ?? tool);
  if (type === undefined) return documented?.[isCanonical ? "canonical" : "own"].get(tool);
  if (!isCanonical) return type;
  // There the server's name and the tool's are beside the arguments.
  return withFields(type, {
    server: server === undefined ? TEXT : { string: [server] },
    tool: called === undefined ? TEXT : { string: [called] },
  });
}
