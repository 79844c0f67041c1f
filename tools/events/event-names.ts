import { CANONICAL } from "@gatehouse-hooks/engine";
import type { Host } from "@gatehouse-hooks/hosts";

/** The source of the type of event names: those of agents, without the canonical ones. */
export function eventNames(hosts: readonly Host[]): string {
  const canonical = new Set(CANONICAL.events.map(({ name }) => name));
  const names = new Set(hosts.flatMap(({ events }) => events.map(({ name }) => name)));
  const list = [...names].filter((name) => !canonical.has(name)).toSorted();
  return [
    "// Written by `pnpm events` from the tables of the hosts; do not edit.",
    "",
    "/** The agents' own names of events, beside the canonical ones. */",
    `export type HostEventName = ${list.map((name) => JSON.stringify(name)).join(" | ")};`,
    "",
  ].join("\n");
}
