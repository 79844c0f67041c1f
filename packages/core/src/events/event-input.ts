import type { ToolKind } from "@gatehouse-hooks/hosts";
import type { HostEventName } from "./event-names.js";
import type { KindParams } from "./tool-kinds.js";

/** What every event may carry (engine SPEC, "Events"). Other fields are kept as they are. */
export interface EventFields {
  /** The agent, for example `claude-code`. */
  readonly host?: string;
  /** What the tool does, and its own name. */
  readonly tool?: { readonly name: string; readonly kind: ToolKind };
  /** Absolute. */
  readonly cwd?: string;
  /** The folder that the agent works on, absolute. */
  readonly workspace?: string;
  /** The home folder of the user, absolute. */
  readonly home?: string;
  /** When it happened, as the agent says. */
  readonly timestamp?: string | number;
  /** As Node names it, for example `linux`. */
  readonly platform?: string;
  /** The session that the event belongs to: verdicts and budgets are kept by it. */
  readonly sessionKey?: string;
  /** Which of several agents it is. */
  readonly agentId?: string;
  /** What an agent sends beside these. */
  readonly [field: string]: unknown;
}

/** A tool call, with what is known of the parameters. */
export interface CallFields<Params = Readonly<Record<string, unknown>>> extends EventFields {
  /** As the agent calls the tool. */
  readonly toolName: string;
  /** The arguments, by the names that the agent has for them. */
  readonly params: Params;
  /** The number of the call; the same call tried again has another. */
  readonly toolCallId?: string;
}

/** The canonical events, by name, and the fields that each must have (engine SPEC, "Canonical events"). */
export interface CanonicalEvents {
  /** A tool is about to be called: what gates calls. */
  readonly before_tool_call: CallFields;
  /** The agent is about to ask its user about a call. */
  readonly tool_permission: CallFields;
  /** A tool was called. */
  readonly after_tool_call: EventFields & { readonly toolName: string };
  /** The user has said something. */
  readonly prompt: EventFields & { readonly prompt: string };
  /** A message is about to be sent. */
  readonly message_sending: EventFields & { readonly message: string };
  /** The prompt for the model is about to be made. */
  readonly before_prompt_build: EventFields;
  /** An agent is about to start. */
  readonly before_agent_start: EventFields;
  /** A session begins. */
  readonly session_start: EventFields;
  /** A session ends. */
  readonly session_end: EventFields;
  /** The agent is about to end its turn. */
  readonly agent_stop: EventFields;
}

/** A canonical event, or an agent's own. */
export type EventName = keyof CanonicalEvents | HostEventName;

/** An event of one name. An agent's own event has the fields that its agent sends. */
export type EventOf<Name extends string> = Name extends keyof CanonicalEvents
  ? CanonicalEvents[Name] & { readonly event: Name }
  : EventFields & { readonly event: Name };

/**
 * An event as an embedder writes it. A name of its own has to be said: `decide<"my_event">({ event: "my_event" })`, and is
 * registered with `kinds`.
 */
export type EventInput<Own extends string = never> = EventOf<EventName | Own>;

/** The events about a call that has not happened. */
export type CallEventName = "before_tool_call" | "tool_permission";

/** An event; of a call with the parameters of its kind, where one is named. */
export type KindEvent<Name extends string, Kind extends ToolKind> = [Kind] extends [never]
  ? EventOf<Name>
  : Name extends CallEventName
    ? CallFields<KindParams[Kind] & Readonly<Record<string, unknown>>> & {
        readonly event: Name;
        readonly tool: { readonly name: string; readonly kind: Kind };
      }
    : EventOf<Name>;
