import {
  CANONICAL,
  type DocumentedTool,
  type EventKind,
  type EventKinds,
  eventKinds,
  type Vocabulary,
} from "@gatehouse-hooks/engine";
import { EVENTS as CLAUDE_CODE_EVENTS } from "./claude-code/events.table.js";
import { TOOLS as CLAUDE_CODE_TOOLS } from "./claude-code/tools.table.js";
import { EVENTS as CODEX_EVENTS } from "./codex/events.table.js";
import { TOOLS as CODEX_TOOLS } from "./codex/tools.table.js";
import { EVENTS as GEMINI_CLI_EVENTS } from "./gemini-cli/events.table.js";
import { TOOLS as GEMINI_CLI_TOOLS } from "./gemini-cli/tools.table.js";
import { EVENTS as COPILOT_EVENTS } from "./copilot/events.table.js";
import { TOOLS as COPILOT_TOOLS } from "./copilot/tools.table.js";
import { EVENTS as OPENCODE_EVENTS } from "./opencode/events.table.js";
import { TOOLS as OPENCODE_TOOLS } from "./opencode/tools.table.js";
import { EVENTS as CURSOR_EVENTS } from "./cursor/events.table.js";
import { TOOLS as CURSOR_TOOLS } from "./cursor/tools.table.js";
import { EVENTS as QWEN_CODE_EVENTS } from "./qwen-code/events.table.js";
import { TOOLS as QWEN_CODE_TOOLS } from "./qwen-code/tools.table.js";
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
  /**
   * Policies and decided events have the canonical names, and this host's own are in its payloads: its names for canonical events
   * are not of the vocabulary, nor are its tools' names where another host has the name or one that is only spelled differently.
   * An event that was not prepared is then refused as misspelt, and does not pass as one that no policy is about.
   */
  readonly namesInPayloadsOnly?: true;
}

/** The tables of the hosts of this package. */
export const TABLES: readonly HostTables[] = [
  { title: "Mayros", events: MAYROS_EVENTS, tools: MAYROS_TOOLS, sessionKeys: ["sessionKey"] },
  {
    title: "docker-agent",
    events: DOCKER_AGENT_EVENTS,
    tools: DOCKER_AGENT_TOOLS,
    sessionKeys: ["session_id"],
  },
  { title: "Mimir", events: MIMIR_EVENTS, tools: [], sessionKeys: ["conversation_id"] },
  { title: "Claude Code", events: CLAUDE_CODE_EVENTS, tools: CLAUDE_CODE_TOOLS, sessionKeys: ["session_id"] },
  {
    title: "Codex",
    events: CODEX_EVENTS,
    tools: CODEX_TOOLS,
    sessionKeys: ["session_id"],
    namesInPayloadsOnly: true,
  },
  {
    title: "Gemini CLI",
    events: GEMINI_CLI_EVENTS,
    tools: GEMINI_CLI_TOOLS,
    sessionKeys: ["session_id"],
    namesInPayloadsOnly: true,
  },
  {
    title: "Copilot CLI",
    events: COPILOT_EVENTS,
    tools: COPILOT_TOOLS,
    sessionKeys: [],
    namesInPayloadsOnly: true,
  },
  {
    title: "OpenCode",
    events: OPENCODE_EVENTS,
    tools: OPENCODE_TOOLS,
    sessionKeys: [],
    namesInPayloadsOnly: true,
  },
  {
    title: "Cursor",
    events: CURSOR_EVENTS,
    tools: CURSOR_TOOLS,
    sessionKeys: ["conversation_id"],
    namesInPayloadsOnly: true,
  },
  {
    title: "Qwen Code",
    events: QWEN_CODE_EVENTS,
    tools: QWEN_CODE_TOOLS,
    sessionKeys: ["session_id"],
    namesInPayloadsOnly: true,
  },
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
