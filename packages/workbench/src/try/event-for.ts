import { type JsonObject, parseJsonObject } from "@gatehouse-hooks/json";
import { type Event, readEvent } from "@gatehouse-hooks/engine";
import { eventKindOf, HOSTS } from "@gatehouse-hooks/hosts";
import { UsageError } from "@gatehouse-hooks/console";

/** The parts of an event, as given on the command line. */
interface EventOptions {
  readonly event: string;
  readonly tool: string | undefined;
  /** JSON text. */
  readonly params: string | undefined;
  /** The format of the policy's file; absent: the event is the one that most agents call so. */
  readonly format?: string | undefined;
}

/**
 * The event that a policy is tried on: like a tool call of document 000, or, of an agent's own event, as that agent sends it. Where an
 * event carries its input at the top (`message` of `message_sending`), those keys of the parameters are there.
 */
export function eventFor({ event, tool, params = "{}", format }: EventOptions): Event {
  const read = parseJsonObject(params);
  if (read.issue !== undefined) {
    throw new UsageError(
      `--params is not a JSON object: ${read.issue.message}`,
      `for example --params '{"command":"ls"}'`,
    );
  }
  const own = ownHost(event, format);
  const {
    input,
    carries = [],
    tool: names,
  } = own?.events.find(({ name }) => name === event) ?? eventKindOf(event);
  const given = read.value;
  const keys = input !== null && "keys" in input ? input.keys : [];
  const top = only(given, (key) => keys.includes(key) || (own !== undefined && carries.includes(key)));
  const made = readEvent(
    own === undefined
      ? { event, toolName: tool ?? "exec", params: given, ...top, sessionKey: "test", agentId: "test" }
      : {
          event,
          session_id: "test",
          ...(names !== undefined && {
            [names.name]: tool ?? own.tools.find(({ kind }) => kind === "shell")?.name ?? "shell",
            [names.input]: only(given, (key) => !Object.hasOwn(top, key)),
          }),
          ...top,
        },
  );
  if (made.kind === "refused") throw new UsageError(made.issue.message, made.issue.cure);
  return made.event;
}

/** The agent whose own event this is: that of the policy's file where it has an event of the name, else the only one that has. */
function ownHost(event: string, format: string | undefined): (typeof HOSTS)[number] | undefined {
  const all = HOSTS.filter(({ files }) => files?.ofOwnEvents === true);
  return (
    all.find(({ name, events }) => name === format && events.some((one) => one.name === event)) ??
    all.find(({ name }) => name === eventKindOf(event).host)
  );
}

function only(given: JsonObject, isIn: (key: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(given).filter(([key]) => isIn(key)));
}
