import {
  type EventKind,
  type FieldType,
  isManyEvents,
  kindsOf,
  type PolicySet,
} from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import { findSuch, type ReadyConditions, type SuchThat } from "../conditions.js";
import { type EventWork, findEvent, type FoundEvent, newWork } from "../solve/find-event.js";
import type { Goal } from "../solve/goal.js";
import type { ToolTypes } from "../types/tool-types.js";
import { typesMissedBy } from "./typed-tools.js";
import { oneOf } from "../values/constant-tests.js";
import { testOf, type ValueTest } from "../values/value-test.js";

const TYPES: Readonly<Record<FieldType, ValueTest>> = {
  string: testOf("a string", { string: true }),
  object: testOf("an object", { object: true }),
  list: testOf("a list", { list: true }),
  "string?": testOf("a string or nothing", { string: true, missing: true }),
  "object?": testOf("an object or nothing", { object: true, missing: true }),
  "list?": testOf("a list or nothing", { list: true, missing: true }),
};

/** What every event of a kind meets: its name, and the types of the fields that it must have. */
function eventGoals({ name, fields = {} }: EventKind): readonly Goal[] {
  return [
    { kind: "value", path: ["event"], test: oneOf([name]), holds: true },
    ...Object.entries(fields).map(([field, type]): Goal => ({
      kind: "value",
      path: [field],
      test: TYPES[type],
      holds: true,
    })),
  ];
}

/** Tools whose types are learnt for one question. */
const MOST_TOOLS = 20;

/** Finds events of the kinds that a set knows, of the types that their fields and the arguments of known tools have. */
export class EventFinder {
  readonly #set: PolicySet;
  readonly #tools: ToolTypes;
  readonly #plain = new Map<string, JsonObject | null>();
  readonly #compiled: ReadyConditions = new Map();
  readonly #goals = new Map<EventKind, readonly Goal[]>();

  constructor(set: PolicySet, tools: ToolTypes) {
    this.#set = set;
    this.#tools = tools;
  }

  /** An event of the name for which conditions hold and others are false. */
  find(event: string, asked: SuchThat): FoundEvent {
    return this.#learning(event, asked.goals ?? [], (goals) =>
      findSuch({ ...asked, goals }, newWork(), this.#compiled),
    );
  }

  /** The proof that no event of the name meets the goals. Cheaper than `find`: no event is confirmed. */
  refutes(event: string, goals: readonly Goal[], work: () => EventWork = newWork): boolean {
    return this.#learning(event, goals, (all) => findEvent(all, () => true, work())).kind === "none";
  }

  /** An event of the name of which nothing else is known. */
  plainest(event: string): JsonObject | null {
    let plain = this.#plain.get(event);
    if (plain === undefined) {
      const found = this.find(event, { hold: [] });
      this.#plain.set(event, (plain = found.kind === "found" ? found.event : null));
    }
    return plain;
  }

  /** Asks again with what an event shows of the types of its tool, until nothing is missed. */
  #learning(
    event: string,
    goals: readonly Goal[],
    search: (goals: readonly Goal[]) => FoundEvent,
  ): FoundEvent {
    const kind = this.#kind(event);
    const known = kind === undefined ? [] : this.#known(kind);
    const learnt: Goal[] = [];
    for (let tools = 0; tools < MOST_TOOLS; tools++) {
      const found = search([...known, ...goals, ...learnt]);
      if (found.kind !== "found" || kind === undefined) return found;
      const missed = typesMissedBy(found.event, kind, this.#tools);
      if (missed.length === 0) return found;
      learnt.push(...missed);
    }
    return { kind: "unknown", why: "the arguments of too many tools are asked for" };
  }

  #known(kind: EventKind): readonly Goal[] {
    let goals = this.#goals.get(kind);
    if (goals === undefined) this.#goals.set(kind, (goals = eventGoals(kind)));
    return goals;
  }

  /** An event that no table has is one of those that gate: of these nothing is known. */
  #kind(event: string): EventKind | undefined {
    return isManyEvents(event) ? undefined : kindsOf(this.#set).of(event);
  }
}
