import type { Event, EventKind } from "@gatehouse-hooks/engine";
import { isRecord, type JsonValue, own, shorten } from "@gatehouse-hooks/json";
import { redactValue } from "@gatehouse-hooks/redact";
import { shownText } from "./shown-text.js";

/** The longest, in UTF-16 code units. */
const LONGEST_CALL = 400;

/** The parameters that say what a call does, the most telling first. */
const TELLING = ["command", "path", "file_path", "url", "query", "pattern"] as const;

/** The name of the tool that an event is about; `null`: none. */
export function toolOf(event: Event, { tool }: EventKind): string | null {
  const name = own(event, tool?.name ?? "toolName");
  return typeof name === "string" ? name : null;
}

/** What a call does, in a line for people: its command, path or address; else its parameters as JSON. Without secrets. */
export function shownCall(event: Event, { tool, input }: EventKind): string {
  const field = tool?.input ?? (input !== null && "path" in input ? input.path : "params");
  const given: JsonValue | undefined = Object.hasOwn(event, field) ? event[field] : undefined;
  if (given === undefined) return "";
  if (typeof given === "string") return shownText(given, LONGEST_CALL);
  if (isRecord(given)) {
    for (const name of TELLING) {
      const value = own(given, name);
      if (typeof value === "string") return shownText(value, LONGEST_CALL);
    }
  }
  return shorten(JSON.stringify(redactValue(given)), LONGEST_CALL);
}
