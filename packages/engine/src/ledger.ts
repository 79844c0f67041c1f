import type { Decision, Effect, TraceEntry, Warning } from "./decision.js";
import type { JsonObject } from "@gatehouse-hooks/json";
import type { ShownFact } from "./explain/shown-facts.js";
import type { ShownCell } from "./facts/cell.js";
import type { OnFailure, Policy } from "./policy.js";
import type { Verdict } from "./verdict.js";

/** Merge order of effects: the higher one wins, between equals the first keeps the reason (SPEC, "Merge"). */
const RANK: Readonly<Record<Effect, number>> = { abstain: 0, allow: 1, ask: 2, deny: 3 };

/** A decision while it is being made. */
export class Ledger {
  #effect: Effect = "abstain";
  #policy: string | null = null;
  #reason = "";
  readonly #warnings: Warning[] = [];
  /** The reasons of the warnings by policy. */
  readonly #warned = new Map<string, string[]>();
  readonly #context: string[] = [];
  readonly #systemMessages: string[] = [];
  readonly #trace: TraceEntry[] = [];

  get denied(): boolean {
    return this.#effect === "deny";
  }

  /** Makes the effect stronger, never weaker. */
  raise(effect: Effect, policy: string, reason: string): void {
    if (RANK[effect] <= RANK[this.#effect]) return;
    this.#effect = effect;
    this.#policy = policy;
    this.#reason = reason;
  }

  /** Adds a warning once: a policy that is evaluated again does not repeat itself. */
  warn(policy: string, reason: string): void {
    const reasons = this.#warned.get(policy);
    if (reasons === undefined) this.#warned.set(policy, [reason]);
    else if (reasons.includes(reason)) return;
    else reasons.push(reason);
    this.#warnings.push({ policy, reason });
  }

  /** Adds strings for the model; those of a further evaluation only when they are new. */
  addContext(texts: readonly string[], again: boolean): void {
    addTexts(this.#context, texts, again);
  }

  /** Adds strings for the user; those of a further evaluation only when they are new. */
  addSystemMessages(texts: readonly string[], again: boolean): void {
    addTexts(this.#systemMessages, texts, again);
  }

  record(entry: TraceEntry): void {
    this.#trace.push(entry);
  }

  /**
   * @param patch what policies wrote; void when the event is denied
   */
  decision(patch: JsonObject | undefined): Decision {
    return {
      effect: this.#effect,
      policy: this.#policy,
      reason: this.#reason,
      warnings: this.#warnings,
      context: this.#context,
      systemMessages: this.#systemMessages,
      ...(patch === undefined || this.denied ? {} : { updatedInput: patch }),
      trace: this.#trace,
    };
  }
}

function addTexts(known: string[], texts: readonly string[], again: boolean): void {
  for (const text of texts) if (!again || !known.includes(text)) known.push(text);
}

/** What is said beside the verdict itself. */
interface Beside {
  /** What a failure means. */
  readonly onFailure: OnFailure;
  readonly again: boolean;
  readonly notes: readonly string[];
  /** For which facts the policy applied. */
  readonly facts?: readonly ShownFact[] | undefined;
  /** Which cells the policy has read. */
  readonly memory?: readonly ShownCell[] | undefined;
}

type Draft = { -readonly [Key in keyof TraceEntry]: TraceEntry[Key] };

/** The line of the trace for one verdict. Made for every policy that applies, so it is built without copies. */
export function traceEntry({ id, tier, handler }: Policy, verdict: Verdict, beside: Beside): TraceEntry {
  const source = verdict.source ?? handler.kind;
  const entry: Draft =
    verdict.kind === "failure"
      ? {
          policy: id,
          tier,
          applied: true,
          verdict: verdict.kind,
          reason: verdict.message,
          failure: { code: verdict.code, onFailure: beside.onFailure },
          source,
        }
      : { policy: id, tier, applied: true, verdict: verdict.kind, reason: verdict.reason, source };
  if (verdict.ms !== undefined) entry.ms = verdict.ms;
  if (verdict.usage !== undefined) entry.usage = verdict.usage;
  if (beside.again) entry.again = true;
  if (beside.notes.length > 0) entry.notes = beside.notes;
  if (beside.facts !== undefined && beside.facts.length > 0) entry.facts = beside.facts;
  if (beside.memory !== undefined) entry.memory = beside.memory;
  return entry;
}
