import {
  begin,
  type Decision,
  type Handler,
  type Need,
  type Policy,
  policiesOf,
  type PolicySet,
  type Remembered,
  settle,
  type TraceEntry,
  withDerive,
} from "@gatehouse-hooks/engine";
import { readsName } from "@gatehouse-hooks/condition/analysis";
import { compile } from "@gatehouse-hooks/condition/compile";
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import { testsOf } from "./tests-of.js";

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

/** Asks a set what it says to events. */
export class Probe {
  readonly #set: PolicySet;
  readonly #given: boolean;
  /** By tier and id, which several policies of a tier may share. */
  readonly #policies = new Map<string, Policy[]>();

  /** @param facts whether they are those that an event is thought to have, or those that the set derives */
  constructor(set: PolicySet, facts: "given" | "derived") {
    // A set that reads no facts says the same with any: what it has learnt of its policies is used again.
    this.#given = facts === "given" && policiesOf(set).some(readsFacts);
    this.#set = this.#given
      ? withDerive(set, { version: "given", facts: (event) => givenFacts(event) })
      : set;
    for (const policy of policiesOf(set)) {
      const key = `${policy.tier}/${policy.id}`;
      const known = this.#policies.get(key);
      if (known === undefined) this.#policies.set(key, [policy]);
      else known.push(policy);
    }
  }

  /**
   * `undefined` for what the door refuses.
   *
   * @param remembered what is remembered of the events before; without it, policies that read a cell fail
   */
  run(event: JsonObject, remembered?: Remembered): ProbedEvent | undefined {
    const { facts = {}, ...rest } = event;
    const how = remembered === undefined ? {} : { remembered };
    const begun = begin(this.#set, this.#given ? { ...rest, [GIVEN]: facts } : event, how);
    if (begun.kind === "refused") return undefined;
    const asked: Need[] = [];
    if (begun.kind === "decided") return this.#probed(event, begun.decision, asked);
    const { decision } = settle(begun, (need) => {
      asked.push(need);
      return { kind: "approve", reason: "" };
    });
    return this.#probed(event, decision, asked);
  }

  #probed(event: JsonObject, decision: Decision, asked: readonly Need[]): ProbedEvent {
    const applied = decision.trace.flatMap((entry) => this.#policyOf(entry, event) ?? []);
    const deciding = applied.filter(({ id }) => id === decision.policy);
    const decider = deciding.find(({ handler }) => says(handler, decision.effect, decision.reason));
    return { decision, applied, decider: decider ?? deciding[0] ?? null, asked };
  }

  /** The policy of an entry: of several that share tier and id, one that says this and whose tests hold. */
  #policyOf({ tier, policy, verdict, reason }: TraceEntry, event: JsonObject): Policy | undefined {
    const named = this.#policies.get(`${tier}/${policy}`) ?? [];
    if (named.length < 2) return named[0];
    const saying = named.filter(({ handler }) => handler.kind !== "static" || says(handler, verdict, reason));
    return (
      saying.find((one) => testsOf(one).every((test) => compile(test)(event) === true)) ??
      saying[0] ??
      named[0]
    );
  }
}

function says(handler: Handler, verdict: string, reason: string): boolean {
  return handler.kind === "static" && handler.verdict === verdict && handler.reason === reason;
}

function readsFacts(policy: Policy): boolean {
  const shown = policy.handler.kind === "judge" ? (policy.handler.uses ?? []) : [];
  return (
    testsOf(policy).some((test) => readsName(test, "facts")) ||
    shown.some((path) => path.split(".")[0] === "facts")
  );
}

/** Where the facts are that an event is thought to have: its own `facts` are replaced by those that are derived. */
const GIVEN = "facts of analysis";

function givenFacts(event: JsonObject): object {
  const facts: JsonValue | undefined = event[GIVEN];
  return typeof facts === "object" && facts !== null && !Array.isArray(facts) ? facts : {};
}
