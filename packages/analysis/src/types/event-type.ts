import { CANONICAL, type EventKind, type FieldType } from "@gatehouse-hooks/engine";
import { FACTS_TYPE } from "./facts.table.js";
import { objectTypeOf } from "./join-types.js";
import { ANY, MISSING, optional, type ValueType } from "./value-type.js";

/** What a field of an event's kind may hold (engine SPEC, "Events"). */
const FIELD_TYPES: Readonly<Record<FieldType, ValueType>> = {
  string: { string: true },
  object: { object: true },
  list: { list: true },
  "string?": { string: true, missing: true },
  "object?": { object: true, missing: true },
  "list?": { list: true, missing: true },
};

const TOOL: ValueType = {
  object: objectTypeOf(
    {
      kind: {
        string: ["shell", "read", "write", "edit", "delete", "search", "fetch", "mcp", "agent", "other"],
      },
      name: { string: true },
    },
    MISSING,
    true,
  ),
  missing: true,
};

const TEXT_OR_NOTHING: ValueType = { string: true, missing: true };

/** Who calls. */
const AGENT: ValueType = {
  object: objectTypeOf(
    { id: TEXT_OR_NOTHING, kind: TEXT_OR_NOTHING, parent: TEXT_OR_NOTHING },
    MISSING,
    true,
  ),
  missing: true,
};

/** What hosts put into every canonical event. */
const COMMON: Readonly<Record<string, ValueType>> = {
  tool: TOOL,
  host: TEXT_OR_NOTHING,
  cwd: TEXT_OR_NOTHING,
  workspace: TEXT_OR_NOTHING,
  home: TEXT_OR_NOTHING,
  sessionKey: TEXT_OR_NOTHING,
  agent: AGENT,
  agentId: TEXT_OR_NOTHING,
};

const CANONICAL_NAMES: ReadonlySet<string> = new Set(CANONICAL.events.map(({ name }) => name));

/**
 * The fields of an event of a kind. A field that no row has is anything here: which ones an event carries is told when policies
 * are loaded.
 *
 * @param input the arguments of its tool
 */
export function eventType(kind: EventKind, input: ValueType): ValueType {
  const fields: Record<string, ValueType> = {
    facts: optional(FACTS_TYPE),
    // An embedder's own event may have fields of these names.
    ...(CANONICAL_NAMES.has(kind.name) && COMMON),
  };
  for (const [field, type] of Object.entries(kind.fields ?? {})) fields[field] = FIELD_TYPES[type];
  if (kind.tool !== undefined && input !== ANY) fields[kind.tool.input] = input;
  return { object: objectTypeOf(fields, undefined, false) };
}
