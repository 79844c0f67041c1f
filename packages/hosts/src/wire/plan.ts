import type { Decision } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import type { HostTool } from "../host-tables.js";
import { canOwnInput, ownInput } from "../prepare/own-input.js";
import type { EventCapability } from "./capability.js";
import { callInstead, joinedContext, joinedMessages, namedReason } from "./reason.js";
import type { SpeakOptions } from "./spoken.js";

/** What is left of a decision when everything that the agent cannot do has become the stricter thing that it can. */
export interface Plan {
  readonly effect: "deny" | "ask" | "allow" | "none";
  /** Never blank. */
  readonly reason: string;
  /** The call's arguments, all of them, in the agent's own fields. Never beside a deny. */
  readonly input?: JsonObject;
  /** For the user. */
  readonly warning?: string;
  /** For the model. */
  readonly context?: string;
  readonly unsaid: readonly string[];
}

/** The call that an event is about, in the agent's own words. */
export interface OwnCall {
  readonly name: string;
  readonly input: JsonObject;
  readonly tool: HostTool | undefined;
}

/** What planning needs to know of the event. */
export interface Asked {
  readonly capability: EventCapability;
  readonly call: OwnCall | undefined;
  /** The agent goes on already because a hook did not let it stop. */
  readonly stopping: boolean;
}

/**
 * A decision as one agent can carry it out: an `ask` that no person would see becomes a deny, a rewrite that the agent does not do
 * becomes a deny that names the call to make, a deny that would keep the agent from stopping for ever is said once, and what has
 * no field in the answer is kept aside.
 */
export function planAnswer(decision: Decision, asked: Asked, options: SpeakOptions): Plan {
  const { capability } = asked;
  const unsaid: string[] = [];
  const said = [
    ...decision.warnings.map((one) => namedReason(one.policy, one.reason)),
    ...decision.systemMessages,
  ].filter((text) => text.trim() !== "");
  const context = decision.context.filter((text) => text.trim() !== "");
  if (!capability.warn) unsaid.push(...said);
  if (!capability.context) unsaid.push(...context);
  const more = {
    ...(said.length === 0 || !capability.warn ? {} : { warning: joinedMessages(said) }),
    ...(context.length === 0 || !capability.context ? {} : { context: joinedContext(context) }),
  };
  const { effect, reason, input } = carriedOut(decision, asked, options);
  const can =
    effect === "deny"
      ? capability.deny !== "ignored" && !(capability.deny === "continues" && asked.stopping)
      : effect === "allow"
        ? capability.allow !== "powerless" || (input !== undefined && capability.rewriteNeedsAllow === true)
        : effect !== "ask" || capability.ask !== "by silence";
  if (!can && effect === "deny") unsaid.push(reason);
  return { effect: can ? effect : "none", reason, ...more, ...(input === undefined ? {} : { input }), unsaid };
}

type CarriedOut = Pick<Plan, "effect" | "reason" | "input">;

/** The effect with its rewrite, or the deny that stands for both. */
function carriedOut(
  { effect, policy, reason: why, updatedInput }: Decision,
  { capability, call }: Asked,
  { interactive = false }: SpeakOptions,
): CarriedOut {
  const reason = namedReason(policy, why);
  if (effect === "deny") return { effect, reason };
  const changed = updatedInput === undefined || Object.keys(updatedInput).length === 0 ? undefined : updatedInput;
  const asks =
    capability.ask === "asks" ||
    capability.ask === "by silence" ||
    (capability.ask === "asks a person" && interactive);
  const denied = effect === "ask" && !asks;
  if (changed === undefined || call === undefined) {
    if (denied) return { effect: "deny", reason: needsApproval(policy, why) };
    return { effect: effect === "abstain" ? "none" : effect, reason };
  }
  const input = ownInput(call.input, changed, call.tool);
  const sent =
    capability.rewrite !== "ignored" &&
    canOwnInput(call.input, changed, call.tool) &&
    (effect !== "ask" || capability.rewriteWithAsk === true) &&
    (capability.rewriteNeedsAllow !== true || effect === "allow" || capability.allow === "powerless");
  if (denied || !sent) {
    const base = effect === "ask" ? needsApproval(policy, why) : reason;
    return { effect: "deny", reason: callInstead(base, call.name, input) };
  }
  if (effect === "ask") return { effect, reason, input };
  const allows = effect === "allow" || capability.rewriteNeedsAllow === true;
  return { effect: allows ? "allow" : "none", reason, input };
}

function needsApproval(policy: string | null, reason: string): string {
  return namedReason(policy, `needs approval: ${reason.trim() === "" ? "no reason was given" : reason}`);
}
