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
  readonly home?: string;
  readonly timestamp?: string | number;
  readonly platform?: string;
  readonly sessionKey?: string;
  readonly agentId?: string;
  readonly [field: string]: unknown;
}

/** A tool call, with what is known of the parameters. */
export interface CallFields<Params = Readonly<Record<string, unknown>>> extends EventFields {
  readonly toolName: string;
  readonly params: Params;
  readonly toolCallId?: string;
}

/** The canonical events, by name, and the fields that each must have (engine SPEC, "Canonical events"). */
export interface CanonicalEvents {
  readonly before_tool_call: CallFields;
  readonly tool_permission: CallFields;
  readonly after_tool_call: EventFields & { readonly toolName: string };
  readonly prompt: EventFields & { readonly prompt: string };
  readonly message_sending: EventFields & { readonly message: string };
  readonly before_prompt_build: EventFields;
  readonly before_agent_start: EventFields;
  readonly session_start: EventFields;
  readonly session_end: EventFields;
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
