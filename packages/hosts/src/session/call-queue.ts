import { type CallDraft, type CallEnd, endedCall, UNKNOWN_END } from "./call-draft.js";
import { type SessionCall, sessionCallKey } from "./session-call.js";
import type { JsonValue } from "@gatehouse-hooks/json";

/** Calls that wait for their results; the oldest goes out as it is when there are more. */
const MAX_WAITING = 256;
/** What they may hold together, in characters. */
const MAX_WEIGHT = 64 * 1024 * 1024;
/** Calls that are remembered, so that a copy in the same file is known. */
const MAX_KNOWN = 50_000;

/** A call that waits, with what its reader knows beside it. */
export interface WaitingCall {
  readonly draft: CallDraft;
}

/** Calls in the order in which they were made, until it is known what became of them. */
export interface CallQueue<T extends WaitingCall> {
  /** Adds a call, with the place of its record. False: it is a copy of one that was there. */
  readonly open: (call: T, line: number) => boolean;
  /** The newest call with this id that waits. */
  readonly find: (id: string) => T | undefined;
  /** The calls that wait, oldest first. */
  readonly waiting: () => readonly T[];
  /** What it is if nothing more comes. Asked for once at most. */
  readonly expect: (call: T, end: () => CallEnd) => void;
  readonly settle: (call: T, end: CallEnd) => void;
  /** The oldest calls, up to the first that waits. */
  readonly take: () => readonly SessionCall[];
  /** All that are left. */
  readonly drain: () => readonly SessionCall[];
}

interface Entry<T> {
  readonly call: T;
  readonly line: number;
  readonly weight: number;
  readonly expected: () => CallEnd;
  readonly end: CallEnd | null;
}

/** An empty queue. */
export function callQueue<T extends WaitingCall>(): CallQueue<T> {
  /** In order: a map keeps the order of its first insertions. */
  const entries = new Map<T, Entry<T>>();
  const byId = new Map<string, T>();
  const known = new Set<string>();
  let weight = 0;
  const change = (call: T, parts: Partial<Entry<T>>): void => {
    const entry = entries.get(call);
    if (entry !== undefined) entries.set(call, { ...entry, ...parts });
  };
  const forget = (call: T): void => {
    if (byId.get(call.draft.id) === call) byId.delete(call.draft.id);
  };
  const takeWhile = (more: (entry: Entry<T>) => boolean): readonly SessionCall[] => {
    const taken: SessionCall[] = [];
    for (const entry of entries.values()) {
      if (!more(entry)) break;
      entries.delete(entry.call);
      forget(entry.call);
      weight -= entry.weight;
      taken.push(endedCall(entry.call.draft, entry.end ?? entry.expected(), entry.line));
    }
    return taken;
  };
  return {
    open(call, line) {
      const { draft } = call;
      const key = sessionCallKey(draft);
      if (draft.id !== "" && known.has(key)) return false;
      known.add(key);
      if (known.size > MAX_KNOWN) for (const oldest of known) if (known.delete(oldest)) break;
      const its = weightOf(draft.params) + weightOf(draft.event);
      weight += its;
      // Without an id no result can be told to be its own.
      entries.set(call, {
        call,
        line,
        weight: its,
        expected: () => UNKNOWN_END,
        end: draft.id === "" ? UNKNOWN_END : null,
      });
      if (draft.id !== "") byId.set(draft.id, call);
      return true;
    },
    find: (id) => byId.get(id),
    waiting: () => Array.from(entries.values()).flatMap(({ call, end }) => (end === null ? [call] : [])),
    expect: (call, expected) => change(call, { expected }),
    settle(call, end) {
      change(call, { end });
      forget(call);
    },
    take: () => takeWhile(({ end }) => end !== null || entries.size > MAX_WAITING || weight > MAX_WEIGHT),
    drain: () => takeWhile(() => true),
  };
}

/** About how much memory a value holds, in characters. Depth is bounded by what parsed it. */
function weightOf(value: JsonValue): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 1;
  let weight = 8;
  if (Array.isArray(value)) for (const one of value as readonly JsonValue[]) weight += weightOf(one);
  else for (const [key, one] of Object.entries(value)) weight += key.length + weightOf(one);
  return weight;
}
