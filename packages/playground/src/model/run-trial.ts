import {
  begin,
  type Decision,
  type Event,
  explain,
  type Finished,
  type PolicyAccount,
  policiesOf,
  settle,
  type Unfinished,
  type Need,
  type Verdict,
} from "@gatehouse-hooks/engine";
import type { Host } from "@gatehouse-hooks/hosts";
import { type JsonObject, shorten } from "@gatehouse-hooks/json";
import { commandPlace } from "./command-place.js";
import { type ConditionTree, conditionTree, type TreeRoom } from "./condition-tree.js";
import { type FactGroup, factGroups } from "./fact-groups.js";
import { factsHere } from "./facts-here.js";
import { prepareTrial, type RefusedEvent } from "./prepare-trial.js";
import { readTrialPolicies } from "./read-trial-policies.js";
import { type ShownFinding, shownFindings } from "./shown-finding.js";
import { keyOfPolicy, type Supposed, type PlaygroundTrial } from "./trial.js";

/** What became of one policy. */
export interface ShownPolicy {
  readonly key: string;
  readonly id: string;
  /** What happened, in the words of `explain`; a policy that was asked has applied. */
  readonly state: PolicyAccount["kind"];
  /** What it said, or why it was not reached. */
  readonly said: string;
  readonly reason: string;
  /** What would be asked; absent for a policy that answers by itself. */
  readonly asks?: { readonly handler: string; readonly supposed: Supposed };
  readonly tree: ConditionTree | null;
}

/** The answer to an event. Everything in it is bounded, whatever the policies and the event are: the page only draws it. */
export interface ShownDecision {
  readonly kind: "decided";
  readonly effect: Decision["effect"];
  readonly policy: string | null;
  readonly reason: string;
  /** What is odd about the event, and what policies say beside the decision. */
  readonly remarks: readonly string[];
  readonly policies: readonly ShownPolicy[];
  /** Policies of the set that are not in the list; none of them decided. */
  readonly omitted: number;
  readonly facts: readonly FactGroup[];
  /** The canonical event, as indented JSON. */
  readonly event: string;
  /** The input that policies have changed, as indented JSON. */
  readonly updatedInput?: string;
  /** What the agent reads; absent for an event that no agent sent. */
  readonly spoken?: {
    readonly stdout: string;
    readonly stderr: string;
    /** Absent where no process answers. */
    readonly exitCode?: number;
  };
}

/** Everything that is shown of a trial, apart from what the analysis proves. Plain JSON. */
export interface TrialResult {
  readonly findings: readonly ShownFinding[];
  readonly answer: ShownDecision | { readonly kind: "refused"; readonly why: RefusedEvent };
}

/** Policies that are shown, and those among them that do not apply. */
const MOST_POLICIES = 120;
const MOST_NOT_APPLYING = 60;
/** Parts of all conditions that are shown. */
const MOST_PARTS = 2000;
const MOST_REMARKS = 50;
/** The longest reason or remark, and the longest document. */
const MAX_REMARK = 2000;
const MAX_DOCUMENT = 20_000;

/** Reads the policies, prepares the event and decides. Never throws for what a person writes. */
export function runTrial(trial: PlaygroundTrial): TrialResult {
  const { set, observed, issues, policies } = readTrialPolicies(trial.policies);
  const findings = shownFindings(trial.policies, issues, policies);
  const prepared = prepareTrial(trial);
  if (prepared.kind === "refused") return { findings, answer: prepared };
  const begun = begin(set, prepared.event);
  if (begun.kind === "refused") {
    return { findings, answer: { kind: "refused", why: { message: begun.notice.message } } };
  }
  const { host, notices } = prepared;
  const said = begun.notices.map(({ message }) => message);
  const tried = observed === null ? [] : observedRemarks(begin(observed, prepared.event), trial.supposed);
  return { findings, answer: decidedFor(trial, begun, host, [...tried, ...notices, ...said]) };
}

/** What policies with `observe` would have decided: nothing on the page acts on it. */
function observedRemarks(
  begun: ReturnType<typeof begin>,
  supposed: PlaygroundTrial["supposed"],
): readonly string[] {
  if (begun.kind === "refused") return [];
  const { effect, policy, reason } = answered(begun, supposed).decision;
  if (effect === "abstain") return [];
  return [
    `observed, and not acted on: ${effect} by ${policy ?? "no policy"}${reason === "" ? "" : `: ${reason}`}`,
  ];
}

function decidedFor(
  { supposed, interactive, event: text }: PlaygroundTrial,
  begun: Finished | Unfinished,
  host: Host | undefined,
  notices: readonly string[],
): ShownDecision {
  const answer = answered(begun, supposed);
  const { event } = answer;
  const { effect, policy, reason, updatedInput } = answer.decision;
  const facts = factsHere(event);
  return {
    kind: "decided",
    effect,
    policy,
    reason: shorten(reason, MAX_REMARK),
    remarks: remarksOf(answer.decision, notices),
    ...shownPolicies(answer, { ...event, facts } as unknown as JsonObject, supposed),
    facts: factGroups(facts, commandPlace(text, event)),
    event: documentOf(event),
    ...(updatedInput !== undefined && { updatedInput: documentOf(updatedInput) }),
    ...(host !== undefined && { spoken: spokenBy(host, answer.decision, event, interactive) }),
  };
}

