import { plainName } from "@gatehouse-hooks/json";
import { CANONICAL } from "@gatehouse-hooks/engine";
import type { EventPart, HostEvent, HostTables, HostTool } from "../host-tables.js";
import { type WordRule, wordRulesOf } from "./word-rules.js";

/** What a policy means by the name of an event. */
export interface EventWord {
  readonly name: string;
  /** The agents that have the name, as people call them; none: it is canonical. */
  readonly agents: readonly string[];
  /** The canonical events that it may be, one where agents agree; none: the event is no canonical one. */
  readonly canonical: readonly string[];
  /** Which of them. */
  readonly part?: EventPart;
  /** The fields of its agents, in the words of the canonical event. */
  readonly rules: readonly WordRule[];
  /** Events may have the name that no host has prepared, with the agent's own fields. */
  readonly isOfEvents: boolean;
  /** Only agents have it whose own files Gatehouse reads: who writes it writes their fields, too. */
  readonly isOfFiles: boolean;
  /** The names that agents give to the same event, itself among them, where it is no canonical one. */
  readonly alike: readonly string[];
}

/** The names of events that policies may use. */
export interface EventNames {
  readonly of: (name: string) => EventWord | undefined;
  readonly all: readonly EventWord[];
  /** The tools of all agents. */
  readonly tools: readonly HostTool[];
}

/**
 * The names that agents have for events, and what each means to a policy: the canonical event, whichever agent sends it. It is made of the
 * tables of the hosts, and nothing else knows it.
 *
 * @param hosts an embedder's own among them
 */
export function eventNamesOf(hosts: readonly HostTables[]): EventNames {
  const rows = new Map<string, { readonly host: HostTables; readonly row: HostEvent }[]>();
  for (const host of hosts) {
    for (const row of host.events) {
      const known = rows.get(row.name);
      if (known === undefined) rows.set(row.name, [{ host, row }]);
      else known.push({ host, row });
    }
  }
  const canonical = new Set(CANONICAL.events.map(({ name }) => name));
  const alike = new Map<string, string[]>();
  for (const [name, of] of rows) {
    if (canonical.has(name) || of.some(({ row }) => row.canonical !== undefined)) continue;
    const plain = plainName(name);
    alike.set(plain, [...(alike.get(plain) ?? []), name]);
  }
  const names = new Map<string, EventWord>(
    [...canonical].map((name) => [
      name,
      { name, agents: [], canonical: [name], rules: [], isOfEvents: true, isOfFiles: false, alike: [name] },
    ]),
  );
  for (const [name, of] of rows) {
    if (!names.has(name)) names.set(name, nameOf(name, of, alike.get(plainName(name)) ?? [name]));
  }
  return {
    of: (name) => names.get(name),
    all: [...names.values()],
    tools: hosts.flatMap(({ tools }) => tools),
  };
}

function nameOf(
  name: string,
  of: readonly { readonly host: HostTables; readonly row: HostEvent }[],
  alike: readonly string[],
): EventWord {
  const meanings = new Set(of.map(({ row }) => row.canonical ?? name));
  const isCanonical = of.some(({ row }) => row.canonical !== undefined);
  const part = of.find(({ row }) => row.part !== undefined)?.row.part;
  return {
    name,
    agents: [...new Set(of.map(({ host }) => host.title))],
    canonical: isCanonical ? [...meanings] : [],
    ...(part !== undefined && { part }),
    rules: isCanonical ? wordRulesOf(of.map(({ row }) => row)) : [],
    isOfEvents: of.some(({ host, row }) => host.namesInPayloadsOnly !== true || row.canonical === undefined),
    isOfFiles: of.every(({ host }) => host.namesInPayloadsOnly !== true),
    alike: isCanonical ? [name] : alike,
  };
}
