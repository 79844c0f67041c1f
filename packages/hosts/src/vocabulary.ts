import {
  CANONICAL,
  type EventKind,
  type EventKinds,
  eventKinds,
  type Vocabulary,
} from "@gatehouse-hooks/engine";
import { EVENTS as CLAUDE_CODE_EVENTS } from "./claude-code/events.table.js";
import { TOOLS as CLAUDE_CODE_TOOLS } from "./claude-code/tools.table.js";
import { EVENTS as DOCKER_AGENT_EVENTS } from "./docker-agent/events.table.js";
import { TOOLS as DOCKER_AGENT_TOOLS } from "./docker-agent/tools.table.js";
import { EVENTS as MAYROS_EVENTS } from "./mayros/events.table.js";
import { TOOLS as MAYROS_TOOLS } from "./mayros/tools.table.js";
import { EVENTS as MIMIR_EVENTS } from "./mimir/events.table.js";
import type { HostEvent, HostTool } from "./host-tables.js";
import { EVENT_SPELLINGS, FIELD_SPELLINGS } from "./other-spellings.table.js";

/** The tables of one host; every `Host` has them. */
export interface HostTables {
  /** For messages. */
  readonly title: string;
  readonly events: readonly HostEvent[];
  readonly tools: readonly HostTool[];
  readonly sessionKeys: readonly string[];
}

const TABLES: readonly HostTables[] = [
  { title: "Mayros", events: MAYROS_EVENTS, tools: MAYROS_TOOLS, sessionKeys: ["sessionKey"] },
  {
    title: "docker-agent",
    events: DOCKER_AGENT_EVENTS,
    tools: DOCKER_AGENT_TOOLS,
    sessionKeys: ["session_id"],
  },
  { title: "Mimir", events: MIMIR_EVENTS, tools: [], sessionKeys: ["conversation_id"] },
  { title: "Claude Code", events: CLAUDE_CODE_EVENTS, tools: CLAUDE_CODE_TOOLS, sessionKeys: ["session_id"] },
];

/**
 * The names of some hosts together, the canonical ones first. Where several have an event of one name its row carries the
 * fields of all; of two tools with one name the later host's counts.
 */
export function vocabularyOf(hosts: readonly HostTables[]): Vocabulary {
  return {
    events: merged(hosts),
    tools: hosts.flatMap(({ tools }) => tools),
    eventSpellings: EVENT_SPELLINGS,
    fieldSpellings: FIELD_SPELLINGS,
    sessionKeys: [...new Set([...CANONICAL.sessionKeys, ...hosts.flatMap(({ sessionKeys }) => sessionKeys)])],
  };
}

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
  for (const { title, events } of hosts) {
    for (const row of events) {
      const before = rows.get(row.name);
      rows.set(
        row.name,
        before === undefined
          ? { ...row, host: title, known: true }
          : { ...before, carries: [...(before.carries ?? []), ...(row.carries ?? [])] },
      );
    }
  }
  return [...rows.values()];
}
