import { diffSets } from "@gatehouse-hooks/analysis";
import {
  begin,
  compilePolicies,
  type Decision,
  type Event,
  type Policy,
  policiesOf,
  policiesWith,
  type PolicySet,
} from "@gatehouse-hooks/engine";
import { exampleEvents } from "@gatehouse-hooks/facts";
import { loadPack, packs } from "@gatehouse-hooks/hosts";
import { condition } from "@gatehouse-hooks/condition";
import { UsageError } from "@gatehouse-hooks/console";
import { hostToolTypes } from "@gatehouse-hooks/language-server/proven";
import type { Context } from "@gatehouse-hooks/local";
import { derivedAt, type LoadedPolicies, loadPolicies } from "@gatehouse-hooks/local/places";
import { realpathSync } from "node:fs";
import { exceptInExtends, exceptInFile, type SuggestedTest } from "../suggest/edit-policy-file.js";
import { textParams } from "../suggest/fact-event.js";
import { withPassingTests } from "../suggest/suggested-tests.js";

/** A change of one file after which a call passes, and nothing else that did not. */
export interface ExceptionDraft {
  readonly policy: string;
  /** A condition: the policy does not apply where it holds. */
  readonly clause: string;
  /** As shown, and where it is. */
  readonly path: string;
  readonly real: string;
  readonly before: string;
  readonly after: string;
  readonly tests: readonly SuggestedTest[];
  /** Calls that were decided by both: the tests of all files, and the examples of all packs. */
  readonly compared: number;
}

const BY_HAND = "change the policy in an editor: `gatehouse list` says where it is";

/**
 * Drafts the smallest exception by which a call passes: of the one policy that stops it, for just this call.
 *
 * @throws UsageError where there is none, or where it is not proven that nothing else passes
 */
export async function draftException(
  context: Context,
  now: LoadedPolicies,
  event: Event,
): Promise<ExceptionDraft> {
  const stopped = decided(now.set, event);
  if (stopped.effect !== "deny" && stopped.effect !== "ask")
    throw new UsageError("no policy stops this call any more", "let the agent try it again");
  const policy = stoppingPolicy(now.set, stopped);
  const without = decided(
    policiesWith(now.set, (one) => one !== policy),
    event,
  );
  if (without.effect === "deny" || without.effect === "ask")
    throw new UsageError(`\`${without.policy ?? "another policy"}\` stops this call, too`, BY_HAND);
  const { path, real, text } = fileOf(now, policy);
  const clause = clauseFor(event, policy);
  const { others, every } = witnesses(now, policy);
  const pack = policy.source?.pack;
  const said = policy.handler.kind === "static" ? policy.handler.verdict : "deny";
  const draft = withPassingTests(
    {
      policy: pack === undefined ? policy.id : null,
      event: pack === undefined && policy.events.length === 1 ? (policy.events[0] ?? null) : null,
      wanted: [event],
      others,
      expects: pack === undefined ? { wanted: "skip", others: said } : { wanted: "abstain", others: said },
    },
    { path, format: "gatehouse", tier: policy.tier },
    (tests) =>
      pack === undefined
        ? exceptInFile(text, policy.id, clause, tests)
        : exceptInExtends(text, { pack, id: policy.id }, clause, tests),
  );
  if (draft.kind === "refused") throw new UsageError(draft.why, BY_HAND);
  const changed = await loadPolicies(context.io, {
    ...context.settings,
    unsaved: new Map([[real, draft.text]]),
  });
  refuseNewIssue(now, changed);
  const after = decided(changed.set, event);
  if (after.effect === "deny" || after.effect === "ask")
    throw new UsageError("with the exception the call is stopped all the same", BY_HAND);
  refuseUnproven(context, now.set, changed.set, clause, every);
  return {
    ...{ policy: policy.id, clause, path, real, before: text, after: draft.text, tests: draft.tests },
    compared: every.length,
  };
}

function decided(set: PolicySet, event: Event): Decision {
  const begun = begin(set, event);
  if (begun.kind === "pending")
    throw new UsageError("whether this call passes is for a judge or a command to say", BY_HAND);
  return begun.decision;
}

