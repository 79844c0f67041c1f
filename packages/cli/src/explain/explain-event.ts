import { nearestChange, valueAt, whyApplies } from "@gatehouse-hooks/analysis";
import {
  admitEvent,
  type Because,
  type Decision,
  type Event,
  explain,
  type Need,
  type Policy,
  policiesOf,
  type PolicyAccount,
  type PolicySet,
  printPath,
  step,
  type Verdict,
} from "@gatehouse-hooks/engine";
import { HOSTS } from "@gatehouse-hooks/hosts";
import type { JsonObject } from "@gatehouse-hooks/json";
import { hostToolTypes } from "@gatehouse-hooks/language-server/proven";
import { completing } from "@gatehouse-hooks/runtime";
import { derivedAt } from "../load/derived.js";
import type { LoadedPolicies } from "../load/load-policies.js";
import { openRuntime } from "../open/open-runtime.js";
import type { Context } from "../settings.js";
import { judgePrompt } from "../try/judge-prompt.js";
import type { ExplainedEvent, ExplainedPolicy, Nearest, OpenNeed, ShortAnswer } from "./explained-event.js";
import { shownValue } from "./shown-value.js";

/** Rounds of questions; an engine that has more of them would not end. */
const MOST_ROUNDS = 100;

/**
 * Explains what policies say to an event, as `decide` would read and admit it. Without `live` nothing is asked and nothing is run.
 *
 * @param live whether judges are asked and commands run, as `decide` does
 */
export async function explainEvent(
  context: Context,
  loaded: LoadedPolicies,
  given: Event,
  live: boolean,
): Promise<ExplainedEvent> {
  const { set } = loaded;
  const read = completing(HOSTS)({ kind: "event", event: given });
  const event = read.kind === "event" ? read.event : given;
  const admission = admitEvent(set, event, { unknownEvents: context.settings.unknownEvents });
  if (admission.kind === "refused") return refused(event, admission.notice);
  const decision = live ? await decided(context, loaded, given) : undefined;
  const seen = new Seen(context, set, admission.event, decision);
  const { policies, ...explained } = explain(set, admission.event, seen.verdicts);
  const open = await Promise.all(seen.open.map(openNeed));
  return {
    ...explained,
    policies: policies.map((account) => seen.because(account)),
    open,
    withoutObjection: open.length === 0 ? null : seen.withoutObjection(),
    nearest: seen.nearest(loaded.tests.map((test) => test.event)),
    notices: admission.notices,
  };
}

async function decided(context: Context, loaded: LoadedPolicies, event: Event): Promise<Decision> {
  const { set, found, claims, trusted } = loaded;
  const runtime = await openRuntime(context, set, found, claims, trusted);
  try {
    return await runtime.decide(event);
  } finally {
    await runtime.close();
  }
}

async function openNeed({ policy, tier, handler, event }: Need): Promise<OpenNeed> {
  const prompt = handler.kind === "judge" ? await judgePrompt(handler, event) : undefined;
  return { policy, tier, handler: handler.kind, ...(prompt !== undefined && { prompt }) };
}

function refused({ event }: Event, notice: ExplainedEvent["notices"][number]): ExplainedEvent {
  return {
    event,
    effect: "deny",
    policy: null,
    reason: notice.message,
    policies: [],
    omitted: 0,
    disabled: { count: 0 },
    elsewhere: { count: 0 },
    changes: [],
    open: [],
    withoutObjection: null,
    nearest: null,
    notices: [notice],
  };
}

/** One event as the policies see it, and what those said that were asked. */
class Seen {
  readonly verdicts = new Map<string, Verdict>();
  readonly open: readonly Need[];
  readonly #set: PolicySet;
  readonly #event: Event;
  readonly #facts: (event: JsonObject) => object;
  readonly #policies: ReadonlyMap<string, Policy>;
  readonly #said: ReadonlyMap<string, Verdict>;
  #withFacts: JsonObject | undefined;

  constructor({ io, settings }: Context, set: PolicySet, event: Event, decision: Decision | undefined) {
    const { derive } = derivedAt({ ...settings, home: io.home });
    this.#set = set;
    this.#event = event;
    this.#facts = (one) => derive?.facts(one as JsonObject & Event) ?? {};
    this.#policies = new Map(policiesOf(set).map((policy) => [`${policy.tier}/${policy.id}`, policy]));
    this.#said = new Map(decision?.trace.map((entry) => [`${entry.tier}/${entry.policy}`, verdictOf(entry)]));
    this.open = this.#ask((need) => this.#said.get(`${need.tier}/${need.policy}`), this.verdicts);
  }

  /** Asks until the decision is made, or answers are missing: these. */
  #ask(answer: (need: Need) => Verdict | undefined, verdicts: Map<string, Verdict>): readonly Need[] {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const next = step(this.#set, this.#event, verdicts);
      if (next.kind === "decided") return [];
      const missing = next.needs.filter((need) => {
        const verdict = answer(need);
        if (verdict !== undefined) verdicts.set(need.id, verdict);
        return verdict === undefined;
      });
      if (missing.length === next.needs.length) return missing;
    }
    return [];
  }

  withoutObjection(): ShortAnswer {
    const verdicts = new Map(this.verdicts);
    this.#ask(() => NO_OBJECTION, verdicts);
    const next = step(this.#set, this.#event, verdicts);
    const { effect, policy } =
      next.kind === "decided" ? next.decision : { effect: "deny" as const, policy: null };
    return { effect, policy, asks: this.open.map((need) => need.policy) };
  }

  /** The account with the tests for which the policy applied, or did not. */
  because(account: PolicyAccount): ExplainedPolicy {
    const policy = this.#policies.get(`${account.tier}/${account.policy}`);
    const applies = account.kind !== "not-applicable";
    const said = account.kind === "not-applicable" ? account.because : [];
    if (policy === undefined) return { ...account, because: said };
    const event = (this.#withFacts ??= { ...this.#event, facts: this.#facts(this.#event) as JsonObject });
    const why = whyApplies(policy, event);
    // An input that another policy has written may have been another one.
    if (why.applies !== applies) return { ...account, because: said };
    return {
      ...account,
      because: why.deciding.map(({ part, text, was, paths }): Because => ({
        part,
        text,
        was,
        saw: paths.map((path) => ({
          path: printPath(path),
          value: shownValue(String(path.at(-1) ?? ""), valueAt(event, path)),
        })),
      })),
    };
  }

  nearest(candidates: readonly JsonObject[]): Nearest | null {
    const found = nearestChange(this.#set, this.#event, {
      tools: hostToolTypes(),
      candidates,
      facts: this.#facts,
      answer: ({ tier, policy }) => this.#said.get(`${tier}/${policy}`) ?? NO_OBJECTION,
    });
    if (found === undefined) return null;
    const { changes, answer } = found;
    const { effect, policy } = answer.decision;
    return {
      changes: changes.map(({ path, ...values }) => ({ path: printPath(path), ...values })),
      effect,
      policy,
      asks: answer.asks,
    };
  }
}

const NO_OBJECTION: Verdict = { kind: "approve", reason: "" };

/** What a policy that was asked said, as far as the trace tells. */
function verdictOf({ verdict, reason, failure, source }: Decision["trace"][number]): Verdict {
  return verdict === "failure"
    ? { kind: "failure", code: failure?.code ?? "failure", message: reason, source }
    : { kind: verdict, reason, source };
}
