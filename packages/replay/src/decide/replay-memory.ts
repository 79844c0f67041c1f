import { cellsOf, type Decision, type Event, type PolicySet, readEvent } from "@gatehouse-hooks/engine";
import {
  beginMemory,
  joinMemory,
  memoryKey,
  type MemoryState,
  MOST_DEEP_SESSIONS,
  parentMemoryKey,
  reduce,
  remember,
  scopesOf,
  sessionBeginning,
  stateOfScope,
  stateOfScopes,
  unknownMemory,
} from "@gatehouse-hooks/engine/memory";
import { afterCall, decideByRecords, rememberedDecision, type Replayed } from "./decide-by-records.js";
import type { Records } from "../replay.js";
import type { Happened, ReplayInput } from "../replay-input.js";

/** States that are remembered; of more sessions, nothing is known. */
const MOST_STATES = 20_000;

/** The key of every state: a replay is the same each time. */
const KEY = 1;

/** What a set remembers of the events of a log, in their order, and what it says to each: as a driver that keeps it would have. */
export class ReplayMemory {
  readonly #set: PolicySet;
  readonly #records: Records;
  readonly #isUsed: boolean;
  readonly #states = new Map<string, MemoryState>();
  /** The sessions that share the memory of another one. */
  readonly #shares = new Map<string, string>();
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
    if (!this.#isUsed) {
      this.#records.came?.(event, input.at);
      return decideByRecords(this.#set, event, this.#records);
    }
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
    { at, session: given }: Pick<ReplayInput, "at" | "session">,
    happened: Happened | null,
  ): Replayed {
    this.#records.came?.(event, at);
    const session = given ?? undefined;
    this.#shareWithParent(event, session);
    const parts = scopesOf(this.#set).map((scope) => {
      const key = memoryKey(scope, this.#set, event, session);
      const root = key === null ? null : this.#rootOf(key);
      const beginning = scope === "session" ? sessionBeginning(event) : null;
      // A subagent that begins anew leaves its parent's memory as it is.
      return {
        scope,
        root,
        state: this.#stateAt(root, beginning === "anew" && key !== root ? null : beginning),
      };
    });
    const state = stateOfScopes(this.#set, parts);
    const now = Math.max(at ?? state.at, 0);
    const said = decideByRecords(this.#set, event, this.#records, remember(this.#set, state, now));
    const next = reduce(this.#set, state, event, rememberedDecision(event, decisionOf(said), happened), now);
    for (const { scope, root } of parts)
      if (root !== null) this.#keep(root, stateOfScope(this.#set, scope, next));
    return said;
  }

  /** @param beginning how the event begins the session whose state it is */
  #stateAt(root: string | null, beginning: ReturnType<typeof sessionBeginning>): MemoryState {
    const kept = root === null ? undefined : this.#states.get(root);
    if (kept !== undefined) return beginning === "anew" ? beginMemory(this.#set, KEY) : kept;
    const isNew = root !== null && !this.#isCut && beginning !== "continues";
    return (isNew && this.#states.size < MOST_STATES ? beginMemory : unknownMemory)(this.#set, KEY);
  }

  /** Has a subagent share the memory of the session that has started it; what it has seen before is joined to that. */
  #shareWithParent(event: Event, session: string | undefined): void {
    const key = memoryKey("session", this.#set, event, session);
    const parent = parentMemoryKey(this.#set, event, session);
    const root = parent === null ? null : this.#rootOf(parent);
    if (key === null || root === null || root === key || this.#shares.has(key)) return;
    const own = this.#states.get(key);
    if (own !== undefined) this.#keep(root, joinMemory(this.#set, this.#stateAt(root, null), own));
    this.#states.delete(key);
    if (this.#shares.size < MOST_STATES) this.#shares.set(key, root);
  }

  /** Under what a state is kept; null where subagents are too deep. */
  #rootOf(key: string): string | null {
    let root = key;
    for (let depth = 0; depth < MOST_DEEP_SESSIONS; depth++) {
      const shared = this.#shares.get(root);
      if (shared === undefined) return root;
      root = shared;
    }
    return null;
  }

  #keep(root: string, state: MemoryState): void {
    if (this.#states.has(root) || this.#states.size < MOST_STATES) this.#states.set(root, state);
  }
}

/** What nobody has answered is taken to have had no objection: what restricts has then seen the call. */
function decisionOf(said: Replayed): Decision {
  if (said.kind === "decided") return said.decision;
  const none = { warnings: [], context: [], systemMessages: [], trace: [] };
  return { effect: "abstain", policy: null, reason: "", ...none };
}
