import {
  begin,
  cellsOf,
  type CellScope,
  type Decision,
  type Event,
  kindsOf,
  type PolicySet,
  type Remembered,
  sessionOf,
} from "@gatehouse-hooks/engine";
import {
  beginMemory,
  joinMemory,
  type MemoryState,
  readMemory,
  reduce,
  remember,
  unknownMemory,
} from "@gatehouse-hooks/engine/memory";
import { isRecord, type JsonObject, lookup, ownProperties, parseJsonObject } from "@gatehouse-hooks/json";
import type { Notice } from "../notice.js";
import { completing, NO_PROXIES, type RuntimeHost } from "../read-input.js";
import type { KeptState, MemoryStore } from "./memory-store.js";

/** How a session's memory is kept. */
export interface RememberingOptions {
  readonly store: MemoryStore;
  /** The agents whose events are decided, as the runtime has them. */
  readonly hosts?: readonly RuntimeHost[];
  /** Milliseconds since 1970. Default: the clock of the machine. */
  readonly now?: () => number;
  readonly onNotice?: (notice: Notice) => void;
  /** Whether an event that was decided so has happened, as far as memory goes. Default: always. */
  readonly counts?: ((decision: Decision) => boolean) | undefined;
}

/** How often a decision is made anew because another one of the session was first. */
const MOST_ROUNDS = 64;

/**
 * Decides with what is remembered of the events before, and keeps what is to be remembered of this one before anybody learns the decision
 * (SPEC, "Memory"). Of decisions at once one is first, and the others are made anew on what it left.
 *
 * @param decide decides the event; asked again where the state has moved
 */
export async function decideWithMemory(
  set: PolicySet,
  given: Event,
  options: RememberingOptions,
  decide: (remembered: Remembered) => Decision | Promise<Decision>,
): Promise<Decision> {
  const { store, now = Date.now, onNotice, hosts = [], counts = () => true } = ownProperties(options);
  const event = admitted(set, given, hosts);
  const lost = (code: string, message: string): Decision | Promise<Decision> => {
    onNotice?.({ code, message: `${message}: policies that read it fail` });
    return decide(remember(set, unknownMemory(set, 1), now()));
  };
  // What the door refuses is denied, and changes nothing.
  if (event === null) return await decide(remember(set, unknownMemory(set, 1), now()));
  const earlier: Earlier = new Map();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const parts = await shareWithParent(set, event, store)
      .then(() => loadParts(set, event, store, earlier, onNotice))
      .catch(() => null);
    if (parts === null) return await lost("memory-lost", "what happened before cannot be read");
    const time = now();
    const state = joined(set, parts);
    const decision = await decide(remember(set, state, time));
    if (!counts(decision)) return decision;
    const next = reduce(set, state, event, decision, time);
    const written = await writeParts(set, store, parts, next, earlier).catch(() => null);
    if (written === null) return await lost("memory-lost", "what happens cannot be kept");
    if (written) return decision;
  }
  return await lost("memory-busy", "too many calls of one session were decided at once");
}

/** The event as it is decided; null where it is not one that a guard can check. */
function admitted(set: PolicySet, given: Event, hosts: readonly RuntimeHost[]): Event | null {
  const begun = begin(set, given, { ...NO_PROXIES, complete: completing(hosts) });
  return begun.kind === "refused" ? null : begun.event;
}

/** The state of one scope. */
interface Part {
  readonly scope: CellScope;
  /** Null: the event does not say whose it is, so nothing is known, and nothing kept. */
  readonly key: string | null;
  readonly version: number;
  readonly text: string | null;
  readonly state: MemoryState;
  /** Something is kept and cannot be read, or was kept and is gone. */
  readonly isLost: boolean;
  /** An earlier round has written this event there, and others have written since: it is not to be counted again. */
  readonly isCounted: boolean;
}

/** What an earlier round has written of a part: the version, and the state before. */
type Earlier = Map<string, { readonly version: number; readonly before: MemoryState }>;

/** The order in which they are written: what more share comes first, so that it is never fewer than what was let through. */
const SCOPES: readonly CellScope[] = ["user", "project", "agent", "session"];

async function loadParts(
  set: PolicySet,
  event: Event,
  store: MemoryStore,
  earlier: Earlier,
  onNotice: RememberingOptions["onNotice"],
): Promise<readonly Part[]> {
  const used = new Set(cellsOf(set).map(({ scope }) => scope));
  const parts: Part[] = [];
  for (const scope of SCOPES) {
    // The session's state has the calls that were asked about, also where it has no cells.
    if (scope === "session" || used.has(scope)) parts.push(await loadPart(scope, set, event, store, earlier));
  }
  if (parts.some(({ isLost }) => isLost)) {
    const message = "what happened before in this session is damaged or gone: policies that read it fail";
    onNotice?.({ code: "memory-lost", message });
  }
  return parts;
}

