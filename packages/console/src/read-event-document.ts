import { parseJson } from "@gatehouse-hooks/json";
import { readEvent, type ReadEvent } from "@gatehouse-hooks/engine";
import { field } from "./lines/field.js";
import { rowOf } from "./lines/row.js";

/**
 * The event that a document holds. What an agent sends to its hook is no event: it is refused as everything else that is none, with the
 * command that takes it as the cure.
 */
export function readEventDocument(document: Uint8Array): ReadEvent {
  const row = rowOf(parseJson(document), "an event");
  if (row.kind === "refused") return row;
  const read = readEvent(row.row);
  if (read.kind !== "refused" || typeof field(row.row, "hook_event_name") !== "string") return read;
  const cure =
    "this is what an agent sends to its hook: give it to `gatehouse hook AGENT`, such as claude-code";
  return { ...read, issue: { ...read.issue, cure } };
}
