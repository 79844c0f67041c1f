import type { Decision, Effect } from "@gatehouse-hooks/engine";
import { type JsonObject, type JsonValue, own, shorten } from "@gatehouse-hooks/json";
import type { HostTool } from "../host-tables.js";
import { canOwnInput, ownInput } from "../prepare/own-input.js";
import type { EventCapability } from "./capability.js";
import { fitResult, resultText } from "./result-shape.js";
import type { SpeakOptions } from "./spoken.js";

/** The longest reason or message, in UTF-16 code units: an agent must neither drop it nor fill its context with it. */
const MAX_REASON = 4_000;
/** The longest context, in UTF-16 code units. */
const MAX_CONTEXT = 40_000;
/** The longest result that is said as the reason of a deny. */
const MAX_RESULT = 1_000_000;
/** In place of a result that has become empty. */
const EMPTY = "[nothing]";

/** What is left of a decision when everything that the agent cannot do has become the stricter thing that it can. */
export interface Plan {
  readonly effect: "deny" | "ask" | "allow" | "none";
  /** Never blank. */
  readonly reason: string;
  /** The call's arguments, all of them, in the agent's own fields. Never beside a deny. */
  readonly input?: JsonObject;
  /** What the model reads in place of the tool's result, in the agent's own shape. */
  readonly result?: JsonValue;
  /** Fields of the answer that rewrite something else than a call's arguments, in the agent's own words. */
  readonly fields?: JsonObject;
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
  /** Parameters that are not among the arguments: the host makes them. */
  readonly derived: readonly string[];
}

/** What planning needs to know of the event. */
interface Circumstances {
  readonly capability: EventCapability;
  readonly call: OwnCall | undefined;
  /** The call's result, as it came. */
  readonly result?: JsonValue | undefined;
  /** The agent goes on already because a hook did not let it stop. */
  readonly stopping: boolean;
}

/**
 * A decision as one agent can carry it out: an `ask` that no person would see becomes a deny, a rewrite that the agent does not do
 * becomes a deny that names the call to make, a deny that would keep the agent from stopping for ever is said once, and what has
 * no field in the answer is kept aside.
 */
export function planAnswer(decision: Decision, asked: Circumstances, options: SpeakOptions): Plan {
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
  const { effect, reason, input, result, lost } = carried(decision, asked, options);
  const can = canSay(effect, asked, input !== undefined);
  if (!can && effect === "deny" && result === undefined) unsaid.push(reason);
  if (lost !== undefined) unsaid.push(lost);
  return {
    effect: can ? effect : "none",
    reason,
    ...more,
    ...(input === undefined ? {} : { input }),
    ...(result === undefined ? {} : { result }),
    unsaid,
  };
}

/** Whether the agent has words for an effect, or for the allow that carries a rewrite. */
function canSay(effect: Plan["effect"], { capability, stopping }: Circumstances, rewrites: boolean): boolean {
  if (effect === "deny")
    return capability.deny !== "ignored" && !(capability.deny === "continues" && stopping);
  if (effect === "allow")
    return capability.allow !== "powerless" || (rewrites && capability.rewriteNeedsAllow === true);
  return effect !== "ask" || capability.ask !== "by silence";
}

interface CarriedOut extends Pick<Plan, "effect" | "reason" | "input" | "result"> {
  /** What a policy changes of what has happened, and the agent does not. */
  readonly lost?: string;
}

function carried(decision: Decision, asked: Circumstances, options: SpeakOptions): CarriedOut {
  return asked.result === undefined
    ? carriedOut(decision, asked, options)
    : afterCall(decision, asked, asked.result, options);
}

