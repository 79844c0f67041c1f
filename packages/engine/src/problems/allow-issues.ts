import type { Issue } from "@gatehouse-hooks/json";
import { type Condition, type Policy, located } from "../policy.js";
import type { Applying } from "./holds.js";

/** What static policies of one event say, for the question whether an allow has any effect. */
interface Said {
  /** The first that denies or asks always. */
  stopper: Policy | undefined;
  /** The first that denies or asks, by its matcher and condition. */
  readonly stoppers: Map<string, Policy>;
  /** The last that denies sometimes, and its place in the order. */
  deny: { readonly policy: Policy; readonly position: number } | undefined;
}

/**
 * Allows that do nothing, or less than their place suggests (SPEC, "Merge", rule 2): whatever the order, a deny and an
 * ask beat an allow.
 *
 * @param applying the enabled policies in order of evaluation
 */
export function allowIssues(
  applying: readonly Applying[],
): readonly { readonly one: Applying; readonly issue: Issue }[] {
  const allows = applying.filter(isPlainAllow);
  if (allows.length === 0) return [];
  const outlines = new Set(allows.map(({ policy }) => outlineOf(policy)));
  const byEvent = new Map<string, Said>();
  for (const [position, one] of applying.entries()) note(byEvent, one, position, outlines);
  return applying.flatMap((one, position) => {
    const { policy, applies } = one;
    if (!isPlainAllow(one)) return [];
    const said = policy.events.map((event) => byEvent.get(event));
    const stoppers = said.map((each) => each?.stopper ?? each?.stoppers.get(conditionKey(policy)));
    const [stopper] = stoppers;
    if (stopper !== undefined && !stoppers.includes(undefined))
      return [{ one, issue: neverWins(policy, stopper) }];
    if (applies !== "always") return [];
    const outranked = said.find((each) => each?.deny !== undefined && outranks(policy, position, each.deny));
    return outranked?.deny === undefined ? [] : [{ one, issue: noException(policy, outranked.deny.policy) }];
  });
}

/** An allow that writes the input vouches for what it wrote (rule 5): it may have seen another input than the rest. */
function isPlainAllow({ policy: { handler }, applies }: Applying): boolean {
  return (
    handler.kind === "static" &&
    handler.verdict === "allow" &&
    handler.updatedInput === undefined &&
    applies !== "never"
  );
}

/** @param outlines those of the allows: a policy of another outline has the condition of none of them */
function note(
  byEvent: Map<string, Said>,
  { policy, applies }: Applying,
  position: number,
  outlines: ReadonlySet<string>,
): void {
  const { handler } = policy;
  if (handler.kind !== "static" || (handler.verdict !== "deny" && handler.verdict !== "ask")) return;
  if (applies === "never") return;
  const key = outlines.has(outlineOf(policy)) ? conditionKey(policy) : null;
  for (const event of policy.events) {
    let said = byEvent.get(event);
    if (said === undefined)
      byEvent.set(event, (said = { stopper: undefined, stoppers: new Map(), deny: undefined }));
    if (key !== null && !said.stoppers.has(key)) said.stoppers.set(key, policy);
    if (applies === "always") said.stopper ??= policy;
    else if (handler.verdict === "deny") said.deny = { policy, position };
  }
}

/** Equal where `conditionKey` is, and quickly made. */
function outlineOf({ matcher, condition }: Policy): string {
  return `${outline(matcher)} ${outline(condition)}`;
}

function outline(condition: Condition | undefined): string {
  const ast = condition?.ast ?? null;
  return ast === null ? "" : `${ast.kind} ${ast.span[0]} ${ast.span[1]}`;
}

/** Equal for policies that apply to the same events, as far as their matcher and condition go. */
function conditionKey({ matcher, condition }: Policy): string {
  return JSON.stringify([matcher?.ast ?? null, condition?.ast ?? null]);
}

/** Being first in the order of files does not claim precedence; a tier or a priority does. */
function outranks(
  allow: Policy,
  position: number,
  deny: { readonly policy: Policy; readonly position: number },
): boolean {
  const enforced = allow.tier === "enforced";
  if (position > deny.position) return false;
  return enforced !== (deny.policy.tier === "enforced") || allow.priority > deny.policy.priority;
}

function neverWins(allow: Policy, stopper: Policy): Issue {
  const verb = stopper.handler.kind === "static" && stopper.handler.verdict === "ask" ? "asks" : "denies";
  return {
    severity: "warning",
    code: "allow-never-wins",
    message: `\`${allow.id}\` never allows anything: whenever it applies, \`${stopper.id}\` ${verb}, and that is stronger`,
    ...located(allow),
    cure: `narrow the condition of \`${stopper.id}\``,
  };
}

function noException(allow: Policy, deny: Policy): Issue {
  return {
    severity: "warning",
    code: "allow-makes-no-exception",
    message: `\`${allow.id}\` allows always and outranks \`${deny.id}\`, but makes no exception from it: a deny wins whatever its priority`,
    ...located(allow),
    cure: `give \`${allow.id}\` a lower priority than the policies that deny, or put the exception into their conditions`,
  };
}
