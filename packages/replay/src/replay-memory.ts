import {
  cellsOf,
  type CellScope,
  type Decision,
  type Event,
  kindsOf,
  type PolicySet,
  readEvent,
  sessionOf,
} from "@gatehouse-hooks/engine";
import {
  beginMemory,
  type CellState,
  type MemoryState,
  reduce,
  remember,
  unknownMemory,
} from "@gatehouse-hooks/engine/memory";
import { lookup } from "@gatehouse-hooks/json";
import { afterCall, decideEvent, rememberedDecision, type Replayed } from "./decide-event.js";
import type { Records } from "./replay.js";
import type { Happened, ReplayInput } from "./replay-input.js";

/** Sessions that are remembered; of more, nothing is known. */
const MOST_SESSIONS = 20_000;

/** The key of every state: a replay is the same each time. */
const KEY = 1;

/** What a set remembers of the events of a log, in their order, and what it says to each. */
export class ReplayMemory {
  readonly #set: PolicySet;
  readonly #records: Records;
  readonly #isUsed: boolean;
  readonly #sessions = new Map<string, MemoryState>();
  /** Cells that more than one session has, by whose they are. */
  readonly #shared = new Map<string, Readonly<Record<string, CellState>>>();
  #isCut = false;

  constructor(set: PolicySet, records: Records) {
    this.#set = set;
    this.#records = records;
    this.#isUsed = cellsOf(set).length > 0;
  }

  /** What comes next was not read from its beginning: nothing is known of sessions that have not been seen. */
  cut(): void {
    this.#isCut = true;
  }

  /** What the set says to an event, which it then remembers, and what came of it. */
  decide(event: Event, input: Pick<ReplayInput, "at" | "happened" | "session">): Replayed {
    if (!this.#isUsed) return decideEvent(this.#set, event, this.#records);
    const said = this.#step(event, input, input.happened);
    const after = input.happened === null ? null : afterCall(event, input.happened);
    const read = after === null ? null : readEvent(after);
    if (read !== null && read.kind !== "refused") this.#step(read.event, input, null);
    return said;
  }

  /** An event that is remembered, and not replayed. */
  saw(given: unknown, at: number | null): void {
    const read = this.#isUsed ? readEvent(given) : null;
    if (read !== null && read.kind !== "refused") this.#step(read.event, { at, session: null }, null);
  }

  #step(
    event: Event,
    { at, session }: Pick<ReplayInput, "at" | "session">,
    happened: Happened | null,
  ): Replayed {
    const named = session ?? nameOf(this.#set, event);
    const name = named === null ? null : JSON.stringify([lookup(event, "host") ?? null, named]);
    const state = this.#stateOf(event, name);
    const now = Math.max(at ?? state.at, 0);
    const said = decideEvent(this.#set, event, this.#records, remember(this.#set, state, now));
    const next = reduce(this.#set, state, event, rememberedDecision(event, decisionOf(said), happened), now);
    if (name !== null) this.#keep(event, name, next);
    return said;
  }

  #stateOf(event: Event, name: string | null): MemoryState {
    const kept = name === null ? undefined : this.#sessions.get(name);
    const isNew = name !== null && !this.#isCut && this.#sessions.size < MOST_SESSIONS;
    const own = kept ?? (isNew ? beginMemory(this.#set, KEY) : unknownMemory(this.#set, KEY));
    const cells = { ...own.cells };
    for (const { name: cell, scope } of cellsOf(this.#set)) {
      if (scope === "session") continue;
      const shared = this.#shared.get(keyOf(scope, event, name))?.[cell];
      const begun = (this.#isCut ? unknownMemory : beginMemory)(this.#set, KEY).cells[cell];
      const state = shared ?? begun;
      if (state !== undefined) cells[cell] = state;
    }
    return { ...own, cells };
  }

  #keep(event: Event, name: string, state: MemoryState): void {
    if (this.#sessions.has(name) || this.#sessions.size < MOST_SESSIONS) this.#sessions.set(name, state);
    for (const { name: cell, scope } of cellsOf(this.#set)) {
      const value = state.cells[cell];
      if (scope === "session" || value === undefined) continue;
      const key = keyOf(scope, event, name);
      this.#shared.set(key, { ...this.#shared.get(key), [cell]: value });
    }
  }
}

/** What nobody has answered is taken to have had no objection: what restricts has then seen the call. */
function decisionOf(said: Replayed): Decision {
  if (said.kind === "decided") return said.decision;
  const none = { warnings: [], context: [], systemMessages: [], trace: [] };
  return { effect: "abstain", policy: null, reason: "", ...none };
}

function nameOf(set: PolicySet, event: Event): string | null {
  const session = sessionOf(event, kindsOf(set));
  return session.kind === "named" ? session.name : null;
}

/** Whose the cells of a scope are. */
function keyOf(scope: CellScope, event: Event, session: string | null): string {
  const folder = lookup(event, "workspace") ?? lookup(event, "cwd") ?? null;
  const agent = lookup(lookup(event, "agent"), "id") ?? lookup(event, "agentId") ?? null;
  return JSON.stringify([scope, scope === "project" ? folder : scope === "agent" ? [session, agent] : null]);
}
