import { hostOf, RECORDED, sampleOf, type WiredHost } from "../../packages/hosts/test/agents/samples.js";
import { type JsonObject, lookup } from "@gatehouse-hooks/json";

/** What an agent tells that memory can keep, by the canonical field. */
export interface Told {
  readonly prompt: boolean;
  readonly result: boolean;
  /** That a call has failed: `call.ok`. */
  readonly failure: boolean;
  /** The id of a call, before and after it: without it nobody's yes is known (`call.asked`). */
  readonly id: boolean;
  /** Who calls: in its calls, or in the events of a subagent only. */
  readonly agent: readonly ("id" | "kind" | "parent")[];
  readonly isRecorded: boolean;
}

/** What an agent tells: by the payloads that it has sent, and, of events that were not recorded, by those that its documentation has. */
export function toldBy(host: WiredHost): Told {
  const own = RECORDED.filter(({ agent }) => hostOf(agent) === host).map(({ payload }) => payload);
  const seen = new Set(own.map((payload) => host.wire.nameOf(payload)));
  const payloads = [
    ...own,
    ...documented(host)
      .filter(({ name }) => !seen.has(name) || ABOUT_SUBAGENTS.test(name))
      .map(({ payload }) => payload),
  ];
  const events = payloads.flatMap((payload) => {
    const read = host.prepare(payload);
    return read.kind === "event" ? [read.event] : [];
  });
  const some = (name: string, field: string): boolean =>
    events.some((event) => event.event === name && event[field] !== undefined);
  const agents = events.map((event) => lookup(event, "agent"));
  // Recorded calls may all have been fine: that a call has failed is in the table of the reader, too.
  const tellsFailure = host.events.some(
    (row) => row.canonical === "after_tool_call" && row.failure !== undefined,
  );
  return {
    prompt: some("prompt", "prompt"),
    result: some("after_tool_call", "result"),
    failure: some("after_tool_call", "error") || tellsFailure,
    id: some("before_tool_call", "toolCallId") && some("after_tool_call", "toolCallId"),
    agent: (["id", "kind", "parent"] as const).filter((key) =>
      agents.some((agent) => lookup(agent, key) !== undefined),
    ),
    isRecorded: own.length > 0,
  };
}

/** Payloads as the tables of the reader have them, with every field that they name. */
function documented(host: WiredHost): readonly { readonly name: string; readonly payload: JsonObject }[] {
  return host.events.map((row) => {
    const sample = sampleOf(host, row.name);
    const carried = Object.fromEntries((row.carries ?? []).map((key) => [key, "x"]));
    const result = row.result === undefined ? {} : { [row.result]: "x" };
    const who = ABOUT_SUBAGENTS.test(row.name) ? (WHO[host.name] ?? USUAL_WHO) : {};
    return { name: row.name, payload: { ...carried, ...result, ...sample, ...who } };
  });
}

/** How agents say whose an event of a subagent is, by their documentation. */
const WHO: Readonly<Record<string, JsonObject>> = {
  "docker-agent": { parent_session_id: "y", agent_name: "x" },
  copilot: { agentName: "x" },
  cursor: { subagent_id: "x", subagent_type: "x" },
  // Its subagents are sessions of their own.
  opencode: { input: { type: "session.created", properties: { info: { id: "x", parentID: "y" } } } },
};
const USUAL_WHO: JsonObject = { agent_id: "x", agent_type: "x" };
const ABOUT_SUBAGENTS = /subagent|session\.created/i;

/** The part of the page about memory that says what each agent tells, as Markdown lines. */
export function toldTable(hosts: readonly WiredHost[]): readonly (readonly string[])[] {
  const yes = (one: boolean): string => (one ? "yes" : "–");
  return hosts.map((host) => {
    const told = toldBy(host);
    return [
      host.title,
      yes(told.prompt),
      yes(told.result),
      yes(told.failure),
      yes(told.id),
      told.agent.map((key) => `\`${key}\``).join(", ") || "–",
      told.isRecorded ? "recorded" : "documented",
    ];
  });
}
