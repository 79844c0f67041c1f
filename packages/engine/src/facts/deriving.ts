import {
  isSealed,
  type JsonValue,
  ownRecord,
  type SealedObject,
  sealJsonObject,
  withMember,
} from "@gatehouse-hooks/json";
import type { Event } from "../event.js";
import { type Derive, FACTS } from "./derive.js";
import type { MemoryCell } from "./cell.js";
import { FLOWS, MEMORY } from "./reads-facts.js";

/** The most rewritten inputs of one event that are known again. */
const MOST_INPUTS = 64;

/** An event that was read. */
export type SealedEvent = SealedObject & Event;

/** What is known of an event. */
interface Known {
  /** Without `facts` that came with it. */
  readonly input: Event;
  /** With its facts; `null` when they cannot be derived, `undefined` before they are. */
  derived: SealedEvent | null | undefined;
  /** It and the inputs that policies made of it, by their JSON. */
  inputs: Map<string, Event> | undefined;
}

/**
 * The derived facts of events, each computed when it is first asked for and kept as long as the event itself: they are a function of
 * the event, so no answer depends on what is kept.
 */
export class Deriving {
  readonly #derive: Derive | null;
  readonly #isRead: boolean;
  readonly #known = new WeakMap<object, Known>();
  /** Events with further members, and the event whose facts are theirs. */
  readonly #extended = new WeakMap<object, Event>();
  readonly #made = new Map<unknown, object>();
  /** The cells of the set, by name; `null` where it remembers nothing. */
  readonly cells: readonly MemoryCell[] | null;

  /**
   * @param isRead whether a policy of the set reads facts
   * @param cells what the set remembers; `null` where `memory` is a property like any other
   * @throws TypeError for a deriver that is not one
   */
  constructor(derive: Derive | null, isRead: boolean, cells: readonly MemoryCell[] | null = null) {
    this.#derive = derive === null ? null : requireDerive(derive);
    this.#isRead = isRead;
    this.cells = cells;
  }

  /** The same of another deriver. */
  by(derive: Derive): Deriving {
    return new Deriving(derive, this.#isRead, this.cells);
  }

  /** The one object of a kind that is made of this, on first use. */
  once<T extends object>(kind: new (deriving: Deriving) => T): T {
    const known = this.#made.get(kind);
    if (known instanceof kind) return known;
    const made = new kind(this);
    this.#made.set(kind, made);
    return made;
  }

  get cellNames(): ReadonlySet<string> {
    return new Set((this.cells ?? []).map(({ name }) => name));
  }

  /** Of what the set depends: the version of the deriver, `""` where it lacks one, `null` where no policy reads facts. */
  get version(): string | null {
    return this.#isRead ? (this.#derive?.version ?? "") : null;
  }

  get derive(): Derive | null {
    return this.#derive;
  }

  /** The event as policies see it: `facts` that came from outside are not facts, and `memory` and `flows` are not what is remembered. */
  input(given: Event): Event {
    const event = this.cells === null ? given : without(without(given, MEMORY), FLOWS);
    if (!this.#isRead || this.#derive === null || !Object.hasOwn(event, FACTS)) return event;
    return this.#knownOf(event).input;
  }

  /** The event with its facts; `null` where there is no deriver, or it failed. */
  eventOf(event: Event): SealedEvent | null {
    if (this.#derive === null) return null;
    const behind = this.#extended.get(event);
    if (behind !== undefined) return this.#derivedAs(event, behind);
    const known = this.#knownOf(event);
    if (known.derived === undefined) {
      known.derived = derivedOf(this.#derive, known.input);
      if (known.derived !== null) this.#known.set(known.derived, known);
    }
    return known.derived;
  }

  /** Whether the facts of an event are known already, or cannot be. */
  isDerived(event: Event): boolean {
    return this.#derive === null || this.#known.get(event)?.derived !== undefined;
  }

  /** An event with one more member: its facts are those of the event, which are derived once. */
  extended(event: SealedEvent, key: string, value: JsonValue): SealedEvent {
    const made = withField(event, key, value);
    this.#extended.set(made, this.#extended.get(event) ?? event);
    return made;
  }

  #derivedAs(event: Event, behind: Event): SealedEvent | null {
    const derived = this.eventOf(behind);
    if (derived === null || !isSealed(derived) || !isSealed(event)) return null;
    return withField(event, FACTS, derived[FACTS]);
  }

  /** A rewritten input of an event: the same object for the same content, so that its facts are derived once. */
  sameInput(event: Event, next: Event): Event {
    if (!this.#isRead || this.#derive === null || !isSealed(event)) return next;
    const known = this.#knownOf(event);
    const inputs = (known.inputs ??= new Map([[JSON.stringify(known.input), known.input]]));
    const key = JSON.stringify(next);
    const same = inputs.get(key);
    if (same !== undefined) return same;
    if (inputs.size < MOST_INPUTS) inputs.set(key, next);
    return next;
  }

  #knownOf(event: Event): Known {
    const known = this.#known.get(event);
    if (known !== undefined) return known;
    const made: Known = { input: without(event, FACTS), derived: undefined, inputs: undefined };
    // What is not sealed may be another event by the next look.
    if (isSealed(event)) {
      this.#known.set(event, made);
      if (made.input !== event) this.#known.set(made.input, made);
    }
    return made;
  }
}

/** Without a deriver: every policy that reads facts fails. */
export const NOTHING_DERIVED: Deriving = new Deriving(null, false);

/** @throws TypeError for a deriver that is not one */
export function requireDerive(given: Derive): Derive {
  const { facts, version } = ownRecord(given);
  if (typeof facts !== "function") throw new TypeError("expected `derive.facts` to be a function");
  if (typeof version !== "string" || version === "")
    throw new TypeError("expected `derive.version` to be a string that is not empty");
  return Object.freeze(ownRecord({ facts, version }));
}

/** INVARIANT: the name of the event is not the field, so it is still an event. */
export function withField(event: SealedObject, name: string, value: JsonValue | undefined): SealedEvent {
  return withMember(event, name, value) as SealedEvent;
}

function without(event: Event, name: string): Event {
  if (!Object.hasOwn(event, name)) return event;
  if (isSealed(event)) return withField(event, name, undefined);
  return ownRecord(Object.fromEntries(Object.entries(event).filter(([key]) => key !== name))) as Event;
}

function derivedOf({ facts }: Derive, event: Event): SealedEvent | null {
  const sealed = isSealed(event) ? event : sealJsonObject(event).value;
  if (sealed === undefined) return null;
  try {
    const { value } = sealJsonObject(facts(sealed as SealedObject & Event));
    return value === undefined ? null : withField(sealed, FACTS, value);
  } catch {
    return null;
  }
}
