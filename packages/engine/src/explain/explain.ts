import { listensTo } from "../all-gating.js";
import type { CompiledPolicy } from "../compiled-policy.js";
import type { TraceEntry } from "../decision.js";
import type { Event } from "../event.js";
import type { Deriving } from "../facts/deriving.js";
import type { Remembered } from "../facts/cell.js";
import type { Watcher } from "../walk.js";
import type { Need, Verdicts } from "../need.js";
import type { Policy } from "../policy.js";
import { partsOf, type PolicySet, type SetParts } from "../policy-set.js";
import { changesOf } from "./changes.js";
import type { Explanation, PolicyAccount } from "./explanation.js";
import { watchedWalk } from "./watched-walk.js";
import { whyNot } from "./why-not.js";

/** Options of an explanation. */
export interface ExplainOptions {
  /** Names the policies that are switched off or listen to other events, instead of counting them. */
  readonly others?: boolean;
  /** The most policies listed that did not apply; 1,000 if absent. */
  readonly limit?: number;
  /** What is remembered of the events before, as `step` takes it. */
  readonly remembered?: Remembered | undefined;
}

/** What was seen of one policy. */
interface Seen {
  readonly entries: TraceEntry[];
  readonly needs: Need[];
  /** The last input on which it did not apply. */
  input: Event | null;
}

/**
 * Explains an answer: for each policy of the event whether it applied, and the smallest reason why not; which policy decided,
 * which were no longer asked, whose verdict is missing, and what it would take to change the effect.
 *
 * Agrees with `step` on the same arguments (law: explain). It evaluates every policy of the event, so it costs more.
 * Values of the event are redacted and shortened, but an explanation is as confidential as the event.
 *
 * @param set made by `compilePolicies`
 * @param given made by `readEvent`
 * @param verdicts by need id, as given to `step`
 */
export function explain(
  set: PolicySet,
  given: Event,
  verdicts: Verdicts = new Map(),
  options: ExplainOptions = {},
): Explanation {
  const parts = partsOf(set);
  const event = parts.deriving.input(given);
  const { policies } = parts.forEvent(event.event);
  const seen = policies.map((): Seen => ({ entries: [], needs: [], input: null }));
  const { remembered } = options;
  const watcher: Watcher = {
    asked: (position, input, applies) => {
      const one = seen[position];
      if (one !== undefined && applies === "no") one.input = input;
    },
    missed: (position, need) => seen[position]?.needs.push(need),
    merged: (position, entry) => seen[position]?.entries.push(entry),
  };
  const walk = watchedWalk(policies, parts, event, verdicts, watcher, remembered);
  const pending = walk.needs.length > 0;
  const decision = walk.decision();
  const denier = decision.effect === "deny" ? decision.policy : null;
  const barrier = walk.needs.at(-1)?.policy ?? "";
  let room = options.limit ?? 1000;
  const accounts: PolicyAccount[] = [];
  for (const [position, one] of policies.entries()) {
    const account = accountOf(one.policy);
    const mine = seen[position] ?? { entries: [], needs: [], input: null };
    const said = whatItSaid(mine, one.policy.handler.kind);
    if (said !== null) {
      accounts.push({ ...account, ...said });
    } else if (mine.input !== null || one.applies(walk.input, remembered) === "no") {
      if (room-- <= 0) continue;
      const because = whyNot(
        one.policy,
        withFactsOf(one, parts.deriving, mine.input ?? walk.input, remembered),
      );
      accounts.push({ ...account, kind: "not-applicable", because });
    } else if (denier !== null && one.policy.alwaysRuns !== true) {
      accounts.push({ ...account, kind: "skipped", by: denier });
    } else {
      accounts.push({ ...account, kind: "waiting", on: barrier });
    }
  }
  return {
    event: event.event,
    ...(pending ? UNDECIDED : outcomeOf(decision)),
    policies: accounts,
    omitted: policies.length - accounts.length,
    ...othersOf(parts, event, options.others === true),
    changes: pending ? [] : changesOf(policies, parts, event, verdicts, decision, remembered),
  };
}

/** The event as the policy saw it. */
function withFactsOf(
  one: CompiledPolicy,
  deriving: Deriving,
  event: Event,
  remembered: Remembered | undefined,
): Event {
  const seen = one.seenBy(event, remembered);
  return one.readsFacts ? (deriving.eventOf(seen) ?? seen) : seen;
}

type Outcome = Pick<Explanation, "effect" | "policy" | "reason">;

const UNDECIDED: Outcome = { effect: null, policy: null, reason: "" };

function outcomeOf({ effect, policy, reason }: Outcome): Outcome {
  return { effect, policy, reason };
}

function accountOf({ id, tier, source }: Policy): Pick<PolicyAccount, "policy" | "tier" | "source"> {
  return { policy: id, tier, ...(source === undefined ? {} : { source }) };
}

/** What a policy that applies said so far, or is asked; null for one that was not reached or does not apply. */
function whatItSaid({ entries, needs }: Seen, handler: Policy["handler"]["kind"]) {
  if (needs.length > 0)
    return { kind: "pending" as const, needs: needs.map(({ id }) => id), handler, entries };
  return entries.length > 0 ? { kind: "applied" as const, entries } : null;
}

function othersOf(
  { policies, kinds }: SetParts,
  event: Event,
  named: boolean,
): Pick<Explanation, "disabled" | "elsewhere"> {
  const disabled: string[] = [];
  const elsewhere: string[] = [];
  for (const { id, enabled, events } of policies) {
    if (!listensTo(events, event.event, kinds)) elsewhere.push(id);
    else if (!enabled) disabled.push(id);
  }
  return {
    disabled: { count: disabled.length, ...(named ? { policies: disabled } : {}) },
    elsewhere: { count: elsewhere.length, ...(named ? { policies: elsewhere } : {}) },
  };
}
