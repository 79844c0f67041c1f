import type { JsonValue } from "@gatehouse-hooks/json";

import { trimBlanks } from "./lift-object.js";

/**
 * True when the object of the reply, or the whole of a reply without one, is part of a string of the event: the event may have
 * written the verdict.
 *
 * @param reply - a reply that was read well.
 * @param context - sealed JSON.
 */
export function isEcho(reply: string, context: JsonValue): boolean {
  const object = reply.slice(reply.indexOf("{"), reply.lastIndexOf("}") + 1);
  return holds(context, trimBlanks(object === "" ? reply : object));
}

function holds(value: JsonValue, text: string): boolean {
  if (typeof value === "string") return value.includes(text);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([key, item]: [string, JsonValue]) => key.includes(text) || holds(item, text),
  );
}
