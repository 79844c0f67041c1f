import { nearestChange, type NearestOptions, valueAt, whyApplies } from "@gatehouse-hooks/analysis";
import {
  type Because,
  begin,
  type Decision,
  type Event,
  explain,
  type Finished,
  type Need,
  type Policy,
  policiesOf,
  type PolicyAccount,
  printPath,
  type Refused,
  settle,
  type Unfinished,
  type Verdict,
} from "@gatehouse-hooks/engine";
import { HOSTS } from "@gatehouse-hooks/hosts";
import type { JsonObject } from "@gatehouse-hooks/json";
import { hostToolTypes } from "@gatehouse-hooks/language-server/proven";
import { completing } from "@gatehouse-hooks/runtime";
import { derivedAt, type LoadedPolicies } from "@gatehouse-hooks/local/places";
import { openRuntime } from "@gatehouse-hooks/local/open";
import type { Context } from "@gatehouse-hooks/local";
import { judgePrompt } from "../try/judge-prompt.js";
import type { ExplainedEvent, ExplainedPolicy, Nearest, OpenNeed, ShortAnswer } from "./explained-event.js";
import { shownValue } from "./explanation-lines.js";

/**
 * Explains what policies say to an event, as `decide` would read and admit it. Without `live` nothing is asked and nothing is run.
 *
 * @param live whether judges are asked and commands run, as `decide` does
 * @param tests whether there are accounts of policies that do not apply, and in each the tests for which it applied, or did not: to find them
 *   takes as long as all the rest. Without them, the nearest change is looked for only where something is stopped: of what passes, none would
 *   pass that did not
 */
export async function explainEvent(
  context: Context,
  loaded: LoadedPolicies,
  given: Event,
  live: boolean,
  tests = true,
): Promise<ExplainedEvent> {
  const { set } = loaded;
  const { unknownEvents } = context.settings;
  const begun = begin(set, given, { complete: completing(HOSTS), unknownEvents });
  if (begun.kind === "refused") return refused(given, begun);
  const decision = live ? await decided(context, loaded, given) : undefined;
  const seen = new Seen(context, begun, decision);
  const { policies, ...explained } = explain(
    set,
    begun.event,
    seen.reached.verdicts,
    tests ? {} : { limit: 0 },
  );
  const open = await Promise.all(seen.open.map(openNeed));
  return {
    ...explained,
    policies: policies.map((account) => (tests ? seen.because(account) : withoutTests(account))),
    open,
    withoutObjection: open.length === 0 ? null : seen.withoutObjection(),
    nearest: tests
      ? seen.nearest({ candidates: loaded.tests.map((test) => test.event) })
      : explained.effect === "deny" || explained.effect === "ask"
        ? seen.nearest({ leavingOnly: true })
        : null,
    notices: begun.notices,
  };
}

function withoutTests(account: PolicyAccount): ExplainedPolicy {
  return { ...account, because: account.kind === "not-applicable" ? account.because : [] };
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

function refused({ event }: Event, { decision, notice }: Refused): ExplainedEvent {
  const { effect, policy, reason } = decision;
  return {
    ...{ event, effect, policy, reason },
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
  /** The decision as far as it goes with what was said. */
  readonly reached: Finished | Unfinished;
  readonly #facts: (event: JsonObject) => object;
  readonly #policies: ReadonlyMap<string, Policy>;
  readonly #said: ReadonlyMap<string, Verdict>;
  #withFacts: JsonObject | undefined;

  constructor({ io, settings }: Context, begun: Finished | Unfinished, decision: Decision | undefined) {
    const { derive } = derivedAt({ ...settings, home: io.home });
    this.#facts = (one) => derive?.facts(one as JsonObject & Event) ?? {};
    this.#policies = new Map(policiesOf(begun.set).map((policy) => [`${policy.tier}/${policy.id}`, policy]));
    this.#said = new Map(decision?.trace.map((entry) => [`${entry.tier}/${entry.policy}`, verdictOf(entry)]));
    this.reached = begun.kind === "decided" ? begun : settle(begun, (need) => this.#saidBy(need));
  }

  /** What nobody has answered. */
  get open(): readonly Need[] {
    return this.reached.kind === "pending" ? this.reached.needs : [];
  }

  #saidBy({ tier, policy }: Need): Verdict | undefined {
    return this.#said.get(`${tier}/${policy}`);
  }

  withoutObjection(): ShortAnswer {
    const { reached } = this;
    const { decision } = reached.kind === "decided" ? reached : settle(reached, () => NO_OBJECTION);
    return { effect: decision.effect, policy: decision.policy, asks: this.open.map((need) => need.policy) };
  }

  /** The account with the tests for which the policy applied, or did not. */
  because(account: PolicyAccount): ExplainedPolicy {
    const policy = this.#policies.get(`${account.tier}/${account.policy}`);
    const applies = account.kind !== "not-applicable";
    const said = account.kind === "not-applicable" ? account.because : [];
    if (policy === undefined) return { ...account, because: said };
    const event = (this.#withFacts ??= {
      ...this.reached.event,
      facts: this.#facts(this.reached.event) as JsonObject,
    });
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

  nearest(options: Pick<NearestOptions, "candidates" | "leavingOnly">): Nearest | null {
    const found = nearestChange(this.reached.set, this.reached.event, {
      tools: hostToolTypes(),
      ...options,
      facts: this.#facts,
      answer: (need) => this.#saidBy(need) ?? NO_OBJECTION,
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
