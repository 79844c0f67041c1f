import type { Event } from "@gatehouse-hooks/engine";
import { isRecord, type JsonObject, type JsonValue, parseJsonObject } from "@gatehouse-hooks/json";

/** Where payloads have the arguments of a call. */
const FIELDS = ["tool_input", "toolArgs", "toolInput", "tool_args", "arguments", "args", "input"];

/**
 * The arguments of a call as the agent names them, with what was rewritten: `params` has the canonical ones beside them, which stay out
 * where they say nothing else.
 */
export function toolArguments({ params, raw }: Event): JsonObject | undefined {
  if (!isRecord(params)) return undefined;
  const own = ownArguments(raw);
  if (own === undefined) return params;
  const kept = Object.entries(params).filter(([key]) => Object.hasOwn(own, key));
  const said = new Set(kept.map(([, value]) => JSON.stringify(value)));
  const more = Object.entries(params).filter(
    ([key, value]) => !Object.hasOwn(own, key) && !said.has(JSON.stringify(value)),
  );
  return Object.fromEntries([...kept, ...more]);
}

function ownArguments(raw: JsonValue | undefined): JsonObject | undefined {
  if (!isRecord(raw)) return undefined;
  for (const field of FIELDS) {
    const value = Object.hasOwn(raw, field) ? raw[field] : undefined;
    if (isRecord(value)) return value;
    const read = typeof value === "string" ? parseJsonObject(value).value : undefined;
    if (read !== undefined) return read;
  }
  return undefined;
}