async function loadPart(
  scope: CellScope,
  set: PolicySet,
  event: Event,
  store: MemoryStore,
  earlier: Earlier,
): Promise<Part> {
  const drawn = Math.floor(Math.random() * 2 ** 31);
  const own = keyOfScope(scope, set, event);
  const { key, kept } = own === null ? { key: null, kept: NOTHING } : await rootOf(store, own);
  const none = { scope, key, version: 0, text: null, isLost: false, isCounted: false };
  if (key === null) return { ...none, state: unknownMemory(set, drawn) };
  // A conversation that goes on has a past, which is not an empty one.
  const isGone = kept === "none" && scope === "session" && isResumed(event);
  if (kept === "damaged" || isGone) return { ...none, state: unknownMemory(set, drawn), isLost: true };
  if (kept === "none") return { ...none, state: beginMemory(set, drawn) };
  const before = earlier.get(key);
  if (before?.version === kept.version) return { ...none, ...kept, state: before.before };
  // A subagent that begins anew leaves its parent's memory as it is.
  const isNew = scope === "session" && key === own && isCleared(event);
  const read = isNew ? beginMemory(set, drawn) : readMemory(set, kept.text);
  const isCounted = before !== undefined;
  return { ...none, ...kept, state: read ?? unknownMemory(set, drawn), isLost: read === null, isCounted };
}

const NOTHING = "none" as const;

/** Subagents of subagents, and so on: one that is deeper has no memory. */
const MOST_DEEP = 16;

/** How the state of a session begins that shares that of another one. */
const SHARES = '{"shares":';

/** Under what the state of a session is kept: its own key, or that of the session whose memory it shares. */
async function rootOf(
  store: MemoryStore,
  own: string,
): Promise<{ readonly key: string; readonly kept: KeptState | "none" | "damaged" }> {
  let key = own;
  for (let depth = 0; depth < MOST_DEEP; depth++) {
    const kept = await store.read(key);
    const shared =
      typeof kept !== "string" && kept.text.startsWith(SHARES)
        ? lookup(parseJsonObject(kept.text).value, "shares")
        : undefined;
    if (typeof shared !== "string") return { key, kept };
    key = shared;
  }
  throw new Error("the sessions of subagents are too deep");
}

/**
 * Has a subagent that is a session of its own share the memory of the session that has started it, from the first event on that says whose it is. What it
 * has seen before that is joined to it.
 */
async function shareWithParent(set: PolicySet, event: Event, store: MemoryStore): Promise<void> {
  const key = keyOfScope("session", set, event);
  const parent = parentOf(event, set);
  for (let round = 0; key !== null && parent !== null; round++) {
    if (round === MOST_ROUNDS) throw new Error("too many calls at once");
    const { key: shared, kept: own } = await rootOf(store, key);
    const root = await rootOf(store, parent);
    // It shares one already, or would share its own.
    if (shared !== key || root.key === key) return;
    if (own !== "none" && !(await joinTo(set, store, root, own))) continue;
    const version = typeof own === "string" ? 0 : own.version;
    if (await store.write(key, version, `${SHARES}${JSON.stringify(root.key)},"of":${JSON.stringify(key)}}`))
      return;
  }
}

/** Adds what a subagent has seen to the state of its parent; false where that has moved. */
async function joinTo(
  set: PolicySet,
  store: MemoryStore,
  { key, kept }: Awaited<ReturnType<typeof rootOf>>,
  own: KeptState | "damaged",
): Promise<boolean> {
  const drawn = Math.floor(Math.random() * 2 ** 31);
  const child = (own === "damaged" ? null : readMemory(set, own.text)) ?? unknownMemory(set, drawn);
  const before =
    kept === "none" ? beginMemory(set, child.key) : kept === "damaged" ? null : readMemory(set, kept.text);
  const { cells, ...both } = joinMemory(set, before ?? unknownMemory(set, drawn), child);
  const mine = new Set(ofScope(set, "session").map(({ name }) => name));
  const ofSession = Object.fromEntries(Object.entries(cells).filter(([name]) => mine.has(name)));
  const version = typeof kept === "string" ? 0 : kept.version;
  return await store.write(key, version, JSON.stringify({ ...both, cells: ofSession, of: key }));
}

