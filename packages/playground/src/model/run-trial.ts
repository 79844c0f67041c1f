import {
  admitEvent,
  type Decision,
  type Event,
  explain,
  type PolicyAccount,
  policiesOf,
  type PolicySet,
  step,
  type Verdict,
} from "@gatehouse-hooks/engine";
import type { WiredHost } from "@gatehouse-hooks/hosts/wired";
import type { JsonObject } from "@gatehouse-hooks/json";
import { type ConditionTree, conditionTree } from "./condition-tree.js";
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

/** The answer to an event. */
export interface ShownDecision {
  readonly kind: "decided";
  readonly event: JsonObject;
  readonly decision: Decision;
  readonly policies: readonly ShownPolicy[];
  /** Policies of the set that do not apply to this event, beyond those in the list. */
  readonly omitted: number;
  readonly facts: readonly FactGroup[];
  readonly notices: readonly string[];
  /** What the agent reads; absent for an event that no agent sent. */
  readonly spoken?: { readonly stdout: string; readonly stderr: string; readonly exitCode: number };
}

/** Everything that is shown of a trial, apart from what the analysis proves. Plain JSON. */
export interface TrialResult {
  readonly findings: readonly ShownFinding[];
  readonly answer: ShownDecision | { readonly kind: "refused"; readonly why: RefusedEvent };
}

/** Rounds of questions; an engine that has more of them would not end. */
const MOST_ROUNDS = 100;
/** Policies that do not apply and are shown all the same. */
const MOST_NOT_APPLYING = 60;

/** Reads the policies, prepares the event and decides. Never throws for what a person writes. */
export function runTrial(trial: PlaygroundTrial): TrialResult {
  const { set, issues, policies } = readTrialPolicies(trial.policies);
  const findings = shownFindings(trial.policies, issues, policies);
  const prepared = prepareTrial(trial);
  if (prepared.kind === "refused") return { findings, answer: prepared };
  const admitted = admitEvent(set, prepared.event);
  if (admitted.kind === "refused") {
    return { findings, answer: { kind: "refused", why: { message: admitted.notice.message } } };
  }
  const { host, notices } = prepared;
  const said = admitted.notices.map(({ message }) => message);
  return { findings, answer: decidedFor(trial, set, admitted.event, host, [...notices, ...said]) };
}

function decidedFor(
  { supposed, interactive }: PlaygroundTrial,
  set: PolicySet,
  event: Event,
  host: WiredHost | undefined,
  notices: readonly string[],
): ShownDecision {
  const { decision, verdicts, asked } = answered(set, event, supposed);
  const facts = factsHere(event);
  const whole = { ...event, facts } as unknown as JsonObject;
  const account = explain(set, event, verdicts, { limit: MOST_NOT_APPLYING });
  const byKey = new Map(policiesOf(set).map((one) => [keyOfPolicy({ tier: one.tier, policy: one.id }), one]));
  const spoken = host?.wire.speak(decision, event, { interactive });
  return {
    kind: "decided",
    event,
    decision,
    policies: account.policies.map((one) => {
      const key = keyOfPolicy(one);
      const policy = byKey.get(key);
      const handler = asked.get(key);
      return {
        key,
        id: one.policy,
        ...saidBy(one),
        ...(handler !== undefined && { asks: { handler, supposed: supposedOf(supposed, key) } }),
        tree: policy === undefined ? null : conditionTree(policy, whole),
      };
    }),
    omitted: account.omitted,
    facts: factGroups(facts),
    notices,
    ...(spoken !== undefined && {
      spoken: { stdout: spoken.stdout, stderr: spoken.stderr, exitCode: spoken.exitCode },
    }),
  };
}

interface AnsweredTrial {
  readonly decision: Decision;
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** What kind of handler was asked, by policy. */
  readonly asked: ReadonlyMap<string, string>;
}

function answered(set: PolicySet, event: Event, supposed: PlaygroundTrial["supposed"]): AnsweredTrial {
  const verdicts = new Map<string, Verdict>();
  const asked = new Map<string, string>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = step(set, event, verdicts);
    if (next.kind === "decided") return { decision: next.decision, verdicts, asked };
    for (const need of next.needs) {
      const key = keyOfPolicy(need);
      asked.set(key, need.handler.kind);
      verdicts.set(need.id, verdictOf(supposedOf(supposed, key), need.handler.kind));
    }
  }
  throw new Error("the policies ask without an end");
}

function supposedOf(supposed: PlaygroundTrial["supposed"], key: string): Supposed {
  return Object.hasOwn(supposed, key) ? (supposed[key] ?? "approve") : "approve";
}

function verdictOf(supposed: Supposed, handler: string): Verdict {
  return supposed === "failure"
    ? { kind: "failure", code: "unanswered", message: `the ${handler} is supposed to fail` }
    : { kind: supposed, reason: `the ${handler} is supposed to say ${supposed}` };
}

function saidBy(account: PolicyAccount): Pick<ShownPolicy, "state" | "said" | "reason"> {
  const { kind: state } = account;
  switch (account.kind) {
    case "applied": {
      const last = account.entries.at(-1);
      return { state, said: last?.verdict ?? "", reason: last?.reason ?? "" };
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
