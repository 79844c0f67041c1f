import {
  eventsListed,
  kindsOf,
  listensTo,
  type Decision,
  type Effect,
  type Event,
  policiesWith,
  type PolicySet,
} from "@gatehouse-hooks/engine";
import { isRecord, ownProperties } from "@gatehouse-hooks/json";
import type { RuntimeHost, RuntimeTwins } from "./read-input.js";

/** The twins of events, and the policies that are asked about them. */
export interface Twins {
  /**
   * The policies of a set that list a twin and do not listen to the events whose twin it is: the others are asked about these. `null`
   * where there are none, which is known without reading the policies.
   */
  readonly asked: (set: PolicySet) => PolicySet | null;
  readonly make: (event: Event) => readonly unknown[];
}

/** The twins that hosts know. */
export function twinsOf(hosts: readonly RuntimeHost[]): Twins {
  const all = hosts.flatMap(({ twins }): readonly RuntimeTwins[] => (twins === undefined ? [] : [twins]));
  const of = new Map(all.flatMap((one) => Object.entries(one.of)));
  const known = new WeakMap<PolicySet, { readonly asked: PolicySet | null }>();
  const askedOf = (set: PolicySet): PolicySet | null => {
    const listed = eventsListed(set);
    if (![...of.keys()].some((name) => listed.has(name))) return null;
    const kinds = kindsOf(set);
    const asked = policiesWith(set, ({ events }) =>
      events.some((name) => {
        const whose = of.get(name);
        return whose !== undefined && !whose.some((one) => listensTo(events, one, kinds));
      }),
    );
    return eventsListed(asked).size === 0 ? null : asked;
  };
  return {
    asked(set) {
      if (of.size === 0) return null;
      const before = known.get(set);
      if (before !== undefined) return before.asked;
      const asked = askedOf(set);
      known.set(set, { asked });
      return asked;
    },
    make: (event) => all.flatMap(({ make }) => make(event)),
  };
}

/** An event as it goes on: with what a decision has rewritten. */
export function rewritten(event: Event, { updatedInput }: Decision, set: PolicySet): Event {
  const { input } = kindsOf(set).of(event.event);
  if (updatedInput === undefined || input === null) return event;
  if ("keys" in input) return { ...event, ...updatedInput };
  const before = event[input.path];
  return { ...event, [input.path]: { ...(isRecord(before) ? before : {}), ...updatedInput } };
}

const STRICTEST: readonly Effect[] = ["deny", "ask", "allow", "abstain"];

/** What an event and its twin come to: the stricter effect, of two alike the first one's, and what both say. */
export function bothDecisions(first: Decision, second: Decision): Decision {
  const decides = STRICTEST.indexOf(second.effect) < STRICTEST.indexOf(first.effect) ? second : first;
  const { updatedInput } = first;
  const notices = [...(first.notices ?? []), ...(second.notices ?? [])];
  return ownProperties<Decision>({
    effect: decides.effect,
    policy: decides.policy,
    reason: decides.reason,
    warnings: [...first.warnings, ...second.warnings],
    context: [...first.context, ...second.context],
    systemMessages: [...first.systemMessages, ...second.systemMessages],
    ...(updatedInput !== undefined && decides.effect !== "deny" && { updatedInput }),
    trace: [...first.trace, ...second.trace],
    ...(notices.length > 0 && { notices }),
  });
}
