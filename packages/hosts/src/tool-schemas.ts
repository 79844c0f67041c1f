import type { EventKind } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import { TEXT, TEXTS } from "./field-types.js";
import type { CanonicalParameter } from "./host-tables.js";
import { HOST_TOOLS, VOCABULARY, TOOL_TYPES } from "./vocabulary.js";

const CANONICAL_TYPES: Readonly<Record<CanonicalParameter, JsonObject>> = {
  command: TEXT,
  path: TEXT,
  paths: TEXTS,
  content: TEXT,
  edits: { type: "array" },
  pattern: TEXT,
  url: TEXT,
  urls: TEXTS,
  query: TEXT,
  prompt: TEXT,
  server: TEXT,
  tool: TEXT,
};

/**
 * What the arguments of a tool may be, as a JSON Schema; `undefined` for a tool that is not documented. Agents that share a tool's
 * name share its fields, as they do when policies are loaded. In a canonical event the canonical parameters are beside the agent's own.
 *
 * @param kind of the event that carries them
 */
export function toolSchemaOf(tool: string, kind: Pick<EventKind, "host" | "known">): JsonObject | undefined {
  const fields = VOCABULARY.tools.findLast(({ name }) => name === tool)?.fields;
  const own: readonly (readonly [string, JsonObject])[] = TOOL_TYPES.flatMap((types) =>
    Object.hasOwn(types, tool) ? Object.entries(types[tool] ?? {}) : [],
  );
  const canonical = canonicalParametersOf(tool, kind).map((name) => [name, CANONICAL_TYPES[name]] as const);
  const types = Object.fromEntries([...canonical, ...own]);
  const known = [...(fields ?? []), ...canonical.map(([name]) => name)];
  if (known.length === 0) return undefined;
  return {
    type: "object",
    properties: Object.fromEntries(
      known.map((field) => [field, Object.hasOwn(types, field) ? (types[field] ?? {}) : {}]),
    ),
    // Where no table lists them, other fields are as likely.
    ...(fields === undefined && { additionalProperties: true }),
  };
}

/** The canonical parameters that an event of a kind has beside the tool's own arguments, whichever agent the tool is of. */
export function canonicalParametersOf(
  tool: string,
  { host, known }: Pick<EventKind, "host" | "known">,
): readonly CanonicalParameter[] {
  return host !== undefined || !known ? [] : [...(PARAMETERS.get(tool) ?? [])];
}

/** By the tool's name: agents give tools of one name different parameters. */
const PARAMETERS: ReadonlyMap<string, ReadonlySet<CanonicalParameter>> = parametersByTool();

function parametersByTool(): ReadonlyMap<string, ReadonlySet<CanonicalParameter>> {
  const found = new Map<string, Set<CanonicalParameter>>();
  for (const { name, params = {} } of HOST_TOOLS) {
    const all = found.get(name) ?? new Set();
    for (const one of Object.keys(params) as CanonicalParameter[]) all.add(one);
    found.set(name, all);
  }
  return found;
}
