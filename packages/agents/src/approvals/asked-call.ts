import type { Event } from "@gatehouse-hooks/engine";
import { isRecord, type JsonObject } from "@gatehouse-hooks/json";

/** A call that a policy asks about, and no person has answered: what `gatehouse approve` shows. */
export interface AskedCall {
  /** As a person types it. */
  readonly code: string;
  /** `callHash` of the event. */
  readonly call: string;
  readonly policy: string | null;
  readonly reason: string;
  /** The agent. */
  readonly host: string;
  readonly event: string;
  readonly tool: string;
  readonly params: JsonObject;
  readonly cwd: string;
  /** Milliseconds since 1970. */
  readonly asked: number;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** What of an event a person is shown. */
export function shownParts(event: Event): Pick<AskedCall, "host" | "event" | "tool" | "params" | "cwd"> {
  const params = event["params"];
  return {
    host: textOf(event["host"]),
    event: event.event,
    tool: textOf(event["toolName"]),
    params: isRecord(params) ? params : {},
    cwd: textOf(event["cwd"]),
  };
}

/** Reads a kept call; undefined for anything else. */
export function readAskedCall(value: JsonObject): AskedCall | undefined {
  const { code, call, policy, reason, host, event, tool, params, cwd, asked, expires } = value;
  if (typeof code !== "string" || typeof call !== "string" || typeof reason !== "string") return undefined;
  if (policy !== null && typeof policy !== "string") return undefined;
  if (typeof asked !== "number" || typeof expires !== "number" || !isRecord(params)) return undefined;
  return {
    ...{ code, call, policy, reason, params, asked, expires },
    host: textOf(host),
    event: textOf(event),
    tool: textOf(tool),
    cwd: textOf(cwd),
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
