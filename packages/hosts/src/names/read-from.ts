import type { ReadFrom } from "../text/field-problems.js";
import type { ReadEventNames } from "./read-event-names.js";

/** What is known of the events of a policy. */
export function readFrom(
  { events, agents, canonical }: ReadEventNames,
  tools: readonly string[] | null,
): ReadFrom {
  // Of an agent's name that events do not have there is no row: its fields are those that its payloads have.
  const also = agents.flatMap(({ isOfEvents, rules }) => (isOfEvents ? [] : rules.flatMap(({ own }) => own)));
  const ofFiles = agents.filter(({ isOfFiles }) => isOfFiles);
  const others = agents.filter(({ isOfFiles }) => !isOfFiles);
  const kept = new Set([...canonical, ...others.flatMap((one) => one.canonical)]);
  const foreign = new Set(ofFiles.flatMap((one) => one.canonical.filter((name) => !kept.has(name))));
  const [first] = foreign;
  return {
    events: events.filter((name) => !foreign.has(name)),
    tools,
    also,
    ...(first !== undefined && { readAs: first }),
  };
}
