import { compilePolicies, type PolicyDefinition } from "@gatehouse-hooks/engine";
import { expect, test } from "vitest";
import { neverSent, type SentEvents } from "../src/index.js";
import { policy } from "./policy.js";

const SENT: SentEvents = {
  events: [
    { name: "before_tool_call", fields: ["event", "toolName", "params", "tool", "cwd"] },
    { name: "session_start" },
  ],
  tools: [
    { name: "sh", kind: "shell", fields: ["command", "timeout"] },
    { name: "open", kind: "read" },
  ],
  otherTools: ["Bash", "Read"],
};

function unsent(...policies: readonly PolicyDefinition[]): readonly string[] {
  return neverSent(compilePolicies(policies).set, SENT).map(({ policy: { id } }) => id);
}

test.each<[string, boolean, Partial<PolicyDefinition>?]>([
  ['toolName == "Bash"', true],
  ['toolName == "sh"', false],
  ['toolName == "mcp__a__b"', false],
  ['toolName.startsWith("B")', false],
  ['toolName in ["Bash", "Read"]', true],
  ['toolName in ["Bash", "open"]', false],
  ['tool.kind == "fetch"', true],
  ['tool.kind == "mcp"', false],
  ['toolName == "open" && tool.kind == "shell"', true],
  ['tool.kind == "shell" && params.cmd.includes("rm")', true],
  ['tool.kind == "shell" && params.command.includes("rm")', false],
  ['tool.kind == "read" && params.cmd.includes("rm")', false],
  ['params.cmd.includes("rm")', false],
  ["durationMs > 3", true],
  ["!(durationMs > 3)", false],
  ["has(cwd)", false],
  ["durationMs > 3", false, { events: ["session_start"] }],
  ["", true, { events: ["session_end"] }],
  ["", false, { events: ["session_end", "session_start"] }],
  ['toolName == "a" && toolName == "b"', false],
])("%s: %s", (when, expected, more = {}) => {
  expect(unsent(policy("p", "deny", when, more))).toEqual(expected ? ["p"] : []);
});

test("a witness is an event of other senders", () => {
  const { set } = compilePolicies([
    policy("p", "deny", 'toolName == "Bash" && params.command.includes("rm")'),
  ]);
  expect(neverSent(set, SENT)).toMatchObject([
    { kind: "never-sent", witness: { toolName: "Bash", params: { command: "rm" } } },
  ]);
});
