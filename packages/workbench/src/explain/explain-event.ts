import {
  type NearestChange,
  nearestChange,
  type NearestOptions,
  valueAt,
  whyApplies,
} from "@gatehouse-hooks/analysis";
import {
  type Because,
  begin,
  cellsOf,
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
  type Remembered,
  settle,
  type Unfinished,
  type Verdict,
} from "@gatehouse-hooks/engine";
import { HOSTS, type PolicyTest } from "@gatehouse-hooks/hosts";
import type { Facts } from "@gatehouse-hooks/facts";
import { isRecord, type JsonObject, type JsonValue } from "@gatehouse-hooks/json";
import { lateProgramFacts } from "@gatehouse-hooks/local/facts";
import { hostToolTypes } from "@gatehouse-hooks/language-server/proven";
import { completing } from "@gatehouse-hooks/runtime";
import { derivedAt } from "@gatehouse-hooks/local/places";
import type { DecisionPolicies } from "@gatehouse-hooks/local/store";
import { rememberedHere } from "@gatehouse-hooks/local/memory";
import type { Context } from "@gatehouse-hooks/local";
import { judgePrompt } from "../try/judge-prompt.js";
import { isTypedChange } from "./would-pass.js";
import type { ExplainedEvent, ExplainedPolicy, Nearest, OpenNeed, ShortAnswer } from "./explained-event.js";
import { shownValue } from "./explanation-lines.js";

/** What an explanation has beside the decision. */
interface WholeExplanation {
  /** Judges are asked and commands run, as `decide` does. */
  readonly live: boolean;
  /** The tests beside the policies: the nearest change may be one of their events. */
  readonly tests: readonly PolicyTest[];
}

/** What decides, loaded or from a store. */
type Deciding = Pick<DecisionPolicies, "set" | "trusted" | "found" | "claims">;

/**
 * Explains what policies say to an event, as `decide` would read and admit it. Unless `whole` says so nothing is asked and nothing is run.
 *
 * @param whole there are accounts of policies that do not apply, and in each the tests for which it applied, or did not: to find them takes
 *   as long as all the rest. Absent: the nearest change is looked for only where something is stopped: of what passes, none would pass that
 *   did not
 */
export async function explainEvent(
  context: Context,
  policies: Deciding,
  given: Event,
  whole?: WholeExplanation,
): Promise<ExplainedEvent> {
  const { set } = policies;
  const { unknownEvents } = context.settings;
  const remembered = await rememberedHere(context.io, set, given);
  const begun = begin(set, given, {
    complete: completing(HOSTS),
    unknownEvents,
    ...(remembered && { remembered }),
  });
  if (begun.kind === "refused") return refused(given, begun);
  const decision = whole?.live === true ? await decided(context, policies, given, remembered) : undefined;
  const seen = new Seen(context, begun, decision, remembered);
  const { policies: accounts, ...explained } = explain(
    set,
    begun.event,
    seen.reached.verdicts,
    whole === undefined ? { limit: 0, remembered } : { remembered },
  );
  const open = await Promise.all(seen.open.map(openNeed));
  return {
    ...explained,
    policies: accounts.map((account) =>
      whole === undefined ? withoutTests(account) : seen.because(account),
    ),
    open,
    withoutObjection: open.length === 0 ? null : seen.withoutObjection(),
    nearest:
      (explained.effect === "deny" || explained.effect === "ask"
        ? seen.nearest({ leavingOnly: true })
        : null) ??
      (whole === undefined ? null : seen.nearest({ candidates: whole.tests.map((test) => test.event) })),
    notices: begun.notices,
  };
}

function withoutTests(account: PolicyAccount): ExplainedPolicy {
  return { ...account, because: account.kind === "not-applicable" ? account.because : [] };
}

async function decided(
  context: Context,
  policies: Deciding,
  event: Event,
  remembered: Remembered | undefined,
): Promise<Decision> {
  const { set, found, claims, trusted } = policies;
  // Most explanations only look, and it loads all that asks and runs.
  const { openRuntime } = await import("@gatehouse-hooks/local/open");
  const runtime = await openRuntime(context, set, found, claims, trusted);
  try {
    return await runtime.decide(event, remembered);
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
  readonly #factsOf: (event: Event) => Facts;
  readonly #policies: ReadonlyMap<string, Policy>;
  readonly #said: ReadonlyMap<string, Verdict>;
  readonly #remembered: Remembered | undefined;
  #derived: JsonObject | undefined;

  constructor(
    { io, settings }: Context,
    begun: Finished | Unfinished,
    decision: Decision | undefined,
    remembered: Remembered | undefined,
  ) {
    this.#remembered = remembered;
    const { derive } = derivedAt({ ...settings, home: io.home });
    const place = { home: io.home, project: settings.project, isOfProject: true };
    this.#factsOf = (one) => lateProgramFacts().factsAt(place, one);
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
    const event = (this.#derived ??= this.#withDerived(this.reached));
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

  /** The event with what conditions read beside it. */
  #withDerived({ set, event }: Finished | Unfinished): JsonObject {
    const facts = this.#facts(event) as JsonObject;
    const remembered = this.#remembered;
    if (remembered === undefined) return { ...event, facts };
    const cells = cellsOf(set).flatMap(({ name }): readonly (readonly [string, JsonValue])[] => {
      const value = remembered.read(name, event)?.value;
      return value === undefined ? [] : [[name, value]];
    });
    return { ...event, facts, memory: Object.fromEntries(cells) };
  }

  /** Whether a person would type the command that the changes make; of what is not a command, they would. */
  #isTyped(changes: NearestChange["changes"]): boolean {
    const { event } = this.reached;
    const change = changes.find(({ path }) => printPath(path) === "params.command");
    const { params } = event;
    if (change === undefined || typeof change.from !== "string" || !isRecord(params)) return true;
    const before = this.#factsOf(event);
    // It is another tool's command.
    if (before.commands.length === 0) return true;
    return isTypedChange(
      before,
      this.#factsOf({ ...event, params: { ...params, command: change.to ?? null } }),
    );
  }

  nearest(options: Pick<NearestOptions, "candidates" | "leavingOnly">): Nearest | null {
    const found = nearestChange(this.reached.set, this.reached.event, {
      tools: hostToolTypes(),
      ...options,
      facts: this.#facts,
      remembered: this.#remembered,
      answer: (need) => this.#saidBy(need) ?? NO_OBJECTION,
    });
    if (found === undefined || !this.#isTyped(found.changes)) return null;
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
