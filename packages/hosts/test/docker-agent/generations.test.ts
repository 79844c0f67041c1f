import { type Compat, type HookWords, parseHookOutput } from "@gatehouse-hooks/hosts";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decideWith, loadFile, nobody } from "./rig.js";

/** What a hook did, and its verdict in the two generations. */
const RUNS: readonly (readonly [id: string, event: string, run: object, old: object, now: object])[] = [
  ["exit-code", "pre_tool_use", { exitCode: 1 }, { kind: "approve" }, { kind: "failure", code: "exit-code" }],
  [
    "exit-code",
    "stop",
    { exitCode: null, signal: "SIGKILL" },
    { kind: "approve" },
    { kind: "failure", code: "signal" },
  ],
  [
    "broken-json",
    "pre_tool_use",
    { stdout: '{"decision":' },
    { kind: "approve" },
    { kind: "failure", code: "bad-output" },
  ],
  [
    "broken-json",
    "pre_tool_use",
    { stdout: '{"decision":"block"} {"decision":"block"}' },
    { kind: "approve" },
    { kind: "failure", code: "bad-output" },
  ],
  [
    "wrong-type",
    "stop",
    { stdout: '{"continue":"no"}' },
    { kind: "approve", context: ['{"continue":"no"}'] },
    { kind: "failure", code: "bad-output" },
  ],
  [
    "decision-words",
    "pre_tool_use",
    { stdout: '{"decision":"blok"}' },
    { kind: "approve" },
    { kind: "failure", code: "bad-decision" },
  ],
  [
    "decision-words",
    "permission_request",
    { stdout: '{"hook_specific_output":{"permission_decision":"alow"}}' },
    { kind: "approve" },
    { kind: "failure", code: "bad-decision" },
  ],
  [
    "camel-case",
    "pre_tool_use",
    { stdout: '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no"}}' },
    { kind: "approve" },
    { kind: "deny", reason: "no" },
  ],
  [
    "camel-case",
    "before_compaction",
    { stdout: '{"hookSpecificOutput":{"summary":"S"}}' },
    { kind: "approve", updatedInput: { summary: "S" } },
    { kind: "approve", updatedInput: { summary: "S" } },
  ],
  [
    "camel-case",
    "tool_response_transform",
    { stdout: '{"hookSpecificOutput":{"updatedToolResponse":"S"}}' },
    { kind: "approve" },
    { kind: "approve", updatedInput: { tool_response: "S" } },
  ],
  [
    "",
    "pre_tool_use",
    { exitCode: 2, stdout: '{"decision":"block","reason":"because"}' },
    { kind: "deny", reason: "because" },
    { kind: "deny", reason: "because" },
  ],
  [
    "veto-by-permission",
    "pre_compact",
    { stdout: '{"hook_specific_output":{"permission_decision":"deny"}}' },
    { kind: "approve" },
    { kind: "deny" },
  ],
  [
    "veto-by-permission",
    "before_compaction",
    { stdout: '{"hook_specific_output":{"permission_decision":"deny"}}' },
    { kind: "deny" },
    { kind: "deny" },
  ],
  [
    "block-elsewhere",
    "notification",
    { exitCode: 2, stderr: "no\n" },
    { kind: "deny", reason: "no" },
    { kind: "approve", systemMessages: ["no"] },
  ],
  // The same in both.
  [
    "",
    "pre_tool_use",
    { stdout: '{"Decision":"block","REASON":"r"}' },
    { kind: "deny", reason: "r" },
    { kind: "deny", reason: "r" },
  ],
  [
    "",
    "tool_response_transform",
    { stdout: '{"hook_specific_output":{"updated_tool_response":""}}' },
    { kind: "approve", updatedInput: { tool_response: "" } },
    { kind: "approve", updatedInput: { tool_response: "" } },
  ],
  [
    "ask-at-the-prompt",
    "permission_request",
    { stdout: '{"hook_specific_output":{"permission_decision":"ask"}}' },
    { kind: "approve" },
    { kind: "ask" },
  ],
  [
    "",
    "turn_start",
    { stdout: " text \n" },
    { kind: "approve", context: ["text"] },
    { kind: "approve", context: ["text"] },
  ],
  ["", "before_llm_call", { stdout: "text" }, { kind: "approve" }, { kind: "approve" }],
];

test.each(RUNS)("%s on %s: %j", (_, event, run, old, now) => {
  const given = { exitCode: 0, stdout: "", stderr: "", ...run };
  const read = (words: HookWords) => parseHookOutput(given, { event }, { words });
  expect(read("docker-agent-2026-05")).toMatchObject(old);
  expect(read("docker-agent")).toMatchObject(now);
  if (!Object.hasOwn(old, "context")) expect(read("docker-agent-2026-05")).not.toHaveProperty("context");
  if (!Object.hasOwn(now, "context")) expect(read("docker-agent")).not.toHaveProperty("context");
});

