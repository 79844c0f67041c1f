import type { Effect } from "@gatehouse-hooks/engine";
import type { HandlerKind } from "./handlers.js";

/** What a runtime has done since it was made, and what it is doing. */
export interface RuntimeStats {
  readonly decisions: number;
  /** Decisions being made now. */
  readonly deciding: number;
  readonly effects: Readonly<Record<Effect, number>>;
  /** Handlers called, by kind. */
  readonly calls: Readonly<Record<HandlerKind, number>>;
  /** Judge verdicts that came from the cache. */
  readonly hits: number;
  /** Judge verdicts that came from an equal question in flight. */
  readonly joins: number;
  /** Verdicts that were failures. */
  readonly failures: number;
  /** Questions being asked now from the queues of judge and commands. */
  readonly running: number;
  /** Questions that wait in those queues. */
  readonly waiting: number;
}

type Counted = Omit<RuntimeStats, "running" | "waiting">;
type Writable<T> = { -readonly [Key in keyof T]: T[Key] extends number ? number : Writable<T[Key]> };

/** The numbers of a runtime, to be counted up. */
export type Counters = Writable<Counted>;

export function newCounters(): Counters {
  return {
    decisions: 0,
    deciding: 0,
    effects: { deny: 0, ask: 0, allow: 0, abstain: 0 },
    calls: { judge: 0, command: 0, builtin: 0, function: 0 },
    hits: 0,
    joins: 0,
    failures: 0,
  };
}
