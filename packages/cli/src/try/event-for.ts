import { parseJsonObject } from "@gatehouse-hooks/json";
import { type Event, readEvent } from "@gatehouse-hooks/engine";
import { eventKindOf } from "@gatehouse-hooks/hosts";
import { UsageError } from "../usage-error.js";

/** The parts of an event, as given on the command line. */
export interface EventOptions {
  readonly event: string;
  readonly tool: string | undefined;
  /** JSON text. */
  readonly params: string | undefined;
}

/**
 * The event that a policy is tried on: like a tool call of document 000. Where an event carries its input at the top
 * (`message` of `message_sending`), those keys of the parameters are there.
 */
export function eventFor({ event, tool = "exec", params = "{}" }: EventOptions): Event {
  const read = parseJsonObject(params);
  if (read.issue !== undefined) {
    throw new UsageError(
      `--params is not a JSON object: ${read.issue.message}`,
      `for example --params '{"command":"ls"}'`,
    );
  }
  const { input } = eventKindOf(event);
  const given = read.value;
  const top =
    input !== null && "keys" in input
      ? Object.fromEntries(
          input.keys.filter((key) => Object.hasOwn(given, key)).map((key) => [key, given[key]]),
        )
      : {};
  const made = readEvent({
    event,
    toolName: tool,
    params: given,
    ...top,
    sessionKey: "test",
    agentId: "test",
  });
  if (made.kind === "refused") throw new UsageError(made.issue.message, made.issue.cure);
  return made.event;
}