const hook = { type: "command", command: "x" };

/** A `hooks:` block, and what loading it gives: the codes of its issues, and how many policies. */
const BLOCKS: readonly (readonly [id: string, hooks: object, old: object, now: object])[] = [
  [
    "invalid-matcher",
    { pre_tool_use: [{ matcher: "[", hooks: [hook] }], stop: [hook] },
    { codes: ["invalid-matcher"], policies: 1 },
    { codes: ["invalid-matcher"], policies: 0 },
  ],
  [
    "invalid-matcher",
    { pre_tool_use: [{ matcher: "a)|(b", hooks: [hook] }] },
    { codes: ["invalid-matcher"], policies: 0 },
    { codes: ["invalid-matcher"], policies: 0 },
  ],
  [
    "on-error-words",
    { stop: [{ ...hook, on_error: "blok" }] },
    { codes: [], policies: 1 },
    { codes: ["invalid-value"], policies: 0 },
  ],
  [
    "on-error-words",
    { stop: [{ ...hook, on_error: "block" }] },
    { codes: [], policies: 1 },
    { codes: ["invalid-value"], policies: 1 },
  ],
  [
    "negative-timeout",
    { stop: [{ ...hook, timeout: -1 }] },
    { codes: [], policies: 1 },
    { codes: ["invalid-value"], policies: 0 },
  ],
  ["one-for-a-list", { stop: hook }, { codes: ["invalid-type"], policies: 0 }, { codes: [], policies: 1 }],
  [
    "later-events",
    { tool_guard: [{ hooks: [hook] }] },
    { codes: ["unknown-event"], policies: 0 },
    { codes: [], policies: 1 },
  ],
  [
    "preempt-yolo",
    { pre_tool_use: [{ preempt_yolo: true, hooks: [hook] }] },
    { codes: ["unknown-key"], policies: 0 },
    { codes: [], policies: 1 },
  ],
  [
    "preempt-yolo",
    { post_tool_use: [{ preempt_yolo: true, hooks: [hook] }] },
    { codes: ["unknown-key"], policies: 0 },
    { codes: ["unknown-key"], policies: 0 },
  ],
];

test.each(BLOCKS)("%s: %j", (_, hooks, old, now) => {
  const read = (compat: Compat): object => {
    const { policies, issues } = loadFile({ agents: { root: { hooks } } }, { compat });
    return { codes: issues.map(({ code }) => code), policies: policies.length };
  };
  expect(read("2026-05")).toEqual(old);
  expect(read("2026-09")).toEqual(now);
});

test.each([
  [undefined, "warn", "ask"],
  ["warn", "warn", "ask"],
  ["ignore", "ignore", "ask"],
  ["block", "deny", "deny"],
] as const)("permission-failures: on_error %s", (onError, old, now) => {
  const hooks = {
    permission_request: [{ hooks: [{ ...hook, ...(onError === undefined ? {} : { on_error: onError }) }] }],
  };
  const read = (compat: Compat): unknown =>
    loadFile({ agents: { root: { hooks } } }, { compat }).policies[0]?.onFailure;
  expect(read("2026-05")).toBe(old);
  expect(read("2026-09")).toBe(now);
});

test("a pre_tool_use hook that fails denies, whatever on_error says", () => {
  for (const compat of ["2026-05", "2026-09"] as const) {
    for (const onError of ["warn", "ignore", "block"]) {
      const hooks = { pre_tool_use: [{ hooks: [{ ...hook, on_error: onError }] }] };
      const { policies } = loadFile({ agents: { root: { hooks } } }, { compat });
      const event = { event: "pre_tool_use", tool_name: "shell" };
      const failed = decideWith(policies, event, () => ({
        kind: "failure",
        code: "timeout",
        message: "late",
      }));
      expect(failed.effect).toBe("deny");
    }
  }
});

test("ask-over-allow: an ask stands over an allow of the same owner", () => {
  const permissions = { ask: ["fetch"], allow: ["fetch"] };
  const effect = (compat: Compat): string =>
    decideWith(
      loadFile({ permissions }, { compat }).policies,
      { event: "pre_tool_use", tool_name: "fetch" },
      nobody,
    ).effect;
  expect(effect("2026-05")).toBe("allow");
  expect(effect("2026-09")).toBe("ask");
});

test("every row of SPEC.md, Generations, is shown here", () => {
  const spec = readFileSync(new URL("../../docker-agent/SPEC.md", import.meta.url), "utf8");
  const part = spec.slice(spec.indexOf("## Generations"), spec.indexOf("## Files"));
  const shown = new Set<string>([
    ...RUNS.map(([id]) => id),
    ...BLOCKS.map(([id]) => id),
    "permission-failures",
    "ask-over-allow",
    // `environment.test.ts`.
    "host-variables",
  ]);
  for (const [, id = ""] of part.matchAll(/^\| `([a-z0-9-]+)` +\|/gm)) expect(shown).toContain(id);
});
