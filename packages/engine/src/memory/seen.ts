import { compile, type Expr, type Outcome } from "@gatehouse-hooks/condition/compile";
import {
  isSealed,
  type JsonObject,
  type JsonValue,
  lookup,
  ownRecord,
  sealJsonObject,
  type Value,
} from "@gatehouse-hooks/json";
import type { Decision } from "../decision.js";
import type { Event } from "../event.js";
import type { CellCause, Remembered } from "../facts/cell.js";
import { FACTS } from "../facts/derive.js";
import type { Deriving, SealedEvent } from "../facts/deriving.js";
import { partsOf, type PolicySet } from "../policy-set.js";
import { sealedEvent } from "../read-event.js";
import { CELL_LIMITS } from "./cell-limits.js";
import { atPath, remember } from "./remember.js";
import { SourceMarks } from "./source-marks.js";
import type { MemoryState } from "./state.js";

/** The names under which the conditions of cells read what was decided, and what became of a call. */
export const DECISION = "decision";
/** The field that says who calls. */
export const WHO_CALLS = "agent";
export const CALL = "call";
/** The name of an item in `where`. */
const ITEM = "it";

/** What the updates of one event see. */
export class SeenEvent {
  readonly decision: Decision;
  readonly time: number;
  readonly state: MemoryState;
  /** Whether it is a prompt that an agent has written for its subagent: no person has said it. */
  readonly isOfSubagent: boolean;
  /** The event as it came, where it is sealed. */
  readonly sealed: SealedEvent | null;
  readonly #set: PolicySet;
  readonly #given: Event;
  readonly #deriving: Deriving;
  #event: SealedEvent | null | undefined;
  #remembered: Remembered | undefined;
  #decided: JsonObject | undefined;
  #cause: CellCause | undefined;

  constructor(set: PolicySet, state: MemoryState, event: Event, decision: Decision, at: number) {
    this.#deriving = partsOf(set).deriving;
    this.decision = decision;
    this.time = at;
    this.state = state;
    this.#set = set;
    this.#given = event;
    this.sealed = isSealed(event) ? event : null;
    this.isOfSubagent = event.event === "prompt" && isOfSubagent(event);
  }

  /** The event with what was decided, and what became of the call: made where a condition asks for more than the event. */
  get event(): SealedEvent | null {
    if (this.#event === undefined) {
      const sealed = sealedEvent(this.#deriving.input(this.#given));
      const call = { ok: !failed(this.#given), ...this.#asked(this.#given) };
      this.#event =
        sealed === null ? null : this.#with(this.#with(sealed, DECISION, said(this.decision)), CALL, call);
    }
    return this.#event;
  }

  get remembered(): Remembered {
    return (this.#remembered ??= remember(this.#set, this.state, this.time));
  }

  /** What was decided alone. */
  get decided(): JsonObject {
    return (this.#decided ??= this.#deriving.once(SaidDecisions).of(this.decision));
  }

  #asked(event: Event): { readonly asked: boolean } {
    const id = callIdOf(event);
    return { asked: id !== undefined && this.state.pending.includes(id) };
  }

  #with(event: SealedEvent, name: string, value: object): SealedEvent {
    return this.#deriving.extended(event, name, sealJsonObject(value).value ?? null);
  }

  /** What is known of the sources of the set. */
  get marks(): SourceMarks {
    return this.#deriving.once(SourceMarks);
  }

  /** The outcome of a condition, which is compiled once. */
  holds(ast: Expr, event: Event): Outcome {
    return this.#deriving.once(Conditions).of(ast)(event);
  }

  /** The event with one item of a list; facts are added where the condition reads them. */
  withItem(event: SealedEvent, item: JsonValue): SealedEvent {
    return this.#deriving.extended(event, ITEM, item);
  }

  /** The event with its facts; null where they cannot be derived. */
  withFacts(event: SealedEvent): Event | null {
    return this.#deriving.eventOf(event);
  }

  /** The value at a path, of its facts where it begins with them; null where they cannot be derived. */
  at(path: readonly string[]): { readonly value: Value } | null {
    if (this.event === null) return null;
    const event = path[0] === FACTS ? this.withFacts(this.event) : this.event;
    return event === null || !isSealed(event) ? null : { value: atPath(event, path) };
  }

  get cause(): CellCause {
    return (this.#cause ??= this.#causeOf());
  }

  #causeOf(): CellCause {
    const tool = lookup(this.#given, "toolName");
    const name = typeof tool === "string" && tool !== "" ? tool : this.#given.event;
    return { n: this.state.n, at: this.time, tool: wellFormed(name, CELL_LIMITS.tool) };
  }
}

/** Conditions that are made ready to run, each once. */
class Conditions {
  readonly #made = new WeakMap<Expr, (event: Event) => Outcome>();

  of(ast: Expr): (event: Event) => Outcome {
    const known = this.#made.get(ast);
    if (known !== undefined) return known;
    const made = compile(ast);
    this.#made.set(ast, made);
    return made;
  }
}

/** What conditions read of decisions: that no policy speaks is one object for all events. */
class SaidDecisions {
  readonly #made = new WeakMap<Decision, JsonObject>();

  of(decision: Decision): JsonObject {
    const known = this.#made.get(decision);
    if (known !== undefined) return known;
    // Nothing of it is from outside: conditions read it as it is. What may change is not kept, and not sealed for one event.
    const once = ownRecord({ [DECISION]: ownRecord(said(decision)) });
    if (!Object.isFrozen(decision)) return once;
    const made = sealJsonObject(once).value ?? once;
    this.#made.set(decision, made);
    return made;
  }
}

function isOfSubagent(event: Event): boolean {
  const id = lookup(lookup(event, WHO_CALLS), "id");
  return typeof id === "string" && id !== "";
}

/** Half of a surrogate pair would not be JSON. */
export function wellFormed(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd8_00 && last <= 0xdb_ff ? most - 1 : most);
}

function said({ effect, policy, trace }: Decision): JsonObject {
  return {
    effect,
    policy: policy ?? "",
    applied: trace.map((entry) => entry.policy),
    judged: trace.filter((entry) => entry.source === "judge").length,
  };
}

/** Whether the agent says that the call has failed. */
function failed(event: Event): boolean {
  const error = Object.hasOwn(event, "error") ? event["error"] : undefined;
  return error !== undefined && error !== null && error !== false;
}

export function callIdOf(event: Event): string | undefined {
  const id = Object.hasOwn(event, "toolCallId") ? event["toolCallId"] : undefined;
  return typeof id === "string" && id !== "" && id.length <= CELL_LIMITS.text ? id : undefined;
}
