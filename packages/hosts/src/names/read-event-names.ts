import { ALL_EVENTS } from "@gatehouse-hooks/engine";
import { isOfPart, type NamedPart, partCondition } from "./event-part.js";
import type { Event } from "@gatehouse-hooks/engine";
import type { EventWord, EventNames } from "./event-names.js";

/** What a policy listens to, of the names that it lists. */
export interface ReadEventNames {
  /** The names of the events: the canonical ones, an agent's own, and those that no table has, as they are. */
  readonly events: readonly string[];
  /** Of canonical events of which only a part is meant: the parts, by the event's name. */
  readonly parts: ReadonlyMap<string, readonly NamedPart[]>;
  /** The agents' names that were listed. */
  readonly agents: readonly EventWord[];
  /** The canonical names that were. */
  readonly canonical: readonly string[];
  /** Names that no table has. */
  readonly unknown: readonly string[];
  /** Patterns that are the name of no event. */
  readonly unmatched: readonly string[];
  /** Names by which agents mean different events, with what each may be. */
  readonly ambiguous: readonly EventWord[];
}

/**
 * Reads the names that a policy lists (SPEC, "Names of events"): the canonical ones, those of any agent, `*` for every event, and patterns
 * such as `before_*`.
 *
 * @param own names that are not of any table and known all the same: an embedder's own
 */
export function readEventNames(
  listed: readonly string[],
  names: EventNames,
  own: readonly string[] = [],
): ReadEventNames {
  const { written, unmatched } = expanded(listed, names, own);
  if (written.includes(ALL_EVENTS)) return { ...EVERYTHING, unmatched };
  const known = written.flatMap((name) => names.of(name) ?? []);
  const unlisted = written.filter((name) => names.of(name) === undefined);
  return {
    events: [...new Set([...known.flatMap(eventsOf), ...unlisted])],
    parts: partsOf(known),
    agents: known.filter(({ agents }) => agents.length > 0),
    canonical: known.filter(({ agents }) => agents.length === 0).map(({ name }) => name),
    unknown: unlisted.filter((name) => !own.includes(name)),
    unmatched,
    ambiguous: known.filter(({ canonical }) => canonical.length > 1),
  };
}

/** The names that are listed, and those that are like the patterns among them. */
function expanded(
  listed: readonly string[],
  names: EventNames,
  own: readonly string[],
): { readonly written: readonly string[]; readonly unmatched: readonly string[] } {
  const written = new Set<string>();
  const unmatched: string[] = [];
  for (const one of listed) {
    const isPattern = one !== ALL_EVENTS && one.includes("*");
    const all = isPattern ? [...names.all.map(({ name }) => name), ...own] : [one];
    const matching = isPattern ? all.filter((name) => isLike(name, one)) : all;
    if (matching.length === 0) unmatched.push(one);
    for (const name of matching) written.add(name);
  }
  return { written: [...written], unmatched };
}

/** What a name listens to: the canonical event, else the same event of every agent; and what comes under the name itself. */
function eventsOf({ name, canonical, alike, isOfEvents }: EventWord): readonly string[] {
  return [...(canonical.length === 0 ? alike : canonical), ...(isOfEvents ? [name] : [])];
}

function partsOf(known: readonly EventWord[]): ReadEventNames["parts"] {
  const parts = new Map<string, NamedPart[]>();
  const whole = new Set(known.flatMap(({ part, canonical }) => (part === undefined ? canonical : [])));
  for (const { name, part, canonical } of known) {
    if (part === undefined) continue;
    for (const event of canonical) {
      if (!whole.has(event)) parts.set(event, [...(parts.get(event) ?? []), { name, part }]);
    }
  }
  return parts;
}

const EVERYTHING: ReadEventNames = {
  events: [ALL_EVENTS],
  parts: new Map(),
  agents: [],
  canonical: [],
  unknown: [],
  unmatched: [],
  ambiguous: [],
};

/** The condition that keeps a policy to the parts of events that its names mean; null: it needs none. */
export function partsCondition({ events, parts }: ReadEventNames, { tools }: EventNames): string | null {
  const tests = [...parts].map(([event, of]) => {
    const each = of.map((one) => partCondition(one, tools));
    const test = each.length === 1 ? each.join("") : each.map((one) => `(${one})`).join(" || ");
    return events.length === 1 ? test : `(event != ${JSON.stringify(event)} || (${test}))`;
  });
  return tests.length === 0 ? null : tests.join(" && ");
}

/** Whether a policy that lists these names is asked about an event, as a host has prepared it. */
export function listensByName(
  event: Event,
  { events, parts }: ReadEventNames,
  { tools }: EventNames,
): boolean {
  if (!events.includes(event.event) && !events.includes(ALL_EVENTS)) return false;
  const of = parts.get(event.event);
  return of === undefined || of.some((one) => isOfPart(event, one, tools));
}

/** Whether a name is like a pattern, in which `*` is any run of characters. Linear: the first place of each part counts. */
function isLike(name: string, pattern: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop() ?? "";
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last))
    return false;
  let at = first.length;
  const end = name.length - last.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