/** The key of the session that has started the event's one: an agent that is a session of its own says so. */
function parentOf(event: Event, set: PolicySet): string | null {
  const session = sessionOf(event, kindsOf(set));
  const agent = lookup(event, "agent");
  const parent = lookup(agent, "parent");
  if (session.kind !== "named" || lookup(agent, "id") !== session.name) return null;
  if (typeof parent !== "string" || parent === "" || parent === session.name) return null;
  return `session:${JSON.stringify([hostOf(event), parent])}`;
}

function hostOf(event: Event): string {
  const host = lookup(event, "host");
  return typeof host === "string" ? host : "";
}

/** A conversation that goes on. */
function isResumed(event: Event): boolean {
  return startsBy(event, "resume") || startsBy(event, "compact");
}

/** A session that begins as a new conversation under its old name. */
function isCleared(event: Event): boolean {
  return startsBy(event, "clear");
}

/** How a session starts: as a canonical event says it, or the agent's own payload. */
function startsBy(event: Event, source: string): boolean {
  const sources = [lookup(event, "source"), lookup(lookup(event, "raw"), "source")];
  return event.event === "session_start" && sources.includes(source);
}

/** Under what the state of a scope is kept; null where the event does not say whose it is. */
function keyOfScope(scope: CellScope, set: PolicySet, event: Event): string | null {
  const text = (field: string): string => {
    const value = lookup(event, field);
    return typeof value === "string" ? value : "";
  };
  if (scope === "user") return "user";
  if (scope === "project") {
    const folder = text("workspace") || text("cwd");
    return folder === "" ? null : `project:${folder}`;
  }
  const session = sessionOf(event, kindsOf(set));
  if (session.kind !== "named") return null;
  const name = JSON.stringify([hostOf(event), session.name]);
  if (scope === "session") return `session:${name}`;
  return `agent:${JSON.stringify([name, agentOf(event) ?? text("agentId")])}`;
}

/** The agent in a session that an event is of: as a canonical event says it, or the agent's own payload. */
function agentOf(event: Event): string | undefined {
  const ids = [lookup(lookup(event, "agent"), "id"), lookup(lookup(event, "raw"), "agent_id")];
  return ids.find((id) => typeof id === "string");
}

/** One state of all scopes: the cells of each, and the rest of the session's. */
function joined(set: PolicySet, parts: readonly Part[]): MemoryState {
  const session = parts.at(-1)?.state ?? unknownMemory(set, 1);
  const cells = { ...session.cells };
  for (const { scope, state } of parts)
    for (const { name } of ofScope(set, scope)) {
      const cell = state.cells[name];
      if (cell !== undefined) cells[name] = cell;
    }
  const at = Math.max(...parts.map(({ state }) => state.at));
  return { ...session, at, cells };
}

function ofScope(set: PolicySet, scope: CellScope) {
  return cellsOf(set).filter((cell) => cell.scope === scope);
}

/** The most cells of other projects that are kept. */
const MOST_OTHERS = 1_000;

/** What other projects remember in the state that a user's projects share: it stays as it is. */
function othersIn(text: string | null, mine: ReadonlySet<string>): JsonObject {
  const cells = text === null ? undefined : lookup(parseJsonObject(text).value, "cells");
  const others = isRecord(cells) ? Object.entries(cells).filter(([name]) => !mine.has(name)) : [];
  return Object.fromEntries(others.slice(-MOST_OTHERS));
}

/** Writes what has changed; false where a part has moved meanwhile. */
async function writeParts(
  set: PolicySet,
  store: MemoryStore,
  parts: readonly Part[],
  next: MemoryState,
  earlier: Earlier,
): Promise<boolean> {
  for (const { scope, key, version, state, text, isCounted } of parts) {
    if (key === null || isCounted) continue;
    const own = new Set(ofScope(set, scope).map(({ name }) => name));
    const cellsIn = (all: MemoryState): string =>
      JSON.stringify(Object.entries(all.cells).filter(([name]) => own.has(name)));
    const isSame = !earlier.has(key) && text !== null && cellsIn(next) === cellsIn(state);
    // What more than one session shares is written only where it has changed.
    if (scope !== "session" && isSame) continue;
    const mine = Object.fromEntries(Object.entries(next.cells).filter(([name]) => own.has(name)));
    const cells = { ...(scope === "user" && othersIn(text, own)), ...mine };
    // Whose it is, for a person who looks at what is kept: a store may know its keys by a hash only.
    const kept = { ...next, cells, pending: scope === "session" ? next.pending : [], of: key };
    if (!(await store.write(key, version, JSON.stringify(kept)))) return false;
    earlier.set(key, { version: version + 1, before: state });
  }
  return true;
}
