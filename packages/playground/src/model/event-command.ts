import { isRecord, own, parseJsonObject } from "@gatehouse-hooks/json";
import { payloadExample } from "./examples.table.js";
import { prepareTrial, TRIED } from "./prepare-trial.js";
import { stringValues } from "./string-values.js";
import { NO_AGENT, type PlaygroundTrial } from "./trial.js";

type WrittenEvent = Pick<PlaygroundTrial, "event" | "agent">;

/** Longer events are not read while keys are pressed. */
const MOST_READ = 20_000;

/** The shell command of an event; null: it has none. */
export function readEventCommand(written: WrittenEvent): string | null {
  if (written.event.length > MOST_READ) return null;
  const prepared = prepareTrial(written);
  const params = prepared.kind === "event" ? own(prepared.event, "params") : undefined;
  const command = isRecord(params) ? own(params, "command") : undefined;
  return typeof command === "string" ? command : null;
}

/** The event with another command; where it has none, the example of its agent with that command. */
export function writeEventCommand(written: WrittenEvent, command: string): string {
  const { event, agent } = written;
  const present = readEventCommand(written);
  const places = stringValues(event).filter(({ value }) => value === present);
  const changed = places
    .map(
      ({ offset, length }) => event.slice(0, offset) + JSON.stringify(command) + event.slice(offset + length),
    )
    // Another field may have the same text.
    .find((text) => readEventCommand({ event: text, agent }) === command);
  return changed ?? payloadExample(agent, command);
}

/** What may be meant by a text that is not an event of the agent. */
type MeantEvent =
  | { readonly kind: "payload"; readonly agent: string; readonly title: string }
  | { readonly kind: "command"; readonly event: string };

/** The agent whose payload a text is, or the event of what is a command and not JSON; null: nothing else is meant. */
export function meantEvent({ event, agent }: WrittenEvent): MeantEvent | null {
  const text = event.trim();
  if (text === "" || text.length > MOST_READ) return null;
  if (!/^[{["]/.test(text)) return { kind: "command", event: payloadExample(agent, text) };
  const { value, issue } = parseJsonObject(event);
  if (issue !== undefined || (agent === NO_AGENT && typeof value["event"] === "string")) return null;
  const known = TRIED.filter(({ wire }) => wire?.recognises(value) === true);
  const [one] = known;
  if (one === undefined || known.length > 1 || one.name === agent) return null;
  return { kind: "payload", agent: one.name, title: one.title };
}
