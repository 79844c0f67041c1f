import {
  begin,
  type CellScope,
  type Decision,
  type Event,
  type PolicySet,
  type Remembered,
} from "@gatehouse-hooks/engine";
import {
  beginMemory,
  joinMemory,
  memoryKey,
  type MemoryState,
  MOST_DEEP_SESSIONS,
  parentMemoryKey,
  readMemory,
  reduce,
  remember,
  scopesOf,
  sessionBeginning,
  stateOfScope,
  stateOfScopes,
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
    const state = stateOfScopes(set, parts);
    const decision = await decide(remember(set, state, time));
    if (!counts(decision)) return decision;
    const next = reduce(set, state, event, decision, time);
    const written = await writeParts(set, store, parts, next, earlier).catch(() => null);
    if (written === null) return await lost("memory-lost", "what happens cannot be kept");
    if (written) {
      if (parts.some(({ wasTold }) => wasTold)) await noteStarts(store, event);
      return decision;
    }
  }
  return await lost("memory-busy", "too many calls of one session were decided at once");
}

/**
 * What is remembered when an event comes, to explain what would be said to it: nothing is written, and nothing counted.
 */
export async function readRemembered(
  set: PolicySet,
  given: Event,
  options: RememberingOptions,
): Promise<Remembered> {
  const { store, now = Date.now, onNotice, hosts = [] } = ownProperties(options);
  const event = admitted(set, given, hosts);
  const parts =
    event === null ? null : await loadParts(set, event, store, new Map(), onNotice).catch(() => null);
  return remember(set, parts === null ? unknownMemory(set, 1) : stateOfScopes(set, parts), now());
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
  /** The event before it was the session's start: this agent tells starts, and its calls are of the same session. */
  readonly wasTold: boolean;
  /** How the state is written, where that says how the session came about. */
  readonly begins?: string;
}

/** What an earlier round has written of a part: the version, and the state before. */
type Earlier = Map<string, { readonly version: number; readonly before: MemoryState }>;

async function loadParts(
  set: PolicySet,
  event: Event,
  store: MemoryStore,
  earlier: Earlier,
  onNotice: RememberingOptions["onNotice"],
): Promise<readonly Part[]> {
  const parts: Part[] = [];
  for (const scope of scopesOf(set)) parts.push(await loadPart(scope, set, event, store, earlier));
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
  const own = memoryKey(scope, set, event);
  const { key, kept } = own === null ? { key: null, kept: NOTHING } : await rootOf(store, own);
  const none = { scope, key, version: 0, text: null, isLost: false, isCounted: false, wasTold: false };
  if (key === null) return { ...none, state: unknownMemory(set, drawn) };
  const isStart = scope === "session" && key === own && event.event === SESSION_START;
  const told = isStart ? { begins: TOLD } : {};
  if (kept === "damaged") return { ...none, state: unknownMemory(set, drawn), isLost: true };
  if (kept === "none") {
    const isGone = scope === "session" && (await hasPast(store, event, key === own));
    // What has said that it goes on stays without its past, whatever comes later.
    const how = sessionBeginning(event) === "continues" ? told : { begins: GONE };
    if (isGone) return { ...none, ...how, state: unknownMemory(set, drawn), isLost: true };
    return { ...none, ...told, state: beginMemory(set, drawn) };
  }
  const before = earlier.get(key);
  if (before?.version === kept.version) return { ...none, ...kept, state: before.before };
  const isCounted = before !== undefined;
  return { ...none, ...kept, ...keptPart(set, kept.text, isStart ? event : null, drawn), isCounted };
}

/**
 * A state that is kept.
 *
 * @param start the start of the session itself, where the event is one: a subagent that begins anew leaves its parent's memory as it is
 */
function keptPart(set: PolicySet, text: string, start: Event | null, drawn: number) {
  const beginning = start === null ? undefined : sessionBeginning(start);
  const wasGone = text.startsWith(GONE);
  // Its start may come behind its first event, and says that there was nothing before.
  const isNew = beginning === "anew" || (beginning === null && wasGone);
  const read = isNew ? beginMemory(set, drawn) : readMemory(set, text);
  const begins = wasGone && !isNew ? GONE : TOLD;
  return {
    state: read ?? unknownMemory(set, drawn),
    isLost: read === null,
    wasTold: start === null && text.startsWith(TOLD),
    ...(start !== null || begins === GONE ? { begins } : {}),
  };
}

/**
 * Whether a session without a kept state has a past, which is not an empty one: it goes on, or is in its middle, and its agent is known to tell how
 * sessions start. Of an agent that never told, nothing can be said: its hook may not be wired for that.
 *
 * @param isOwn whether the state is that of the event's own session
 */
