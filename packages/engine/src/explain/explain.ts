import { listensTo } from "../all-gating.js";
import type { TraceEntry } from "../decision.js";
import type { Event } from "../event.js";
import type { Need, Verdicts } from "../need.js";
import { partsOf, type PolicySet, type SetParts } from "../policy-set.js";
import { changesOf } from "./changes.js";
import type { Explanation, PolicyAccount } from "./explanation.js";
import { watchedWalk } from "./watched-walk.js";
import { whyNot } from "./why-not.js";

/** What an explanation lists. */
export interface ExplainOptions {
  /** Names the policies that are switched off or wait for other events, instead of counting them. */
  readonly others?: boolean;
  /** The most policies listed that did not apply; 1,000 if absent. */
  readonly limit?: number;
}

/** What was seen of one policy. */
interface Seen {
  readonly entries: TraceEntry[];
  readonly needs: Need[];
  /** The last input on which it did not apply. */
  input: Event | null;
}

/**
 * Explains an answer: for each policy of the event whether it applied, and the smallest reason why not; who decided,
 * who was not asked any more, whose verdict is missing, and what it would take to change the effect.
 *
 * Agrees with `step` on the same arguments (law: explain). It evaluates every policy of the event, so it costs more.
 * Values of the event are redacted and shortened, but an explanation is as confidential as the event.
 *
 * @param set made by `compilePolicies`
 * @param event made by `readEvent`
 * @param verdicts by need id, as given to `step`
 */
export function explain(
  set: PolicySet,
  event: Event,
  verdicts: Verdicts = new Map(),
  options: ExplainOptions = {},
): Explanation {
  const parts = partsOf(set);
  const { policies } = parts.forEvent(event.event);
  const seen = policies.map((): Seen => ({ entries: [], needs: [], input: null }));
  const walk = watchedWalk(policies, parts.kinds, event, verdicts, {
    asked: (position, input, applies) => {
      const one = seen[position];
      if (one !== undefined && applies === "no") one.input = input;
    },
    missed: (position, need) => seen[position]?.needs.push(need),
    merged: (position, entry) => seen[position]?.entries.push(entry),
  });
  const pending = walk.needs.length > 0;
  const decision = walk.decision();
  const denier = decision.effect === "deny" ? decision.policy : null;
  const barrier = walk.needs.at(-1)?.policy ?? "";
  let room = options.limit ?? 1000;
  const accounts: PolicyAccount[] = [];
  for (const [position, one] of policies.entries()) {
    const { entries, needs, input } = seen[position] ?? { entries: [], needs: [], input: null };
    const { id, tier, source, handler, alwaysRuns } = one.policy;
    const account = { policy: id, tier, ...(source === undefined ? {} : { source }) };
    if (needs.length > 0) {
      accounts.push({
        ...account,
        kind: "pending",
        needs: needs.map((need) => need.id),
        handler: handler.kind,
        entries,
      });
    } else if (entries.length > 0) {
      accounts.push({ ...account, kind: "applied", entries });
    } else if (input !== null || one.applies(walk.input) === "no") {
      if (room-- <= 0) continue;
      accounts.push({ ...account, kind: "not-applicable", because: whyNot(one.policy, input ?? walk.input) });
    } else if (denier !== null && alwaysRuns !== true) {
      accounts.push({ ...account, kind: "skipped", by: denier });
    } else {
      accounts.push({ ...account, kind: "waiting", on: barrier });
    }
  }
  return {
    event: event.event,
    effect: pending ? null : decision.effect,
    policy: pending ? null : decision.policy,
    reason: pending ? "" : decision.reason,
    policies: accounts,
    omitted: policies.length - accounts.length,
    ...othersOf(parts, event, options.others === true),
    changes: pending ? [] : changesOf(policies, parts.kinds, event, verdicts, decision),
  };
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
