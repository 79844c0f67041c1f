import type { Decision, Verdict } from "@gatehouse-hooks/engine";
import { approvalOf, approvalPolicies, approvalSteps, type Permissions } from "@gatehouse-hooks/hosts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decideWith, loadFile } from "./rig.js";
import { assertLaw } from "../../../../test/assert-law.js";

interface Case {
  readonly team: Permissions;
  readonly session: Permissions;
  readonly event: Readonly<Record<string, unknown>>;
  readonly hook: Verdict;
}

function decide({ team, session, event, hook }: Case): Decision {
  const file = loadFile({
    agents: { root: { hooks: { pre_tool_use: [{ hooks: [{ type: "command", command: "guard" }] }] } } },
    permissions: team,
  });
  expect(file.issues).toEqual([]);
  const policies = [...file.policies, ...approvalPolicies({ session }).policies];
  return decideWith(policies, { event: "pre_tool_use", tool_name: "shell", ...event }, () => hook);
}

const nothing: Case = { team: {}, session: {}, event: {}, hook: { kind: "approve", reason: "" } };

const ROWS: readonly (readonly [given: Partial<Case>, steps: readonly string[], decided: string | null])[] = [
  [{}, [], null],
  [{ team: { deny: ["s*"] } }, ["deny team_permissions_deny"], "deny team_permissions_deny"],
  [
    { session: { allow: ["shell"] }, hook: { kind: "deny", reason: "no" } },
    ["allow session_permissions_allow", "deny pre_tool_use_hook_deny"],
    "deny pre_tool_use_hook_deny",
  ],
  [
    { team: { allow: ["shell"] }, event: { tool_read_only: true } },
    ["allow team_permissions_allow", "allow readonly_hint"],
    "allow team_permissions_allow",
  ],
  [
    { session: { ask: ["shell"] }, event: { safety_policy: "autonomous" } },
    ["ask session_permissions_ask", "allow yolo"],
    null,
  ],
  [
    { event: { safety_policy: "balanced", safety_label: "safe" } },
    ["allow mode_balanced"],
    "allow mode_balanced",
  ],
  [
    { hook: { kind: "failure", code: "timeout", message: "late" }, event: { safety_policy: "autonomous" } },
    ["deny pre_tool_use_hook_deny"],
    "deny pre_tool_use_hook_deny",
  ],
  [{ hook: { kind: "ask", reason: "sure?" } }, ["ask pre_tool_use_hook_ask"], null],
  [
    { hook: { kind: "allow", reason: "" } },
    ["allow pre_tool_use_hook_allow"],
    "allow pre_tool_use_hook_allow",
  ],
];

test.each(ROWS)("%j: %j, decided by %s", (given, steps, decided) => {
  const decision = decide({ ...nothing, ...given });
  expect(
    approvalSteps(decision, "pre_tool_use").map(
      ({ approval_decision: opinion, approval_source: source }) => `${opinion} ${source}`,
    ),
  ).toEqual(steps);
  const approval = approvalOf(decision, "pre_tool_use");
  expect(approval === null ? null : `${approval.approval_decision} ${approval.approval_source}`).toBe(
    decided,
  );
});

test("a denial or an approval is always that of a step of the chain", () => {
  const rules = fc.subarray(["*", "shell", "s*", "other"]);
  const permissions = fc.record({ allow: rules, ask: rules, deny: rules });
  const kinds = fc.constantFrom("approve" as const, "allow" as const, "ask" as const, "deny" as const);
  assertLaw(
    fc.property(
      permissions,
      permissions,
      fc.record(
        {
          safety_policy: fc.constantFrom("", "strict", "balanced", "autonomous"),
          safety_label: fc.constantFrom("safe", "unknown"),
          tool_read_only: fc.boolean(),
        },
        { requiredKeys: [] },
      ),
      kinds,
      (team, session, event, kind) => {
        const decision = decide({ team, session, event, hook: { kind, reason: "" } });
        const steps = approvalSteps(decision, "pre_tool_use");
        const approval = approvalOf(decision, "pre_tool_use");
        if (approval !== null) expect(steps).toContainEqual(expect.objectContaining(approval));
        else expect(steps.every((step) => step.approval_decision !== "deny")).toBe(true);
      },
    ),
    { quick: 200 },
  );
});

test("the stages of the chain give their own names", () => {
  const denied = { effect: "deny", policy: "tool_guard[0].hooks[0]: guard" } as const;
  expect(approvalOf(denied, "tool_guard")?.approval_source).toBe("tool_guard_hook_deny");
  expect(approvalOf(denied, "permission_request")?.approval_source).toBe("permission_request_hook_deny");
});
