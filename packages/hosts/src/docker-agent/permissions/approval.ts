import type { Decision, PolicyDefinition, Tier } from "@gatehouse-hooks/engine";
import { DEFAULT_COMPAT } from "../docker-agent-options.js";
import { conditionOf } from "../matcher.js";
import {
  BALANCED,
  type PatternProblem,
  permissionPolicies,
  type Permissions,
} from "./permission-policies.js";

export interface PermissionOptions {
  /** What the user allowed, or forbade, for this session. */
  readonly session?: Permissions;
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
 * that the host knows to be harmless; `tool_read_only` is the tool's annotation. A deny or an ask of the session that is
 * not valid is in force for all that the rest of it matches; `problems` says what is wrong with it.
 */
export function approvalPolicies(options: PermissionOptions = {}): {
  readonly policies: readonly PolicyDefinition[];
  readonly problems: readonly PatternProblem[];
} {
  const { session = {}, tier = "user", order = 0 } = options;
  const rules = permissionPolicies(session, {
    owner: "session",
    says: "session permissions",
    compat: DEFAULT_COMPAT,
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

/** The events whose decision is a part of the approval chain. */
export type ApprovalEvent = "tool_input_transform" | "tool_guard" | "pre_tool_use" | "permission_request";

/** One policy's opinion about a tool call, under the name of the source classifier. */
export interface ApprovalStep {
  readonly policy: string;
  readonly approval_decision: "allow" | "ask" | "deny";
  readonly approval_source: string;
  readonly reason: string;
}

const RULE = /^((?:session|team)_permissions_)(?:allow|ask|deny): |^(?:yolo|mode_balanced|readonly_hint)$/;

/**
 * Who decided about a tool call, as the source classifier of docker-agent.
 *
 * @returns `null` when no policy did: the host asks the user, and reports the answer itself
 */
export function approvalOf(
  { effect, policy }: Pick<Decision, "effect" | "policy">,
  event: ApprovalEvent,
): Approval | null {
  if (effect !== "allow" && effect !== "deny") return null;
  return { approval_decision: effect, approval_source: sourceOf(policy ?? "", event, effect) };
}

/**
 * The steps of the approval chain that had an opinion, in the order of the trace, each under its source classifier. A
 * failure is the opinion that its policy makes of it. A policy that was asked again after a rewrite is listed twice.
 */
export function approvalSteps(
  { trace }: Pick<Decision, "trace">,
  event: ApprovalEvent,
): readonly ApprovalStep[] {
  return trace.flatMap(({ policy, verdict, failure, reason }) => {
    const opinion = failure?.onFailure ?? verdict;
    if (opinion !== "allow" && opinion !== "ask" && opinion !== "deny") return [];
    return { policy, approval_decision: opinion, approval_source: sourceOf(policy, event, opinion), reason };
  });
}

function sourceOf(policy: string, event: ApprovalEvent, opinion: "allow" | "ask" | "deny"): string {
  const rule = RULE.exec(policy);
  if (rule === null) return `${event}_hook_${opinion}`;
  const [whole, owner] = rule;
  return owner === undefined ? whole : `${owner}${opinion}`;
}
