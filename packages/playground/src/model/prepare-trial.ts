import { type Event, readEvent } from "@gatehouse-hooks/engine";
import { type Host, HOSTS } from "@gatehouse-hooks/hosts";
import { senderOf } from "@gatehouse-hooks/hosts/wired";
import { type Issue, type JsonObject, parseJsonObject } from "@gatehouse-hooks/json";
import { NO_AGENT, type PlaygroundTrial } from "./trial.js";

/** Why an event cannot be decided; the offset is one of the text of the event. Plain JSON. */
export type RefusedEvent = Pick<Issue, "message" | "cure" | "offset">;

/** An agent's payload as a canonical event, or why it cannot be one. */
type PreparedTrial =
  | {
      readonly kind: "event";
      readonly event: Event;
      /** Absent where the event is canonical already. */
      readonly host: Host | undefined;
      /** What is odd about the payload. */
      readonly notices: readonly string[];
    }
  | { readonly kind: "refused"; readonly why: RefusedEvent };

/** Hosts whose payloads can be tried: the native format is not an agent's. */
export const TRIED: readonly Host[] = HOSTS.filter(({ name }) => name !== NO_AGENT);

/** The agents whose payloads can be tried, by name and title. */
export const TRIED_AGENTS: readonly { readonly name: string; readonly title: string }[] = [
  ...TRIED.map(({ name, title }) => ({ name, title })),
  { name: NO_AGENT, title: "None: a canonical event" },
];

/** Reads what is in the editor of the event, and prepares it as the agent's host does. */
export function prepareTrial({
  event: text,
  agent,
}: Pick<PlaygroundTrial, "event" | "agent">): PreparedTrial {
  const { value, issue } = parseJsonObject(text);
  if (issue !== undefined) return refusedFor(issue);
  if (agent === NO_AGENT) {
    const read = readEvent(value);
    return read.kind === "event"
      ? { kind: "event", event: read.event, host: undefined, notices: [] }
      : refusedFor(read.issue);
  }
  const host = TRIED.find(({ name }) => name === agent);
  return host === undefined
    ? refusedFor({ message: `no agent is called \`${agent}\`` })
    : prepareFor(host, value);
}

function prepareFor(host: Host, payload: JsonObject): PreparedTrial {
  const prepared = host.prepare(payload);
  const sender = senderOf(payload, host, TRIED);
  const other = sender === host ? [] : [`this looks like a payload of ${sender.title}, not of ${host.title}`];
  if (prepared.kind === "refused") {
    const { message, ...rest } = prepared.issue;
    return refusedFor({ ...rest, message: [message, ...other].join("; ") });
  }
  const { notice } = prepared;
  return {
    kind: "event",
    event: host.complete?.(prepared.event) ?? prepared.event,
    host,
    notices: [...other, ...(notice === undefined ? [] : [notice.message])],
  };
}

function refusedFor({ message, cure, offset }: RefusedEvent): PreparedTrial {
  const why = { message, ...(cure !== undefined && { cure }), ...(offset !== undefined && { offset }) };
  return { kind: "refused", why };
}
