import {
  begin,
  cellsOf,
  type CellScope,
  type Decision,
  type Event,
  kindsOf,
  type Need,
  type PolicySet,
  readEvent,
  type Remembered,
  sessionOf,
  settle,
} from "@gatehouse-hooks/engine";
import {
  beginMemory,
  type CellState,
  type MemoryState,
  reduce,
  remember,
  unknownMemory,
} from "@gatehouse-hooks/engine/memory";
import { isRecord, type JsonObject, type JsonValue, lookup } from "@gatehouse-hooks/json";
import type { RecordedQuestion, Records } from "./replay.js";
import type { Happened, ReplayInput } from "./replay-input.js";

/** A need that a record answers, or none does. */
export interface AskedNeed {
  readonly need: Need;
  readonly question: RecordedQuestion;
}

/** What a set says to an event with what records know. */
export type Replayed =
  | {
      readonly kind: "decided";
      readonly decision: Decision;
      readonly answered: readonly AskedNeed[];
      readonly malformed: boolean;
    }
  | {
      readonly kind: "unknown";
      readonly answered: readonly AskedNeed[];
      /** At least one. */
      readonly waiting: readonly AskedNeed[];
    };

/**
 * Decides an event as a driver would that has nothing but records: the door first, then on until the decision is made or no record
 * answers what is open.
 */
export function decideEvent(
  set: PolicySet,
  event: Event,
  records: Records,
  remembered?: Remembered,
): Replayed {
  const begun = begin(set, event, remembered === undefined ? {} : { remembered });
  const answered: AskedNeed[] = [];
  const settled =
    begun.kind !== "pending"
      ? begun
      : settle(begun, (need) => {
          const question = questionOf(need, records);
          if (question.verdict === null) return undefined;
          answered.push({ need, question });
          return question.verdict;
        });
  if (settled.kind === "pending") {
    const waiting = settled.needs.map((need) => ({ need, question: questionOf(need, records) }));
    return { kind: "unknown", answered, waiting };
  }
  const { kind, decision } = settled;
  return { kind: "decided", decision, answered, malformed: kind === "refused" };
}

function questionOf(need: Need, { answer }: Records): RecordedQuestion {
  if (answer !== undefined) return answer(need);
  return { key: `${need.id} ${JSON.stringify(need.event)}`, verdict: null };
}

/**
 * The event after a call, of the one before it and what a log says became of it; null: the call did not run, or the log does not tell.
 *
 * @param actual the arguments that it ran with, where a hook has changed them
 */
export function afterCall(
  event: JsonObject,
  { outcome }: Pick<Happened, "outcome">,
  actual?: JsonValue,
): JsonObject | null {
  if (event["event"] !== "before_tool_call" || outcome === "denied" || outcome === "unknown") return null;
  const { raw: _, ...known } = event;
  return {
    ...known,
    event: "after_tool_call",
    ...(isRecord(actual) && { params: actual }),
    ...(outcome === "failed" && { error: "the call failed" }),
  };
}

/**
 * A decision as memory takes it: a call that ran was not denied, whatever is decided about it today, so that what restricts has seen it.
 */
export function rememberedDecision(
  event: Event,
  decision: Decision,
  happened: Pick<Happened, "outcome"> | null,
): Decision {
  const ran = happened !== null && happened.outcome !== "denied" && happened.outcome !== "unknown";
  return ran && event.event === "before_tool_call" && decision.effect === "deny"
    ? { ...decision, effect: "abstain" }
    : decision;
}

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
