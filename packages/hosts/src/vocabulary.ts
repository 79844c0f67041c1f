import {
  CANONICAL,
  type DocumentedTool,
  type EventKind,
  type EventKinds,
  eventKinds,
  type Vocabulary,
} from "@gatehouse-hooks/engine";
import type { HostEvent, HostTables, HostTool } from "./host-tables.js";
import { EVENT_SPELLINGS, FIELD_SPELLINGS } from "./other-spellings.table.js";
import { WHOLE_WIRED_HOSTS } from "./wired/whole-wired-hosts.js";
import { dockerAgentTables } from "./docker-agent/tools.table.js";
import { mayrosTables } from "./mayros/tables.js";
import { mimirTables } from "./mimir/events.table.js";
import { TOOL_TYPES as claudeCodeTypes } from "./claude-code/tool-types.table.js";
import { TOOL_TYPES as dockerAgentTypes } from "./docker-agent/tool-types.table.js";
import type { FieldTypes } from "./field-types.js";
import { TOOL_TYPES as mayrosTypes } from "./mayros/tool-types.table.js";

/** The tables of hosts that cannot be loaded whole by each hook. Of one name in two of them the first counts. */
const FILE_TABLES: readonly HostTables[] = [mayrosTables, dockerAgentTables, mimirTables];

/** What is known of the types of tools' arguments. */
export const TOOL_TYPES: readonly Readonly<Record<string, FieldTypes>>[] = [
  claudeCodeTypes,
  dockerAgentTypes,
  mayrosTypes,
];

/**
 * The tables of the hosts whose files are read, and of those whose hooks are processes. An agent that reads the hook files of others brings
 * no names of its own.
 */
export const TABLES: readonly HostTables[] = [
  ...FILE_TABLES,
  ...WHOLE_WIRED_HOSTS.filter(({ readsHooksOfOthers }) => readsHooksOfOthers !== true),
];

/**
 * The names of some hosts together, the canonical ones first. Where several have an event of one name its row carries the
 * fields of all; of two tools with one name the later host's counts.
 */
export function vocabularyOf(hosts: readonly HostTables[]): Vocabulary {
  return {
    events: merged(hosts),
    tools: mergedTools(hosts),
    eventSpellings: EVENT_SPELLINGS,
    fieldSpellings: FIELD_SPELLINGS,
    sessionKeys: [...new Set([...CANONICAL.sessionKeys, ...hosts.flatMap(({ sessionKeys }) => sessionKeys)])],
  };
}

/** The tools of all hosts; a name may be there more than once. */
export const HOST_TOOLS: readonly HostTool[] = TABLES.flatMap(({ tools }) => tools);

/** The names of all hosts of this package. */
export const VOCABULARY: Vocabulary = vocabularyOf(TABLES);

/** Tables of all hosts' names. */
export const HOST_KINDS: EventKinds = eventKinds(VOCABULARY);

/** The row of an event's name. An event that no host documents gates (fail closed) and may carry everything. */
export function eventKindOf(name: string): EventKind {
  return HOST_KINDS.of(name);
}

/** Every field that an event of this name may carry, or `null` where that is not known. */
export function fieldsOfEvent(name: string): ReadonlySet<string> | null {
  return HOST_KINDS.fieldsOf(name);
}

function merged(hosts: readonly HostTables[]): readonly EventKind[] {
  const rows = new Map<string, EventKind>(CANONICAL.events.map((row) => [row.name, row]));
  for (const { title, events, namesInPayloadsOnly } of hosts) {
    for (const event of events) {
      if (namesInPayloadsOnly === true && event.canonical !== undefined) continue;
      const { part: _part, words: _words, failure: _failure, ...row } = event;
      const before = rows.get(row.name);
      rows.set(row.name, before === undefined ? { ...row, host: title, known: true } : together(before, row));
    }
  }
  return [...rows.values()];
}

/** One name in two hosts. Where one of them does not say what its event carries, it is not known. */
function together({ carries, ...before }: EventKind, row: HostEvent): EventKind {
  if (carries === undefined || row.carries === undefined) return before;
  return { ...before, carries: [...carries, ...row.carries] };
}

/** The tools of all hosts, as `namesInPayloadsOnly` says. */
function mergedTools(hosts: readonly HostTables[]): readonly DocumentedTool[] {
  const tools = hosts.flatMap((one) => (one.namesInPayloadsOnly === true ? [] : one.tools));
  const others = new Map<string, DocumentedTool>();
  // Agents that share a name do not share its arguments: they are not known here.
  for (const { tools: own } of hosts.filter((one) => one.namesInPayloadsOnly === true))
    for (const { name } of own) if (!others.has(plainName(name))) others.set(plainName(name), { name });
  for (const { name } of tools) others.delete(plainName(name));
  return [...tools, ...others.values()];
}

/** A name without what agents spell differently. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_\s]/g, "");
}
