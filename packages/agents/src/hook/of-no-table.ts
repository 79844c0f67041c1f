import type { Event } from "@gatehouse-hooks/engine";
import { isRecord } from "@gatehouse-hooks/json";

/** Whether the event's tool may be in no table: what a host knows has a kind of its own. */
export function isOfNoTable({ tool }: Event): boolean {
  return (
    isRecord(tool) && tool["kind"] === "other" && typeof tool["name"] === "string" && tool["name"] !== ""
  );
}
