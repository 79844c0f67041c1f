import { type Decision, type Event, refusal } from "@gatehouse-hooks/engine";
import { answerHook } from "@gatehouse-hooks/core/hook";
import { AGENTS, filledDeny } from "@gatehouse-hooks/hosts/agents";
import { type WiredHost, WIRED_HOSTS } from "@gatehouse-hooks/hosts/wired";
import { isRecord, type JsonObject, parseJsonObject } from "@gatehouse-hooks/json";

/** The agents that post their hooks to an address, with the payload that a process would get, and read the answer from the body. */
export const OVER_HTTP: readonly string[] = AGENTS.flatMap(({ name, wiring }) =>
  wiring?.http === undefined ? [] : name,
);

/** How a hook over HTTP is decided. */
interface HttpHookOptions {
  readonly decide: (event: Event) => Promise<Decision>;
  readonly settle: (decision: Decision, event: Event) => Promise<Decision>;
  /** In ms. */
  readonly deadlineMs: number;
}

/** The agent of an address; undefined where it has no hooks over HTTP. */
export function httpHookHost(name: string): WiredHost | undefined {
  return OVER_HTTP.includes(name) ? WIRED_HOSTS.find((host) => host.name === name) : undefined;
}

/**
 * The body of the answer. These agents take an address that does not answer, or another status than 200, as no objection: so a failure
 * is told as a deny, with status 200.
 */
export async function answerHttpHook(
  host: WiredHost,
  payload: Uint8Array,
  { decide, settle, deadlineMs }: HttpHookOptions,
): Promise<string> {
  const spoken = await answerHook(host, payload, { decide, settle, deadlineMs, say: () => undefined });
  if (spoken.exitCode === 0) return spoken.stdout === "" ? "{}" : spoken.stdout;
  return JSON.stringify(denyInJson(host, payload, spoken.stderr.trim()));
}

/** What an exit code would have said. */
function denyInJson(host: WiredHost, payload: Uint8Array, reason: string): JsonObject {
  const { value } = parseJsonObject(payload);
  const prepared = value === undefined ? undefined : host.prepare(value);
  const said = prepared?.kind === "event" ? host.speak?.(refusal(reason), prepared.event) : undefined;
  return isRecord(said) && Object.keys(said).length > 0 ? (said as JsonObject) : denyOfAnything(host, reason);
}

/** A deny of an event that is not known, as this agent reads one. @param why for the agent */
export function denyOfAnything({ name }: WiredHost, why: string): JsonObject {
  const reason = why.startsWith(NAMED) ? why : `${NAMED}${why}`;
  const deny = AGENTS.find((agent) => agent.name === name)?.wiring?.http?.deny;
  return deny === undefined ? { decision: "block", reason } : filledDeny(deny, reason);
}

/** How the agents' users are told who says no. */
const NAMED = "[gatehouse] ";
