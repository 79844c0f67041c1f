import { type AgentDescriptor, AGENTS, filledProbe } from "@gatehouse-hooks/hosts/agents";
import { SESSION_FORMATS } from "@gatehouse-hooks/hosts/sessions";
import { WIRED_HOSTS, type WiredHost } from "@gatehouse-hooks/hosts/wired";
import { isRecord } from "@gatehouse-hooks/json";
import { expect, test } from "vitest";

const COMMAND = "echo of a probe";

/** What is missing of a list of hosts and descriptors, each line with the agent's name. */
function missing(hosts: readonly WiredHost[], agents: readonly AgentDescriptor[]): readonly string[] {
  return [
    ...hosts.flatMap(({ name, title }) => {
      const one = agents.find((agent) => agent.name === name);
      if (one === undefined) return [`${name}: no descriptor in AGENTS`];
      return one.title === title ? [] : [`${name}: another title than its host's`];
    }),
    ...agents.flatMap(({ name, wiring, probe, sessions }) => {
      const host = hosts.find((one) => one.name === name);
      const own = host?.events.map((event) => event.name) ?? [];
      const formats = SESSION_FORMATS.filter(({ agent }) => agent === name);
      return [
        ...(host === undefined && sessions === undefined ? [`${name}: neither a host nor sessions`] : []),
        ...(wiring?.events ?? []).flatMap((event) =>
          own.includes(event.name) ? [] : [`${name}: wires ${event.name}, which it has not`],
        ),
        ...(wiring !== undefined && probe === undefined ? [`${name}: wired, and without a probe`] : []),
        ...(probe === undefined || probes(host, probe) ? [] : [`${name}: its probe is not a call of it`]),
        ...((sessions === undefined) === (formats.length === 0)
          ? []
          : [`${name}: either places of sessions or a format that reads them`]),
      ];
    }),
  ];
}

function probes(host: WiredHost | undefined, probe: NonNullable<AgentDescriptor["probe"]>): boolean {
  const prepared = host?.prepare(filledProbe(probe, COMMAND, "/work"));
  if (prepared?.kind !== "event" || prepared.event.event !== "before_tool_call") return false;
  const { params } = prepared.event;
  return isRecord(params) && params["command"] === COMMAND;
}

test("each agent has a descriptor, and it says what the agent's other tables say", () => {
  expect(missing(WIRED_HOSTS, AGENTS)).toEqual([]);
  expect(new Set(AGENTS.map(({ name }) => name)).size).toBe(AGENTS.length);
});

test("a descriptor is plain data", () => {
  expect(JSON.parse(JSON.stringify(AGENTS))).toEqual(AGENTS);
});

const model = AGENTS.find(({ name }) => name === "qwen-code");
const modelHost = WIRED_HOSTS.find(({ name }) => name === "qwen-code");
if (model === undefined || modelHost === undefined) throw new Error("the agent that is copied is gone");
const host = { ...modelHost, name: "newcomer", title: "Newcomer" };
const agent = { ...model, name: "newcomer", title: "Newcomer" };
const { probe: _probe, ...unprobed } = agent;
const { sessions: _sessions, ...wiredAgent } = unprobed;
const { wiring: _wiring, ...bare } = wiredAgent;

test.each([
  ["without a descriptor", [host], [], ["newcomer: no descriptor in AGENTS"]],
  [
    "with the copied title",
    [host],
    [{ ...bare, title: model.title }],
    ["newcomer: another title than its host's"],
  ],
  ["without a probe", [host], [wiredAgent], ["newcomer: wired, and without a probe"]],
  [
    "with another's probe",
    [host],
    [{ ...bare, probe: { tool: "bash" } }],
    ["newcomer: its probe is not a call of it"],
  ],
  [
    "without a reader of its sessions",
    [host],
    [agent],
    ["newcomer: either places of sessions or a format that reads them"],
  ],
  ["without a host", [], [bare], ["newcomer: neither a host nor sessions"]],
] satisfies readonly (readonly [
  string,
  readonly WiredHost[],
  readonly AgentDescriptor[],
  readonly string[],
])[])("a newcomer that is a copy, %s, is named", (_what, hosts, agents, expected) => {
  expect(missing([...WIRED_HOSTS, ...hosts], [...AGENTS, ...agents])).toEqual(expected);
});
