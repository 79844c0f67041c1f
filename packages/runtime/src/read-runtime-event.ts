import { types } from "node:util";
import { readEvent, type ReadEvent } from "@gatehouse-hooks/engine";

/** Reads an event for every entry of the runtime: proxies, which Node can recognise, are refused. */
export function readRuntimeEvent(value: unknown): ReadEvent {
  return readEvent(value, { isProxy: types.isProxy });
}
