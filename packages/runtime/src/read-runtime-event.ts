import { types } from "node:util";
import { readEvent, type ReadEvent } from "@gatehouse-hooks/engine";

/** Reads an event as every door of the runtime does: with what Node knows about proxies, which are refused. */
export function readRuntimeEvent(value: unknown): ReadEvent {
  return readEvent(value, { isProxy: types.isProxy });
}
