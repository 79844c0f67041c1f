import type { PolicyDefinition, PolicySource, Tier } from "@gatehouse-hooks/engine";
import type { Compat } from "../docker-agent-options.js";
import { idPart } from "../../text/characters.js";
import { conditionOf } from "../matcher.js";
import { misspeltPattern } from "./misspelt-pattern.js";
import { patternCondition } from "./pattern-condition.js";

/** Permission patterns (`permissions:` of a file, or those that the user gave in a session). */
export interface Permissions {
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
}

/** Whose permissions: of the agent's file, or given by the user in the session. */
type PermissionOwner = "team" | "session";

/** What is wrong with a pattern, and where it is. */
export interface PatternProblem {
  /** Not a pattern, or one that no tool call matches. */
  readonly code: "invalid-pattern" | "dead-pattern";
  readonly list: "allow" | "ask" | "deny";
  readonly index: number;
  readonly reason: string;
  readonly cure: string;
}

interface PermissionPoliciesOptions {
  readonly owner: PermissionOwner;
  /** What the agent is told about a denied call: `denied by SAYS`. */
  readonly says: string;
  readonly compat: Compat;
  readonly tier: Tier;
  readonly order: number;
  readonly source?: (list: "allow" | "ask" | "deny", index: number) => PolicySource;
}

export interface PermissionPolicies {
  readonly policies: readonly PolicyDefinition[];
  /** The condition that one of the allow patterns holds; `null` when there is none. */
  readonly allowed: string | null;
  readonly problems: readonly PatternProblem[];
}

/** How much of a pattern goes into an id, in UTF-16 code units. */
const MAX_PATTERN = 300;

const CURE = "for example `shell:cmd=git status*`; a backslash makes `[` an ordinary character";

/** What the mode `balanced` allows, under the names too that it had before. */
export const BALANCED: string =
  'safety_policy in ["balanced", "safer", "safe-auto"] && safety_label == "safe"';

/** Rules come before hooks, whose priority is 100. */
const PRIORITY = { deny: 400, ask: 300, allow: 200 } as const;

/**
 * Makes one policy of each pattern, also of a deny or an ask that is not valid (see `patternCondition`), for the event `pre_tool_use`. A deny beats everything. An ask outranks an allow; in
 * generation `2026-05` an allow of the same owner outranks an ask. A mode that allows the call outranks an ask of the
 * team, never one of the session.
 */
export function permissionPolicies(
  permissions: Permissions,
  { owner, says, compat, tier, order, source }: PermissionPoliciesOptions,
): PermissionPolicies {
  const problems: PatternProblem[] = [];
  const policies: PolicyDefinition[] = [];
  const read = (
    list: "allow" | "ask" | "deny",
  ): readonly { text: string; pattern: string; index: number }[] =>
    [...new Set(permissions[list])].flatMap((pattern, place) => {
      const side = list === "allow" ? "loose" : "strict";
      const { text, invalid } = patternCondition(pattern, side);
      const dead = misspeltPattern(pattern);
      const index = permissions[list]?.indexOf(pattern) ?? place;
      if (invalid !== null)
        problems.push({ code: "invalid-pattern", list, index, reason: invalid, cure: CURE });
      if (dead !== null)
        problems.push({ code: "dead-pattern", list, index, reason: dead.reason, cure: dead.cure });
      if (text === null) return [];
      // A deny or an ask of which a part cannot be read stays in force, for all that the rest of it matches.
      const meant = dead === null || side === "loose" ? null : patternCondition(dead.tool, side).text;
      return [{ text: meant === null ? text : `${text} || ${meant}`, pattern, index: place }];
    });
  const rules = { deny: read("deny"), ask: read("ask"), allow: read("allow") };
  const allows = rules.allow.map(({ text }) => text);
  const before = compat === "2026-05" ? allows : [];
  for (const list of ["deny", "ask", "allow"] as const) {
    for (const { text, pattern, index } of rules[list]) {
      const steps = [
        ...(list === "ask" && before.length > 0 ? [`!(${before.join(" || ")})`] : []),
        ...(list === "ask" && owner === "team" ? [`safety_policy != "autonomous" && !(${BALANCED})`] : []),
      ];
      policies.push({
        id: `${owner}_permissions_${list}: ${nameOf(pattern, index)}`,
        tier,
        events: ["pre_tool_use"],
        handler: { kind: "static", verdict: list, reason: permissionReason(list, says, pattern) },
        priority: PRIORITY[list],
        order: order + policies.length,
        matcher: conditionOf(text),
        ...(steps.length === 0 ? {} : { condition: conditionOf(steps.join(" && ")) }),
        ...(source === undefined ? {} : { source: source(list, index) }),
      });
    }
  }
  return { policies, allowed: allows.length === 0 ? null : allows.join(" || "), problems };
}

function permissionReason(list: "allow" | "ask" | "deny", says: string, pattern: string): string {
  const verb = { allow: "allowed", ask: "to be asked", deny: "denied" }[list];
  return `${verb} by ${says}: ${idPart(pattern, MAX_PATTERN)}`;
}

/** The pattern, with its place in the list where it is too long for an id. */
function nameOf(pattern: string, index: number): string {
  const name = idPart(pattern, MAX_PATTERN);
  return name.endsWith("…") ? `${name} #${index}` : name;
}