function stoppingPolicy(set: PolicySet, { policy: id }: Decision): Policy {
  const [policy, another] = policiesOf(set).filter((one) => one.id === id && one.enabled);
  if (policy === undefined) throw new UsageError("no policy stops this call: the event is refused", BY_HAND);
  if (another !== undefined) throw new UsageError(`several policies are called \`${policy.id}\``, BY_HAND);
  if (policy.tier === "enforced")
    throw new UsageError(
      `\`${policy.id}\` is the organisation's, or guards the agent's own settings: it has no exceptions`,
      "ask who is responsible for it",
    );
  if (policy.source?.format !== "gatehouse")
    throw new UsageError(`\`${policy.id}\` is not in a file of the native format`, BY_HAND);
  return policy;
}

function fileOf(
  now: LoadedPolicies,
  { source }: Policy,
): { readonly path: string; readonly real: string; readonly text: string } {
  const path = source?.path ?? "";
  const found = now.foundAt.get(path);
  const bytes = now.sources.get(path);
  if (found === undefined || bytes === undefined)
    throw new UsageError("the text of the policy's file is not known", BY_HAND);
  const text = typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes);
  return { path, real: realpathSync(found), text };
}

/** Just this call: what it does as it is written, and where. A project's file is for everybody who works on it, wherever it is. */
function clauseFor(event: Event, { tier }: Policy): string {
  const [telling] = textParams(event);
  const { toolName, cwd } = event;
  if (telling === undefined || typeof toolName !== "string")
    throw new UsageError("the call has nothing by which it can be told from others", BY_HAND);
  const [name, text] = telling;
  const isCommand = name === "command" || name === "cmd";
  const here =
    tier !== "project" && typeof cwd === "string" && cwd !== "" ? [`cwd == ${JSON.stringify(cwd)}`] : [];
  return [
    ...(isCommand ? [] : [`toolName == ${JSON.stringify(toolName)}`]),
    `params.${name} == ${JSON.stringify(text)}`,
    ...here,
  ].join(" && ");
}

/** Calls that policies name: those of their tests, and the examples of all packs. */
function witnesses(
  now: LoadedPolicies,
  policy: Policy,
): { readonly others: readonly Event[]; readonly every: readonly Event[] } {
  const examples = packs().flatMap((pack) => loadPack(pack).tests);
  const tests = [...now.tests, ...examples];
  const others = tests.filter((test) => test.policy === policy.id && test.expect.applies !== false);
  return { others: others.map(({ event }) => event), every: tests.map(({ event }) => event) };
}

function refuseNewIssue(now: LoadedPolicies, changed: LoadedPolicies): void {
  const before = new Set(now.issues.map(({ code, message }) => `${code} ${message}`));
  const fresh = changed.issues.find(({ code, message }) => !before.has(`${code} ${message}`));
  if (fresh !== undefined) throw new UsageError(`with the exception: ${fresh.message}`, BY_HAND);
}

/** Outside of the clause both sets have to decide alike: a policy that denies where it holds leaves nothing else to compare. */
function refuseUnproven(
  { io, settings }: Context,
  before: PolicySet,
  after: PolicySet,
  clause: string,
  candidates: readonly Event[],
): void {
  const derived = derivedAt({ ...settings, home: io.home });
  const outside = (set: PolicySet): PolicySet =>
    compilePolicies(
      [
        ...policiesOf(set),
        {
          id: "where the exception holds",
          tier: "enforced",
          events: [...new Set(policiesOf(set).flatMap(({ events }) => events))],
          priority: Number.MAX_SAFE_INTEGER,
          condition: { text: clause, ast: condition(clause).condition.ast },
          handler: { kind: "static", verdict: "deny", reason: "" },
        },
      ],
      derived,
    ).set;
  const { differences, unknown } = diffSets(outside(before), outside(after), {
    tools: hostToolTypes(),
    examples: exampleEvents,
    candidates,
  });
  const [other] = differences;
  if (other !== undefined)
    throw new UsageError(
      `with the exception another call changes, too: ${JSON.stringify(other.witness)}`,
      BY_HAND,
    );
  const [open] = unknown;
  if (open !== undefined)
    throw new UsageError(`it is not proven that nothing else passes: ${open.why}`, BY_HAND);
}