/** The effect with its rewrite, or the deny that stands for both. */
function carriedOut(decision: Decision, asked: Circumstances, options: SpeakOptions): CarriedOut {
  const { effect, policy, reason: why, updatedInput: changes = {} } = decision;
  const { capability, call } = asked;
  const reason = namedReason(policy, why);
  if (effect === "deny") return { effect, reason };
  const denied = effect === "ask" && !canAsk(capability, options);
  // What has happened is not changed any more.
  if (call === undefined || capability.deny !== "stops" || Object.keys(changes).length === 0) {
    if (denied) return { effect: "deny", reason: needsApproval(policy, why) };
    return { effect: spokenEffect(effect), reason };
  }
  const input = ownInput(call.input, changes, call.tool);
  const sent = canRewrite(capability, effect) && canOwnInput(call.input, changes, call.tool, call.derived);
  if (denied || !sent) {
    const base = why === "" ? changed(policy) : reason;
    const said = effect === "ask" ? needsApproval(policy, why) : base;
    return { effect: "deny", reason: callInstead(said, call.name, input) };
  }
  if (effect === "ask") return { effect, reason, input };
  const allows = effect === "allow" || capability.rewriteNeedsAllow === true;
  return { effect: allows ? "allow" : "none", reason, input };
}

/** What becomes of a result: it is replaced in a field of its own, or by the reason of a deny that hides it, or stays as it is. */
function afterCall(
  { effect, policy, reason: why, updatedInput: changes = {} }: Decision,
  { capability }: Circumstances,
  before: JsonValue,
  options: SpeakOptions,
): CarriedOut {
  const denied = effect === "ask" && !canAsk(capability, options);
  const reason = denied ? needsApproval(policy, why) : namedReason(policy, why);
  const replaces = capability.replacesResult === true;
  if (denied || effect === "deny")
    return { effect: "deny", reason, ...(replaces && { result: fitResult(before, reason) }) };
  const changed = own(changes, "result");
  const said = { effect: spokenEffect(effect), reason };
  if (changed === undefined) return said;
  if (replaces) return { ...said, result: fitResult(before, changed) };
  if (capability.deny === "hides")
    return { effect: "deny", reason: shorten(resultText(changed), MAX_RESULT) || EMPTY };
  return { ...said, lost: "the result was to be replaced, and the model reads it as it was" };
}

function spokenEffect(effect: Effect): Plan["effect"] {
  return effect === "abstain" ? "none" : effect;
}

/** Whether a person sees what is asked. */
export function canAsk({ ask }: EventCapability, { interactive = false }: SpeakOptions): boolean {
  return ask === "asks" || ask === "by silence" || (ask === "asks a person" && interactive);
}

/** Whether a rewrite may be sent beside an effect. An allow that only carries one must not also be a permission. */
function canRewrite(capability: EventCapability, effect: Effect): boolean {
  if (capability.rewrite === "ignored") return false;
  if (effect === "ask") return capability.rewriteWithAsk === true;
  return capability.rewriteNeedsAllow !== true || effect === "allow" || capability.allow === "powerless";
}

function changed(policy: string | null): string {
  return namedReason(policy, "a policy changes the call");
}

function needsApproval(policy: string | null, reason: string): string {
  return namedReason(policy, `needs approval: ${reason.trim() === "" ? "no reason was given" : reason}`);
}

/** A reason with the policy that gives it, where somebody named it. Never blank: Codex runs the call when it is. */
export function namedReason(policy: string | null, reason: string): string {
  const said = reason.trim() === "" ? "no reason was given" : reason;
  // A name that was made of a hook's question says nothing to whoever reads it: the author's words stand alone.
  if (policy !== null && MADE_NAME.test(policy)) return shorten(said, MAX_REASON);
  return shorten(`[${policy ?? "gatehouse"}] ${said}`, MAX_REASON);
}

/** The ids of hooks that their author gave none (hooks SPEC, "Fires"). */
const MADE_NAME = /^llm-(?:gate|nudge)-[0-9a-f]{8}$/;

/** Messages as one string. */
function joinedMessages(messages: readonly string[]): string {
  return shorten(messages.join("\n"), MAX_REASON);
}

/** Context as one string. */
function joinedContext(context: readonly string[]): string {
  return shorten(context.join("\n\n"), MAX_CONTEXT);
}

/** Why a call is denied that a policy wants changed, and the call to make instead. */
function callInstead(reason: string, tool: string, input: unknown): string {
  const call = JSON.stringify(input);
  const shown =
    call.length > MAX_REASON / 2 ? "with the change that the policy asks for" : `with the arguments ${call}`;
  return `${reason}; it does not run as it is, and is not changed for you: call ${tool} ${shown} instead`;
}
