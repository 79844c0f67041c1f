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
import type { HostEvent } from "./host-tables.js";
import { EVENT_SPELLINGS, FIELD_SPELLINGS } from "./other-spellings.table.js";

/** The tables of one host. */
interface Tables {
  /** For messages. */
  readonly title: string;
  readonly events: readonly HostEvent[];
}

const TABLES: readonly Tables[] = [
  { title: "Mayros", events: MAYROS_EVENTS },
  { title: "docker-agent", events: DOCKER_AGENT_EVENTS },
  { title: "Mimir", events: MIMIR_EVENTS },
  { title: "Claude Code", events: CLAUDE_CODE_EVENTS },
];

/**
 * The names of all hosts together, the canonical ones first. Where several hosts have an event of one name its row carries
 * the fields of all.
 */
export const VOCABULARY: Vocabulary = {
  events: merged(),
  tools: [...MAYROS_TOOLS, ...CLAUDE_CODE_TOOLS, ...DOCKER_AGENT_TOOLS],
  eventSpellings: EVENT_SPELLINGS,
  fieldSpellings: FIELD_SPELLINGS,
  // Mayros and canonical events, docker-agent and Claude Code, Mimir.
  sessionKeys: ["sessionKey", "session_id", "conversation_id"],
};

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

function merged(): readonly EventKind[] {
  const rows = new Map<string, EventKind>(CANONICAL.events.map((row) => [row.name, row]));
  for (const { title, events } of TABLES) {
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
