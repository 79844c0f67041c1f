import {
  type Decision,
  policiesOf,
  type Policy,
  type PolicySet,
  type TraceEntry,
} from "@gatehouse-hooks/engine";
import { textHash } from "./text-hash.js";
import type { AskedNeed, Replayed } from "./decide/decide-by-records.js";
import { type Came, effectTally } from "./times-tally.js";
import { KeptTable } from "./kept-table.js";
import type { PolicyCounts, QuestionRow, SetCounts } from "./replay-part.js";
import { QUESTION_ROWS } from "./row-kinds.js";

/** The longest key of a question that is kept as it is. */
const LONGEST_KEY = 100;

type Counts = { -readonly [Name in keyof PolicyCounts]: PolicyCounts[Name] };

/** The counts of a policy while they grow. */
interface PolicyTally extends Omit<Counts, "questions"> {
  needed: number;
  recorded: number;
  /** It has an answer at once that rewrites. */
  readonly rewriter: boolean;
  /** The event that `said` is of. */
  event: number;
  /** The kinds of verdicts that were counted of it, as bits. */
  said: number;
}

const BITS: Readonly<Record<TraceEntry["verdict"], number>> = {
  approve: 1,
  warn: 2,
  ask: 4,
  deny: 8,
  allow: 16,
  failure: 32,
};
const REWRITES = 64;

/** Counts what one set of policies says to events. */
export class SetTally {
  readonly #effects = effectTally();
  #malformed = 0;
  #event = 0;
  readonly #policies: readonly PolicyTally[];
  /** By tier and id, which policies of a tier may share. */
  readonly #byName = new Map<string, Map<string, PolicyTally>>();
  readonly #questions = new KeptTable<{ -readonly [Name in keyof QuestionRow]: QuestionRow[Name] }>(
    QUESTION_ROWS.most,
  );

  constructor(set: PolicySet) {
    const rows: PolicyTally[] = [];
    for (const policy of policiesOf(set)) {
      if (!policy.enabled) continue;
      const ofTier = this.#byName.get(policy.tier) ?? new Map<string, PolicyTally>();
      this.#byName.set(policy.tier, ofTier);
      if (ofTier.has(policy.id)) continue;
      const row = tallyOf(policy);
      ofTier.set(policy.id, row);
      rows.push(row);
    }
    this.#policies = rows;
  }

  add(replayed: Replayed): Came {
    this.#event++;
    for (const { need } of replayed.answered) {
      const row = this.#row(need.tier, need.policy);
      if (row === undefined) continue;
      row.needed++;
      row.recorded++;
    }
    if (replayed.kind === "unknown") {
      this.#effects.unknown++;
      this.#wait(replayed.waiting);
      return "unknown";
    }
    const { decision, answered } = replayed;
    this.#effects[decision.effect]++;
    if (replayed.malformed) this.#malformed++;
    if (decision.trace.length > 0) this.#trace(decision, answered);
    return decision.effect;
  }

  counts(): SetCounts {
    return {
      effects: { ...this.#effects },
      malformed: this.#malformed,
      policies: this.#policies.map(countsOf),
      questions: this.#questions.list(({ key, policy, events }) => ({ key, policy, events })),
    };
  }

  #wait(waiting: readonly AskedNeed[]): void {
    for (const { need, question } of waiting) {
      const row = this.#row(need.tier, need.policy);
      if (row !== undefined) {
        row.needed++;
        // A policy that is asked for several inputs of an event waits once.
        if (row.event !== this.#event) row.unknown++;
        row.event = this.#event;
        row.said = 0;
      }
      const key =
        question.key.length > LONGEST_KEY
          ? textHash(question.key).toString(16).padStart(14, "0")
          : question.key;
      const kept = this.#questions.at(QUESTION_ROWS.key({ key, policy: need.policy, events: 0 }), () => ({
        key,
        policy: need.policy,
        events: 0,
      }));
      if (kept !== undefined) kept.events++;
    }
  }

  #trace({ trace, policy, effect, updatedInput }: Decision, answered: readonly AskedNeed[]): void {
    let decided = policy === null;
    for (const entry of trace) {
      const row = this.#row(entry.tier, entry.policy);
      if (row === undefined) continue;
      if (row.event !== this.#event) {
        row.event = this.#event;
        row.said = 0;
        row.hits++;
      }
      countVerdict(row, entry);
      if (!decided && entry.policy === policy && decides(entry, effect)) {
        decided = true;
        row.decided++;
      }
      if (updatedInput !== undefined && row.rewriter && !entry.again) countRewrite(row);
    }
    if (updatedInput !== undefined) this.#rewritten(answered);
  }

  #rewritten(answered: readonly AskedNeed[]): void {
    for (const { need, question } of answered) {
      const { verdict } = question;
      if (verdict === null || verdict.kind === "failure" || verdict.updatedInput === undefined) continue;
      const row = this.#row(need.tier, need.policy);
      if (row !== undefined) countRewrite(row);
    }
  }

  #row(tier: string, policy: string): PolicyTally | undefined {
    return this.#byName.get(tier)?.get(policy);
  }
}

/** A failure decides by what its policy wants of one. */
function decides({ verdict, failure }: TraceEntry, effect: string): boolean {
  return (failure?.onFailure ?? verdict) === effect;
}

function countVerdict(row: PolicyTally, { verdict }: TraceEntry): void {
  const bit = BITS[verdict];
  if ((row.said & bit) !== 0) return;
  row.said |= bit;
  if (verdict === "deny") row.denies++;
  else if (verdict === "ask") row.asks++;
  else if (verdict === "warn") row.warnings++;
  else if (verdict === "allow") row.allows++;
  else if (verdict === "failure") row.failures++;
}

function countRewrite(row: PolicyTally): void {
  if ((row.said & REWRITES) !== 0) return;
  row.said |= REWRITES;
  row.rewrites++;
}

function tallyOf({ tier, id, handler }: Policy): PolicyTally {
  return {
    tier,
    policy: id,
    decided: 0,
    hits: 0,
    denies: 0,
    asks: 0,
    warnings: 0,
    allows: 0,
    rewrites: 0,
    failures: 0,
    needed: 0,
    recorded: 0,
    unknown: 0,
    rewriter: handler.kind === "static" && handler.updatedInput !== undefined,
    event: 0,
    said: 0,
  };
}

function countsOf(row: PolicyTally): PolicyCounts {
  const { tier, policy, decided, hits, denies, asks, warnings, allows, rewrites, failures } = row;
  const questions = { needed: row.needed, recorded: row.recorded };
  const { unknown } = row;
  return {
    tier,
    policy,
    decided,
    hits,
    denies,
    asks,
    warnings,
    allows,
    rewrites,
    failures,
    questions,
    unknown,
  };
}
