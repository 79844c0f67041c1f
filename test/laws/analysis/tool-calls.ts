import {
  admitEvent,
  compilePolicies,
  type Decision,
  type Event,
  type Need,
  type Policy,
  type PolicyDefinition,
  type PolicySet,
  readEvent,
  step,
  type Verdict,
} from "@gatehouse-hooks/engine";
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import { compile, type Expr } from "@gatehouse-hooks/condition";
import type { Random } from "../../../bench/realistic/random.js";
import { eventAround, type Surroundings, surroundingsOf } from "../../arbitraries/events-around.js";

/** Where an event has the facts that are given with it: `facts` itself is the engine's. */
const GIVEN = "given facts";

/** The policies as a set to which facts are given with the event. */
export function setOf(policies: readonly PolicyDefinition[]): PolicySet {
  return compilePolicies(policies, {
    derive: {
      version: "given",
      facts: (event): object => {
        const facts = event[GIVEN];
        return typeof facts === "object" && facts !== null && !Array.isArray(facts) ? facts : {};
      },
    },
  }).set;
}

/** The event with its `facts` where {@link setOf} finds them; `undefined` when it is none of its kind. */
export function admitted(set: PolicySet, { facts, ...event }: JsonObject): Event | undefined {
  const read = readEvent(facts === undefined ? event : { ...event, [GIVEN]: facts });
  if (read.kind !== "event") return undefined;
  const admission = admitEvent(set, read.event);
  return admission.kind === "admitted" && admission.notices.every(({ code }) => code !== "malformed-event")
    ? admission.event
    : undefined;
}

/** All tests of the policies. */
export function conditionsOf(policies: readonly PolicyDefinition[]): readonly Expr[] {
  return policies.flatMap(({ matcher, condition }) =>
    [matcher?.ast, condition?.ast].flatMap((ast) => ast ?? []),
  );
}

/** Makes random tool calls built around what policies ask for. */
export function callsAround(policies: readonly PolicyDefinition[], next: Random): () => JsonObject {
  const names = [...new Set(policies.flatMap(({ events }) => events))];
  const around: Surroundings = surroundingsOf(conditionsOf(policies));
  return () => {
    const event: Record<string, JsonValue> = { ...eventAround(around, next), event: next.pick(names) };
    if (typeof event["toolName"] !== "string") event["toolName"] = next.pick(["a", "b", "ab", "x"]);
    const { params } = event;
    if (typeof params !== "object" || params === null || Array.isArray(params)) event["params"] = {};
    return event;
  };
}

/** Whether matcher and condition of a policy hold for an event. */
export function applies({ matcher, condition }: Policy, event: JsonObject): boolean {
  return [matcher?.ast, condition?.ast].every((ast) => ast == null || compile(ast)(event) === true);
}

/** A decision, and all that was asked for it. */
export interface Decided {
  readonly decision: Decision;
  readonly asked: readonly Need[];
}

const MOST_ROUNDS = 1_000;

/** Decides an event with answers of the given function. */
export function decided(set: PolicySet, event: Event, answer: (need: Need) => Verdict): Decided {
  const verdicts = new Map<string, Verdict>();
  const asked: Need[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = step(set, event, verdicts);
    if (next.kind === "decided") return { decision: next.decision, asked };
    for (const need of next.needs) {
      asked.push(need);
      verdicts.set(need.id, answer(need));
    }
  }
  throw new Error("the engine does not terminate");
}

/** What everything that is asked answers when it has no objection. */
export const noObjection = (): Verdict => ({ kind: "approve", reason: "" });