async function hasPast(store: MemoryStore, event: Event, isOwn: boolean): Promise<boolean> {
  const isStart = event.event === SESSION_START;
  if (isStart && sessionBeginning(event) === "continues") return true;
  return !(isStart && isOwn) && (await tellsStarts(store, event));
}

async function tellsStarts(store: MemoryStore, event: Event): Promise<boolean> {
  const key = startsKey(event);
  return key !== null && (await store.read(key)) !== "none";
}

const SESSION_START = "session_start";
/** How the state of a session is written whose start was told, until its next event. */
const TOLD = '{"told":true,';
/** How one is written that began in its middle. */
const GONE = '{"gone":true,';

/** Under what it is kept that an agent tells starts; null: the event does not say which agent it is. */
function startsKey({ host }: Event): string | null {
  return typeof host === "string" && host !== "" ? `starts:${host}` : null;
}

/** Keeps that the event's agent tells how sessions start. Written for each session anew: a store forgets what it has not seen for long. */
async function noteStarts(store: MemoryStore, event: Event): Promise<void> {
  const key = startsKey(event);
  if (key === null) return;
  const kept = await store.read(key).catch(() => "damaged" as const);
  if (kept === "damaged") return;
  const version = kept === "none" ? 0 : kept.version;
  // Where it cannot be kept, the next session says it again.
  await store.write(key, version, JSON.stringify({ starts: event["host"] })).catch(() => false);
}

const NOTHING = "none" as const;

/** How the state of a session begins that shares that of another one. */
const SHARES = '{"shares":';

/** Under what the state of a session is kept: its own key, or that of the session whose memory it shares. */
async function rootOf(
  store: MemoryStore,
  own: string,
): Promise<{ readonly key: string; readonly kept: KeptState | "none" | "damaged" }> {
  let key = own;
  for (let depth = 0; depth < MOST_DEEP_SESSIONS; depth++) {
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
  const key = memoryKey("session", set, event);
  const parent = parentMemoryKey(set, event);
  for (let round = 0; key !== null && parent !== null; round++) {
    if (round === MOST_ROUNDS) throw new Error("too many calls at once");
    const { key: shared, kept: own } = await rootOf(store, key);
    const root = await rootOf(store, parent);
    // It shares one already, or would share its own.
    if (shared !== key || root.key === key) return;
    const hasBegun = root.kept !== "none" || !(await tellsStarts(store, event));
    if (own !== "none" && !(await joinTo(set, store, root, own, hasBegun))) continue;
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
  hasBegun: boolean,
): Promise<boolean> {
  const drawn = Math.floor(Math.random() * 2 ** 31);
  const child = (own === "damaged" ? null : readMemory(set, own.text)) ?? unknownMemory(set, drawn);
  const read = typeof kept === "string" ? null : readMemory(set, kept.text);
  const before = kept === "none" && hasBegun ? beginMemory(set, child.key) : read;
  const both = joinMemory(set, before ?? unknownMemory(set, drawn), child);
  const version = typeof kept === "string" ? 0 : kept.version;
  const text = JSON.stringify({ ...stateOfScope(set, "session", both), of: key });
  return await store.write(key, version, text);
}

/** The most cells of other projects that are kept. */
const MOST_OTHERS = 1_000;

/** What other projects remember in the state that a user's projects share: it stays as it is. */
function othersIn(text: string | null, mine: MemoryState["cells"]): JsonObject {
  const cells = text === null ? undefined : lookup(parseJsonObject(text).value, "cells");
  const others = isRecord(cells) ? Object.entries(cells).filter(([name]) => !Object.hasOwn(mine, name)) : [];
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
  for (const { scope, key, version, state, text, isCounted, begins = "{" } of parts) {
    if (key === null || isCounted) continue;
    const mine = stateOfScope(set, scope, next);
    const before = JSON.stringify(stateOfScope(set, scope, state).cells);
    const isSame = !earlier.has(key) && text !== null && JSON.stringify(mine.cells) === before;
    // What more than one session shares is written only where it has changed.
    if (scope !== "session" && isSame) continue;
    const others = scope === "user" ? othersIn(text, mine.cells) : {};
    // Whose it is, for a person who looks at what is kept: a store may know its keys by a hash only.
    const kept = JSON.stringify({ ...mine, cells: { ...others, ...mine.cells }, of: key });
    if (!(await store.write(key, version, begins + kept.slice(1)))) return false;
    earlier.set(key, { version: version + 1, before: state });
  }
  return true;
}
