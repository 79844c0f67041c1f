import { hookCommandLine } from "./hook-command-line.js";
import type { WiredEvent } from "@gatehouse-hooks/hosts/agents";
import { timeoutOf, type Wiring } from "@gatehouse-hooks/local/agents";

/** What an agent's settings should hold for one event: an element of the event's list. */
export interface WantedEntry {
  readonly event: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * The entries for all events of an agent.
 *
 * @param file the script that they start
 */
export function wantedEntries(wiring: Wiring, file: string): readonly WantedEntry[] {
  return wiring.events.map((event) => ({ event: event.name, value: entry(wiring, event, file) }));
}

function entry(wiring: Wiring, event: WiredEvent, file: string): WantedEntry["value"] {
  const command = {
    type: "command",
    ...wiring.entryFields,
    [wiring.commandKey]: hookCommandLine(wiring.agent, { file, blocks: event.blocks === true }),
    [wiring.timeoutKey]: timeoutOf(wiring),
    ...(event.blocks === true && wiring.blockFields),
  };
  if (wiring.shape === "flat") return command;
  const matcher = event.tool === true && wiring.matcher !== undefined ? { matcher: wiring.matcher } : {};
  return { ...matcher, hooks: [command] };
}
