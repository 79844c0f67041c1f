import {
  type Decision,
  type Need,
  type Policy,
  policiesOf,
  type PolicySet,
  readEvent,
  step,
  type Verdict,
  withDerive,
} from "@gatehouse-hooks/engine";
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";

/** What a set says to one event, where whatever it asks has no objection. */
export interface ProbedEvent {
  readonly decision: Decision;
  /** The policies that applied, in order. */
  readonly applied: readonly Policy[];
  /** The policy that decided. */
  readonly decider: Policy | null;
  /** What was asked: judges, commands, functions. */
  readonly asked: readonly Need[];
}

/** Rounds of needs; an engine that has more of them would not end. */
const MOST_ROUNDS = 100;

/** Asks a set what it says to events. */
export class Probe {
  readonly #set: PolicySet;
  readonly #given: boolean;
  readonly #policies = new Map<string, Policy>();

  /** @param facts whether they are those that an event is thought to have, or those that the set derives */
  constructor(set: PolicySet, facts: "given" | "derived") {
    this.#given = facts === "given";
    this.#set = this.#given
      ? withDerive(set, { version: "given", facts: (event) => givenFacts(event) })
      : set;
    for (const policy of policiesOf(set)) this.#policies.set(`${policy.tier}/${policy.id}`, policy);
  }

  /** `undefined` for what is not an event. */
  run(event: JsonObject): ProbedEvent | undefined {
    const { facts = {}, ...rest } = event;
    const read = readEvent(this.#given ? { ...rest, [GIVEN]: facts } : event);
    if (read.kind === "refused") return undefined;
    const verdicts = new Map<string, Verdict>();
    const asked: Need[] = [];
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const next = step(this.#set, read.event, verdicts);
      if (next.kind === "decided") return this.#probed(next.decision, asked);
      for (const need of next.needs) {
        asked.push(need);
        verdicts.set(need.id, { kind: "approve", reason: "" });
      }
    }
    return undefined;
  }

  #probed(decision: Decision, asked: readonly Need[]): ProbedEvent {
    const applied = decision.trace.flatMap(
      ({ tier, policy }) => this.#policies.get(`${tier}/${policy}`) ?? [],
    );
    const decider = applied.find(({ id }) => id === decision.policy) ?? null;
    return { decision, applied, decider, asked };
  }
}

/** Where the facts are that an event is thought to have: its own `facts` are replaced by those that are derived. */
const GIVEN = "facts of analysis";

function givenFacts(event: JsonObject): object {
  const facts: JsonValue | undefined = event[GIVEN];
  return typeof facts === "object" && facts !== null && !Array.isArray(facts) ? facts : {};
}
