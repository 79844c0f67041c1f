// A file of docker-agent, and the native file that is made of it, decide alike.
import {
  compilePolicies,
  type Decision,
  decide,
  type PolicyDefinition,
  readEvent,
} from "@gatehouse-hooks/engine";
import { load, VOCABULARY } from "@gatehouse-hooks/hosts";
import { importRules } from "@gatehouse-hooks/hosts/import";
import { expect, test } from "vitest";
import { hostOf } from "../../packages/hosts/test/agents/samples.js";
import type { DoorRow } from "../e2e/door-rows.js";
import { AGENT, CALLS, native } from "./docker-agent-calls.js";

const policiesOf = (text: string, path: string): readonly PolicyDefinition[] => {
  const { policies, issues } = load(text, {
    path,
    ...(path === "agent.yaml" && { format: "docker-agent" as const }),
  });
  expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
  return policies.filter(({ handler }) => handler.kind === "static");
};

function decided(policies: readonly PolicyDefinition[], given: unknown): Decision {
  const read = readEvent(given);
  if (read.kind !== "event") throw new Error(read.issue.message);
  const { set, issues } = compilePolicies(policies, { vocabulary: VOCABULARY });
  expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
  return decide(set, read.event);
}

/** The event that all agents have. */
function canonical({ payload }: DoorRow): unknown {
  const prepared = hostOf("docker-agent").prepare(JSON.parse(JSON.stringify(payload)));
  if (prepared.kind !== "event") throw new Error("the payload is not an event");
  return prepared.event;
}

const effects = new Set<string>();

test.each(CALLS.map((row) => [row.name, row] as const))("both files say the same of %s", (_, row) => {
  const { hook_event_name: event, ...fields } = row.payload;
  const before = decided(policiesOf(AGENT, "agent.yaml"), { ...fields, event });
  const after = decided(policiesOf(native(AGENT), "imported.yaml"), canonical(row));
  expect([after.effect, after.reason]).toEqual([before.effect, before.reason]);
  effects.add(after.effect);
});

test("the calls are allowed, asked about, denied and left alone", () => {
  expect([...effects].sort()).toEqual(["abstain", "allow", "ask", "deny"]);
});

test.each([
  ["shell", { cmd: "ls" }, { command: "sudo ls" }],
  ["shell", { cmd: "git status" }, { cmd: "sudo ls" }],
  ["write_file", { path: "/work/tmp/a", content: "" }, { path: "/etc/hosts" }],
])("what another policy makes of a call of %s is looked at: %j, %j", (tool, input, set) => {
  const rewrite = `version: 1\npolicies:\n  - { id: other, events: before_tool_call, set: ${JSON.stringify(set)} }\n`;
  const policies = [...policiesOf(native(AGENT), "imported.yaml"), ...policiesOf(rewrite, "other.yaml")];
  const payload = { session_id: "s", hook_event_name: "pre_tool_use", tool_name: tool, tool_input: input };
  expect(decided(policies, canonical({ name: "", agent: "docker-agent", payload })).effect).toBe("deny");
});

test("what reads docker-agent's words stays in the file, and is named; a file that is not right is not imported", () => {
  const hooks = `permissions: { deny: [shell] }
hooks:
  pre_tool_use:
    - hooks:
        - { type: command, command: ./guard.sh }
        - { type: builtin, command: redact_secrets }
        - { type: model, model: openai/m, prompt: "Safe?", schema: pre_tool_use_decision }
agents: { root: { redact_secrets: true } }
`;
  const [read] = importRules([{ path: "agent.yaml", text: hooks }]);
  expect(read?.policies).toHaveLength(1);
  expect(read?.notKept.map(({ from }) => from.line)).toEqual([5, 6, 7, 8]);
  for (const { instead } of read?.notKept ?? [])
    expect(instead).toContain("gatehouse hook docker-agent --policies");
  const [wrong] = importRules([{ path: "agent.yaml", text: "permissions: { deny: [shell:rm*] }\n" }]);
  expect(wrong?.policies).toEqual([]);
  expect(wrong?.issues.map(({ code }) => code)).toEqual(["dead-pattern"]);
});
