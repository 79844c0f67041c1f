import type { JsonObject } from "@gatehouse-hooks/json";
import { hostOf, RECORDED } from "../../packages/hosts/test/agents/samples.js";
import { callPayload, mcpPayload, toolPayloads } from "./call-payload.js";
import { type Call, HARMFUL, HARMLESS, ODD } from "./calls.table.js";
import type { Payload } from "./payload.js";
import type { World } from "./world.js";

/** The payloads of an agent that are harmless calls, those of `HARMLESS` for which it has a tool. */
export function harmlessOf(agent: string, world: World): readonly Payload[] {
  return callsOf(agent, "harmless", HARMLESS, world);
}

/** Calls that the policies of `gatehouse init` deny. */
export function harmfulOf(agent: string, world: World): readonly Payload[] {
  return callsOf(agent, "harmful", HARMFUL, world);
}

export function oddOf(agent: string, world: World): readonly Payload[] {
  return callsOf(agent, "odd", ODD, world);
}

/** One call of each tool of the agent, and of a server's. */
export function toolsOf(agent: string, world: World): readonly Payload[] {
  const tools = toolPayloads(agent, world).map(([name, payload]) =>
    payloadOf(agent, `tool ${name}`, payload),
  );
  return [...tools, payloadOf(agent, "tool of a server", mcpPayload(agent, world))];
}

/** What the real agent has sent, moved into the world; each also without one field, or with fields that nobody knows. */
export function recordedOf(agent: string, { home }: World): readonly Payload[] {
  const own = RECORDED.filter((one) => hostOf(one.agent).name === agent);
  return own.flatMap((recorded, index) => {
    const name = `${recorded.agent} ${recorded.id}`;
    const payload = JSON.parse(JSON.stringify(recorded.payload).replaceAll("/home/user", home)) as JsonObject;
    return [payloadOf(agent, name, payload), changed(agent, name, payload, index)];
  });
}

function changed(agent: string, name: string, payload: JsonObject, index: number): Payload {
  if (index % 2 === 0) {
    const more = { ...payload, some_new_field: { of: [1, null] }, constructor: "x" };
    return payloadOf(agent, `${name} with unknown fields`, more);
  }
  return without(agent, name, payload, (index - 1) / 2);
}

function without(agent: string, name: string, payload: JsonObject, index: number): Payload {
  const names = Object.keys(payload);
  const left = names[index % names.length];
  const rest = Object.fromEntries(Object.entries(payload).filter(([key]) => key !== left));
  return payloadOf(agent, `${name} without ${left ?? ""}`, rest);
}

/** Three million characters of a command. */
const LONG: Call = { kind: "shell", params: { command: `echo ${"a ".repeat(1_500_000)}` } };

/** The name of the event, and of the tool, in a typical call of any agent. */
const EVENT = /"(?:PreToolUse|BeforeTool|preToolUse|pre_tool_use|tool\.execute\.before)"/;
const TOOL = /("(?:tool_name|toolName|tool)":)"[^"]*"/;

/** A typical call in all its wrong forms, and what is not a payload of this agent at all. */
export function formsOf(agent: string, other: string, world: World): readonly Payload[] {
  const typical = callOf(agent, { kind: "shell", params: { command: "rm -rf ~" } }, world);
  const text = JSON.stringify(typical);
  const list: readonly (readonly [string, string])[] = [
    ["no JSON", "{"],
    ["half a payload", text.slice(0, text.length / 2)],
    ["nothing", ""],
    ["an empty payload", "{}"],
    ["a list", "[]"],
    ["an event of a newer agent", text.replace(EVENT, '"BeforeEverything"')],
    ["a tool without a name", text.replace(TOOL, "$1null")],
    ["a key twice", `{"cwd":"/",${text.slice(1)}`],
    [
      "another agent's call",
      JSON.stringify(callOf(other, { kind: "shell", params: { command: "ls" } }, world)),
    ],
    ["three million characters", JSON.stringify(callOf(agent, LONG, world))],
  ];
  return [
    ...list.map(([name, form]) => ({ agent, name, text: form })),
    ...Object.keys(typical).map((_key, index) => without(agent, "a call", typical, index)),
  ];
}

function callsOf(agent: string, what: string, calls: readonly Call[], world: World): readonly Payload[] {
  return calls.flatMap((call, index) => {
    const payload = callPayload(agent, call, world);
    return payload === undefined ? [] : [payloadOf(agent, `${what} ${index + 1}`, payload)];
  });
}

function callOf(agent: string, call: Call, world: World): JsonObject {
  const payload = callPayload(agent, call, world);
  if (payload === undefined) throw new Error(`${agent} has no tool for ${call.kind}`);
  return payload;
}

function payloadOf(agent: string, name: string, payload: JsonObject): Payload {
  return { agent, name, text: JSON.stringify(payload) };
}
