import { type JsonValue, shorten } from "@gatehouse-hooks/json";
import { redactProperty } from "@gatehouse-hooks/redact";

/** The longest value shown, in UTF-16 code units. */
const MAX_VALUE = 120;

/** A value as JSON, what looks like a secret hidden; `missing` where there is none. */
export function shownValue(name: string, value: JsonValue | undefined): string {
  return value === undefined ? "missing" : shorten(JSON.stringify(redactProperty(name, value)), MAX_VALUE);
}
