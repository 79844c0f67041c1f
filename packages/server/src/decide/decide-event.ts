import { randomBytes } from "node:crypto";
import { callHash } from "@gatehouse-hooks/cache";
import { type Decision, readEvent } from "@gatehouse-hooks/engine";
import { redactValue } from "@gatehouse-hooks/redact";
import { approvedDecision } from "@gatehouse-hooks/runtime/portable";
import { type JsonValue, shorten } from "@gatehouse-hooks/json";
import type { AskedApproval, ApprovalStore, ShownCall } from "../approvals/approval-store.js";
import type { ServerLimits } from "../http/limits.js";
import type { InForce, Tenant } from "../tenant.js";
import type { Gatehouse } from "@gatehouse-hooks/core";

/** A decision, and the question to a person where it waits for one. */
export interface DecidedEvent {
  readonly decision: Decision;
  readonly approval?: AskedApproval;
}

/** Whose call it is. */
type CallOrigin = NonNullable<AskedApproval["from"]>;

/** What deciding needs. */
export interface DecideEnvironment {
  readonly approvals: ApprovalStore;
  readonly limits: ServerLimits;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told what became of approvals. */
  readonly onApproval: (what: "asked" | "used" | "unavailable", tenant: string) => void;
}

/**
 * Decides on an event. An ask becomes an allow where a person has approved just this call, once; a deny where a person has refused it;
 * otherwise the call waits for a person from now on. Where that cannot be kept or looked up, nobody has approved.
 */
export async function decideEvent(
  tenant: Tenant,
  { gatehouse }: InForce,
  event: unknown,
  environment: DecideEnvironment,
  from?: CallOrigin,
): Promise<DecidedEvent> {
  const read = readEvent(event);
  const given = read.kind === "refused" ? event : read.event;
  const decision = await decideWithin(gatehouse, given, environment.limits.deadlineMs);
  if (decision.effect !== "ask" || read.kind === "refused") return { decision };
  return await settled(tenant.name, decision, read.event, environment, from);
}

/**
 * What becomes of an ask.
 *
 * @param from what is known of who asks beside the event
 */
export async function settled(
  tenant: string,
  decision: Decision,
  event: Readonly<Record<string, unknown>> & { readonly event: string },
  { approvals, limits, now, onApproval }: DecideEnvironment,
  from: CallOrigin = {},
): Promise<DecidedEvent> {
  try {
    const call = callHash(event);
    const { policy, reason } = decision;
    const used = await approvals.use({ tenant, call, policy }, now());
    if (used !== undefined) {
      onApproval("used", tenant);
      return { decision: approvedDecision(decision) };
    }
    const asked = now();
    const question: AskedApproval = {
      id: randomBytes(16).toString("base64url"),
      ...{ tenant, call, policy },
      reason: shorten(reason, MOST_REASON),
      shown: shownCall(event),
      saw: sawOf(decision),
      from: originOf(event, from),
      asked,
      expires: asked + limits.askedMs,
      state: "waiting",
    };
    await requireRoom(question, asked, { approvals, limits });
    const approval = await approvals.ask(question, asked);
    if (approval.id === question.id) onApproval("asked", tenant);
    if (approval.state === "refused") return { decision: refusedDecision(decision) };
    return { decision, approval };
  } catch {
    onApproval("unavailable", tenant);
    const notice = { code: "approvals-unavailable", message: "no person could be asked" };
    return { decision: { ...decision, notices: [...(decision.notices ?? []), notice] } };
  }
}

/**
 * One caller alone cannot take all questions that a tenant may have. What waits already is the same question.
 *
 * @throws Error
 */
async function requireRoom(
  { tenant, call, policy, from }: AskedApproval,
  now: number,
  { approvals, limits }: Pick<DecideEnvironment, "approvals" | "limits">,
): Promise<void> {
  if (from?.caller === undefined) return;
  const waiting = (await approvals.waiting(tenant, now)).filter((one) => one.from?.caller === from.caller);
  if (waiting.length < limits.maxCallerAsked) return;
  if (waiting.some((one) => one.call === call && one.policy === policy)) return;
  throw new Error(`${waiting.length} calls of this caller wait for a person`);
}

function refusedDecision(decision: Decision): Decision {
  return {
    ...decision,
    effect: "deny",
    reason: `a person has refused: ${decision.reason}`,
    notices: [...(decision.notices ?? []), { code: "refused", message: "a person has refused this call" }],
  };
}

/** UTF-16 code units. */
const MOST_REASON = 4_000;
const MOST_PARAMS = 16_384;
const MOST_NAME = 200;

/** What differs each time the same call is made: a yes is not bound to it. */
const PASSING: readonly string[] = ["raw", "timestamp", "toolCallId", "facts"];

/** @throws Error for a call that cannot be shown whole: what a person has not seen cannot be approved */
function shownCall(event: Readonly<Record<string, unknown>>): ShownCall {
  const { event: name, toolName, params, ...others } = event;
  // An event that is not a call of a tool: a message, a prompt, a request for access.
  const about =
    params ?? Object.fromEntries(Object.entries(others).filter(([key]) => !PASSING.includes(key)));
  return {
    event: whole(textOf(name), MOST_NAME),
    tool: whole(textOf(toolName), MOST_NAME),
    params: whole(JSON.stringify(redactValue(about as JsonValue)), MOST_PARAMS),
  };
}

/** The facts for which the policy asked; secrets are masked in them. */
function sawOf({ policy, trace }: Decision): readonly string[] {
  const facts = trace.filter((entry) => entry.policy === policy).flatMap((entry) => entry.facts ?? []);
  return [...new Set(facts.map(({ said }) => said))];
}

/** Longer names are cut: they are no part of what is approved. */
function originOf(event: Readonly<Record<string, unknown>>, from: CallOrigin): CallOrigin {
  const texts = {
    caller: from.caller,
    agent: from.agent ?? textOf(event["agentId"]),
    folder: textOf(event["cwd"]),
    session: textOf(event["sessionKey"]) || textOf(event["sessionId"]),
  };
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) =>
      text === undefined || text === "" ? [] : [[name, shorten(text, MOST_NAME)]],
    ),
  );
}

function whole(text: string, most: number): string {
  if (text.length > most) throw new Error("the call is too long to be shown whole");
  return text;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/**
 * A decision, with a failure in the place of what was not answered in time. Where nothing is asked, as mostly, there is nothing to wait
 * for and no timer.
 */
export async function decideWithin(
  gatehouse: Gatehouse,
  event: unknown,
  deadlineMs: number,
): Promise<Decision> {
  return (
    gatehouse.decideAtOnce(event as Parameters<Gatehouse["decideAtOnce"]>[0]) ??
    (await gatehouse.decideUnknown(event, { signal: AbortSignal.timeout(deadlineMs) }))
  );
}
