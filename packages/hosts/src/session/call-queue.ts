import { type CallDraft, type CallEnd, endedCall, UNKNOWN_END } from "./call-draft.js";
import { sessionCallKey, type SessionCall } from "./session-call.js";
import { type JsonValue, isList } from "@gatehouse-hooks/json";

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
interface CallQueue<T extends WaitingCall> {
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
  return new WaitingCalls<T>();
}

class WaitingCalls<T extends WaitingCall> implements CallQueue<T> {
  /** In order: a map keeps the order of its first insertions. */
  readonly #entries = new Map<T, Entry<T>>();
  readonly #byId = new Map<string, T>();
  readonly #known = new Set<string>();
  #weight = 0;

  open(call: T, line: number): boolean {
    const { draft } = call;
    const key = sessionCallKey(draft);
    if (draft.id !== "" && this.#known.has(key)) return false;
    this.#known.add(key);
    if (this.#known.size > MAX_KNOWN) for (const oldest of this.#known) if (this.#known.delete(oldest)) break;
    const weight = weightOf(draft.params) + weightOf(draft.event);
    this.#weight += weight;
    // Without an id no result can be told to be its own.
    const end = draft.id === "" ? UNKNOWN_END : null;
    this.#entries.set(call, { call, line, weight, expected: () => UNKNOWN_END, end });
    if (draft.id !== "") this.#byId.set(draft.id, call);
    return true;
  }

  find(id: string): T | undefined {
    return this.#byId.get(id);
  }

  waiting(): readonly T[] {
    return Array.from(this.#entries.values()).flatMap(({ call, end }) => (end === null ? [call] : []));
  }

  expect(call: T, expected: () => CallEnd): void {
    this.#change(call, { expected });
  }

  settle(call: T, end: CallEnd): void {
    this.#change(call, { end });
    this.#forget(call);
  }

  take(): readonly SessionCall[] {
    return this.#takeWhile(
      ({ end }) => end !== null || this.#entries.size > MAX_WAITING || this.#weight > MAX_WEIGHT,
    );
  }

  drain(): readonly SessionCall[] {
    return this.#takeWhile(() => true);
  }

  #change(call: T, parts: Partial<Entry<T>>): void {
    const entry = this.#entries.get(call);
    if (entry !== undefined) this.#entries.set(call, { ...entry, ...parts });
  }

  #forget(call: T): void {
    if (this.#byId.get(call.draft.id) === call) this.#byId.delete(call.draft.id);
  }

  #takeWhile(more: (entry: Entry<T>) => boolean): readonly SessionCall[] {
    const taken: SessionCall[] = [];
    for (const entry of this.#entries.values()) {
      if (!more(entry)) break;
      this.#entries.delete(entry.call);
      this.#forget(entry.call);
      this.#weight -= entry.weight;
      taken.push(endedCall(entry.call.draft, entry.end ?? entry.expected(), entry.line));
    }
    return taken;
  }
}

/** About how much memory a value holds, in characters. Depth is bounded by what parsed it. */
function weightOf(value: JsonValue): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 1;
  let weight = 8;
  if (isList(value)) for (const one of value) weight += weightOf(one);
  else for (const [key, one] of Object.entries(value)) weight += key.length + weightOf(one);
  return weight;
}
