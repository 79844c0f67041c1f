import { type Event, readEvent, type ReadEvent } from "@gatehouse-hooks/engine";
import { NO_PROXIES } from "./read-input.js";

/** What the runtime asks of an agent; those of the package `hosts` fit. */
export interface RuntimeHost {
  /** Its events. */
  readonly events: readonly { readonly name: string }[];
  /** What its own policies look at and its events have only in part. Pure. */
  readonly complete?: (event: Event) => unknown;
}

/**
 * Completes events, each by the first host that has an event of its name. What a host makes of an event is read again, as any
 * event is.
 */
export function completing(hosts: readonly RuntimeHost[]): (read: ReadEvent) => ReadEvent {
  const byName = new Map<string, NonNullable<RuntimeHost["complete"]>>();
  for (const { events, complete } of hosts) {
    if (complete === undefined) continue;
    for (const { name } of events) if (!byName.has(name)) byName.set(name, complete);
  }
  return (read) => {
    const complete = read.kind === "event" ? byName.get(read.event.event) : undefined;
    return read.kind === "event" && complete !== undefined
      ? readEvent(complete(read.event), NO_PROXIES)
      : read;
  };
}
