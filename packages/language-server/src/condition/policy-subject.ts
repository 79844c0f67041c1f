import { EVERY_EVENT } from "@gatehouse-hooks/engine";
import {
  EVENT_NAMES,
  fieldsOfEvent,
  HOST_KINDS,
  readEventNames,
  readFrom,
  VOCABULARY,
} from "@gatehouse-hooks/hosts";

/** What a policy says it is about: names of events and tools. */
export interface PolicySubject {
  readonly events: readonly string[];
  /** Fields of an agent's payloads that its name for an event brings along. */
  readonly also: readonly string[];
  readonly tools: readonly string[];
}

/** What the mapping of a policy says it is about. */
export function subjectOf(policy: Readonly<Record<string, unknown>>): PolicySubject {
  const { events, also = [] } = readFrom(readEventNames(namesIn(policy["events"]), EVENT_NAMES), null);
  return { events, also, tools: namesIn(policy["tools"]) };
}

function namesIn(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list
    .flatMap((one) => (typeof one === "string" ? one.split(/[,|]/) : []))
    .map((name) => name.trim())
    .filter((name) => name !== "")
    .slice(0, 100);
}

/** The fields that events of a policy may carry; those of every event where nothing more is known. */
export function fieldsFor({ events, also }: PolicySubject): readonly string[] {
  const known = events.flatMap((event) => [...(fieldsOfEvent(event) ?? [])]);
  return [...new Set([...known, ...also, ...EVERY_EVENT])];
}

/** The fields that hold a tool's arguments. */
export function inputFields({ events }: PolicySubject): readonly string[] {
  const inputs = events.flatMap((event) => HOST_KINDS.of(event).tool?.input ?? []);
  return inputs.length > 0 ? [...new Set(inputs)] : ["params", "tool_input"];
}

/** The arguments of a policy's tools, as far as they are documented. */
export function parametersFor({ tools }: PolicySubject): readonly string[] {
  return [
    ...new Set(
      VOCABULARY.tools.filter(({ name }) => tools.includes(name)).flatMap(({ fields = [] }) => fields),
    ),
  ];
}
