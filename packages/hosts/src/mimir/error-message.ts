import type { Event } from "@gatehouse-hooks/engine";
import { isRecord, type JsonObject, type JsonValue } from "@gatehouse-hooks/json";

/** Where payloads say what went wrong, and in an event of a bus, its properties. */
const ERRORS = ["error", "error_message", "message", "notification_message"];

/** What went wrong, in words; undefined where the agent does not say. */
export function errorMessage(event: Event): JsonValue | undefined {
  const raw = isRecord(event["raw"]) ? event["raw"] : {};
  const input = isRecord(raw["input"]) ? raw["input"] : {};
  const properties = isRecord(input["properties"]) ? input["properties"] : {};
  return wordsOf(event["error"] ?? firstOf(raw) ?? firstOf(properties));
}

function firstOf(object: JsonObject): JsonValue | undefined {
  const key = ERRORS.find((one) => Object.hasOwn(object, one) && object[one] !== null);
  return key === undefined ? undefined : object[key];
}

/** An error is its message, or an object that has it, itself or in its data. */
function wordsOf(error: JsonValue | undefined): JsonValue | undefined {
  if (!isRecord(error)) return error;
  const { message, data } = error;
  return message ?? (isRecord(data) ? data["message"] : undefined);
}