/** What an agent is told: by the process that it starts, or else as a value. */
function spokenBy(
  { wire, speak }: Host,
  decision: Decision,
  event: Event,
  interactive: boolean,
): NonNullable<ShownDecision["spoken"]> {
  if (wire === undefined) return { stdout: documentOf(speak(decision, event)), stderr: "" };
  const { stdout, stderr, exitCode } = wire.speak(decision, event, { interactive });
  return {
    stdout: shorten(indented(stdout), MAX_DOCUMENT),
    stderr: shorten(stderr, MAX_DOCUMENT),
    exitCode,
  };
}

function documentOf(value: unknown): string {
  return shorten(JSON.stringify(value, null, 2), MAX_DOCUMENT);
}

/** JSON with line breaks; any other text as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function remarksOf(
  { warnings, context, systemMessages }: Decision,
  notices: readonly string[],
): readonly string[] {
  const all = [
    ...notices,
    ...warnings.map(({ policy, reason }) => `${policy} warns: ${reason}`),
    ...context.map((text) => `context: ${text}`),
    ...systemMessages.map((text) => `to the user: ${text}`),
  ];
  const more = all.length - MOST_REMARKS;
  const shown = all.slice(0, MOST_REMARKS).map((text) => shorten(text, MAX_REMARK));
  return more > 0 ? [...shown, `and ${more} more`] : shown;
}

/** In the order of evaluation; the one that decided is among them. */
function shownPolicies(
  { set, event, verdicts, asked, decision }: AnsweredTrial,
  withFacts: JsonObject,
  supposed: PlaygroundTrial["supposed"],
): Pick<ShownDecision, "policies" | "omitted"> {
  const account = explain(set, event, verdicts, { limit: MOST_NOT_APPLYING });
  const byKey = new Map(policiesOf(set).map((one) => [keyOfPolicy({ tier: one.tier, policy: one.id }), one]));
  const room: TreeRoom = { left: MOST_PARTS, values: new Map() };
  const shown = account.policies.filter(
    (one, at) => at < MOST_POLICIES || (one.kind === "applied" && one.policy === decision.policy),
  );
  const policies = shown.map((one): ShownPolicy => {
    const key = keyOfPolicy(one);
    const policy = byKey.get(key);
    const handler = asked.get(key);
    return {
      key,
      id: one.policy,
      ...saidBy(one),
      ...(handler !== undefined && { asks: { handler, supposed: supposedOf(supposed, key) } }),
      tree: policy === undefined ? null : conditionTree(policy, withFacts, room),
    };
  });
  return { policies, omitted: account.omitted + account.policies.length - shown.length };
}

interface AnsweredTrial extends Finished {
  /** What kind of handler was asked, by policy. */
  readonly asked: ReadonlyMap<string, string>;
}

function answered(begun: Finished | Unfinished, supposed: PlaygroundTrial["supposed"]): AnsweredTrial {
  const asked = new Map<string, string>();
  if (begun.kind === "decided") return { ...begun, asked };
  const finished = settle(begun, (need) => {
    asked.set(keyOfPolicy(need), need.handler.kind);
    return supposedVerdict(supposed, need);
  });
  return { ...finished, asked };
}

function saidBy(account: PolicyAccount): Pick<ShownPolicy, "state" | "said" | "reason"> {
  const { kind: state } = account;
  switch (account.kind) {
    case "applied": {
      const last = account.entries.at(-1);
      return { state, said: last?.verdict ?? "", reason: shorten(last?.reason ?? "", MAX_REMARK) };
    }
    case "pending":
      return { state, said: `asks a ${account.handler}`, reason: "" };
    case "not-applicable":
      return { state, said: "does not apply", reason: "" };
    case "skipped":
      return { state, said: `not asked: ${account.by} denied`, reason: "" };
    case "waiting":
      return { state, said: `waits for ${account.on}`, reason: "" };
  }
}

/** What a policy is supposed to answer: without a choice it approves. */
function supposedOf(supposed: PlaygroundTrial["supposed"], key: string): Supposed {
  return Object.hasOwn(supposed, key) ? (supposed[key] ?? "approve") : "approve";
}

/** The verdict of a policy that would be asked. */
export function supposedVerdict(supposed: PlaygroundTrial["supposed"], need: Need): Verdict {
  const { kind: handler } = need.handler;
  const answer = supposedOf(supposed, keyOfPolicy(need));
  return answer === "failure"
    ? { kind: "failure", code: "unanswered", message: `the ${handler} is supposed to fail` }
    : { kind: answer, reason: `the ${handler} is supposed to say ${answer}` };
}
