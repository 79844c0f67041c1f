import type { JsonObject } from "@gatehouse-hooks/json";
import type { Host } from "../host.js";
import { type Preparation, preparePayload } from "../prepare/prepare-payload.js";
import type { HostCapabilities } from "./capability.js";
import { hostWords, type WireWords, type HostWire } from "./host-wire.js";

/** The tables and functions of an agent that starts processes for its events. */
interface WiredTables
  extends
    Pick<Host, "name" | "title" | "events" | "tools" | "namesInPayloadsOnly" | "readsHooksOfOthers">,
    Omit<WireWords, "preparation">,
    Pick<Preparation, "nameOf" | "callOf" | "also" | "agentKeys"> {
  /** Default: `hook_event_name`. */
  readonly nameKeys?: readonly string[];
  /** The fields of its payloads that name the session. Default: `session_id`. */
  readonly sessionKeys?: readonly string[];
  /** The fields of its prepared events that do, beside the canonical one. Default: those of its payloads. */
  readonly eventSessionKeys?: readonly string[];
  /** Default: `tool_name` and `tool_input`. */
  readonly toolKeys?: NonNullable<Preparation["toolKeys"]>;
  /** Default: the JSON object that its process prints. */
  readonly speak?: Host["speak"];
}

/** A host whose payloads and answers are what its tables say. */
export function wiredHostFrom(tables: WiredTables): WiredHost {
  const { name, title, events, tools, namesInPayloadsOnly, sessionKeys = ["session_id"] } = tables;
  const { readsHooksOfOthers } = tables;
  const preparation: Preparation = {
    nameKeys: ["hook_event_name"],
    toolKeys: { name: "tool_name", input: "tool_input" },
    ...tables,
    sessionKeys,
    host: name,
  };
  const words = hostWords({ ...tables, preparation });
  return {
    name,
    title,
    events,
    tools,
    sessionKeys: tables.eventSessionKeys ?? sessionKeys,
    ...(namesInPayloadsOnly && { namesInPayloadsOnly }),
    ...(readsHooksOfOthers && { readsHooksOfOthers }),
    prepare: (payload) => preparePayload(payload, preparation),
    speak: tables.speak ?? words.speak,
    wire: words.wire,
  };
}

/** A field that one agent alone sends, of those whose payloads look alike: no other one has it. */
export const EDITORS_FIELD = "cursor_version";

/** Whether a payload names an event of the agent's, where agents that share its names do. */
export function namesEventOf({ events }: HostCapabilities, payload: JsonObject): boolean {
  const name = payload["hook_event_name"];
  return typeof name === "string" && Object.hasOwn(events, name);
}

/** A host that starts processes for its events. */
export type WiredHost = Host & { readonly wire: HostWire };
