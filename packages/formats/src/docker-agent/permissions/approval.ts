import type { Decision, PolicyDefinition, Tier } from "@gatehouse/engine";
import { type Compat, DEFAULT_COMPAT } from "../compat.js";
import { conditionOf } from "../matcher.js";
import {
  BALANCED,
  type PatternProblem,
  permissionPolicies,
  type Permissions,
} from "./permission-policies.js";

export interface ApprovalOptions {
  /** What the user allowed, or forbade, for this session. */
  readonly session?: Permissions;
  readonly compat?: Compat;
  readonly tier?: Tier;
  /** Position of the first policy. Default 0. */
  readonly order?: number;
}

/** A read-only tool needs no prompt, unless a mode says what does. */
const NO_MODE = '(safety_policy == null || safety_policy == "")';

/** The lowest of all: what a mode allows, any rule and any hook may still ask about or deny. */
const MODE_PRIORITY = 0;

/**
 * The rest of the approval chain as policies (document 004, "Per-Event Extra Fields", `approval_source`): the permissions
 * of the session, the modes and the annotation "read-only". These are data of the event, said by the host:
 * `safety_policy` is absent, `strict`, `balanced` or, for `--yolo`, `autonomous`; `safety_label` is `safe` for a call
 * that the host knows to be harmless; `tool_read_only` is the tool's annotation.
 */
export function approvalPolicies(options: ApprovalOptions = {}): {
  readonly policies: readonly PolicyDefinition[];
  readonly problems: readonly PatternProblem[];
} {
  const { session = {}, compat = DEFAULT_COMPAT, tier = "user", order = 0 } = options;
  const rules = permissionPolicies(session, {
    owner: "session",
    says: "session permissions",
    compat,
    tier,
    order,
  });
  const mode = (id: string, condition: string, reason: string, index: number): PolicyDefinition => ({
    id,
    tier,
    events: ["pre_tool_use"],
    handler: { kind: "static", verdict: "allow", reason },
    priority: MODE_PRIORITY,
    order: order + rules.policies.length + index,
    condition: conditionOf(condition),
  });
  return {
    policies: [
      ...rules.policies,
      mode("yolo", 'safety_policy == "autonomous"', "allowed by --yolo", 0),
      mode("mode_balanced", BALANCED, "allowed by the mode balanced", 1),
      mode("readonly_hint", `tool_read_only == true && ${NO_MODE}`, "the tool only reads", 2),
    ],
    problems: rules.problems,
  };
}

/** What `on_tool_approval_decision` reports (document 004, "Per-Event Extra Fields"). */
export interface Approval {
  readonly approval_decision: "allow" | "deny";
  readonly approval_source: string;
}

const RULE = /^(?:session|team)_permissions_(?:allow|deny)(?=: )|^(?:yolo|mode_balanced|readonly_hint)$/;

/**
 * Who decided about a tool call, as the source classifier of docker-agent.
 *
 * @param event `pre_tool_use` or `permission_request`
 * @returns `null` when nobody did: the host asks the user, and reports the answer itself
 */
export function approvalOf(
  { effect, policy }: Pick<Decision, "effect" | "policy">,
  event: "pre_tool_use" | "permission_request",
): Approval | null {
  if (effect !== "allow" && effect !== "deny") return null;
  const [source = `${event}_hook_${effect}`] = RULE.exec(policy ?? "") ?? [];
  return { approval_decision: effect, approval_source: source };
}
