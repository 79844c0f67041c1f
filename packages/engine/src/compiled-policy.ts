import { compile, compileSealed, type Expr, type Outcome } from "@gatehouse-hooks/condition/compile";
import { ownRecord } from "@gatehouse-hooks/json";
import type { Event } from "./event.js";
import type { EventKind } from "./event-kind.js";
import { type Deriving, NOTHING_DERIVED, type SealedEvent } from "./facts/deriving.js";
import {
  FLOWS,
  MEMORY,
  plainLead,
  readsFacts,
  readsFlows,
  readsMemory,
  usedPaths,
  usesFacts,
} from "./facts/reads-facts.js";
import { type ShownFact, shownFacts } from "./explain/shown-facts.js";
import type { Remembered, ShownCell } from "./facts/cell.js";
import {
  cellsRead,
  type HoldsWithMemory,
  holdsWithMemory,
  withCells,
  withFlows,
} from "./memory/holds-with-memory.js";
import { partly, type PartlyKnown } from "./memory/partial-outcome.js";
import type { OnFailure, Policy, StaticHandler, Tests } from "./policy.js";
import type { Answer } from "./verdict.js";

/**
 * Whether a policy applies to an event: its condition may run out of budget, or read facts that cannot be derived or cells that are not known, which is a
 * failure, not a no.
 */
export type Applies = "yes" | "no" | "over-budget" | "no-facts" | "no-memory";

/** Where a compiled policy comes from. That of a stored set is read when it is asked for. */
export interface PolicyOrigin {
  readonly policy: Policy;
  /** Unique in the set, also where two policies of a tier share an id. */
  readonly key: string;
  readonly tests: Tests;
}

/** A policy made ready to run. Closures are built on first use: a process that decides once pays for what it reads. */
export class CompiledPolicy {
  readonly #origin: PolicyOrigin;
  readonly #deriving: Deriving;
  #reads: boolean | undefined;
  #predicate: Holds<Event> | undefined;
  #sealed: Holds<SealedEvent> | undefined;
  #answer: Answer | undefined;
  #remembers: boolean | undefined;
  #withMemory: HoldsWithMemory | undefined;
  #names: ReadonlySet<string> | undefined;
  #flows: boolean | undefined;

  constructor(origin: PolicyOrigin, deriving: Deriving = NOTHING_DERIVED) {
    this.#origin = origin;
    this.#deriving = deriving;
  }

  /** Whether its matcher or condition reads the derived facts. */
  get readsFacts(): boolean {
    const { matcher, condition } = this.#origin.tests;
    return (this.#reads ??= readsFacts(matcher?.ast) || readsFacts(condition?.ast));
  }

  /** Whether its matcher or condition reads cells that the set declares. */
  get readsMemory(): boolean {
    if (this.#deriving.cells === null) return false;
    const { matcher, condition } = this.#origin.tests;
    return (this.#remembers ??= readsMemory(matcher?.ast) || readsMemory(condition?.ast));
  }

  /** The facts for which it applies to the event, for the trace; absent where it reads none. */
  shownFacts(event: Event, remembered?: Remembered): readonly ShownFact[] | undefined {
    if (!this.readsFacts) return undefined;
    const seen = this.readsMemory ? this.seenBy(event, remembered) : event;
    const derived = this.#deriving.eventOf(seen);
    return derived === null ? undefined : shownFacts(this.#asts(), derived);
  }

  /** The cells that it has read, for the trace; absent where it reads none. */
  shownCells(event: Event, remembered: Remembered | undefined): readonly ShownCell[] | undefined {
    if (!this.readsMemory || remembered === undefined) return undefined;
    return [...this.#cells()].map((cell) => remembered.shown(cell, event));
  }

  /** The event with the cells that the policy reads. */
  seenBy(event: Event, remembered: Remembered | undefined): Event {
    if (!this.readsMemory) return event;
    const seen = withCells(event, this.#cells(), this.#deriving, remembered)?.event;
    if (seen === undefined) return event;
    const flowing = this.#readsFlows()
      ? withFlows(seen, event, this.policy.tier, this.#deriving, remembered)
      : seen;
    return typeof flowing === "string" ? seen : flowing;
  }

  #readsFlows(): boolean {
    return (this.#flows ??= this.#asts().some(readsFlows));
  }

  #cells(): ReadonlySet<string> {
    return (this.#names ??= cellsRead(this.#asts()) ?? this.#deriving.cellNames);
  }

  #asts(): readonly Expr[] {
    const { matcher, condition } = this.#origin.tests;
    return [matcher, condition].flatMap((test) => test?.ast ?? []);
  }

  /** What a handler may see of the event: with its facts and cells where it asks for them, or which of them is missing. */
  shown(event: Event, remembered?: Remembered): Event | "no-facts" | "no-memory" {
    const facts = usesFacts(this.policy);
    const paths = this.#deriving.cells === null ? [] : usedPaths(this.policy, MEMORY);
    const flows = this.#deriving.cells !== null && usedPaths(this.policy, FLOWS).length > 0;
    let seen: Event = event;
    if (paths.length > 0 || flows) {
      const names = paths.map((path) => path.split(".")[1] ?? "");
      const cells = paths.includes(MEMORY) ? this.#deriving.cellNames : new Set(names);
      const made = withCells(event, cells, this.#deriving, remembered);
      if (made === null || made.unknown.size > 0) return "no-memory";
      const flowing = flows
        ? withFlows(made.event, event, this.policy.tier, this.#deriving, remembered)
        : made.event;
      if (typeof flowing === "string") return flowing;
      seen = flowing;
    }
    return facts ? (this.#deriving.eventOf(seen) ?? "no-facts") : seen;
  }

  get policy(): Policy {
    return this.#origin.policy;
  }

  /** Unique in the set, also where two policies of a tier share an id. */
  get key(): string {
    return this.#origin.key;
  }

  /** The matcher and the condition, in that order; absent or unparsable ones hold. */
  applies(event: Event, remembered?: Remembered): Applies {
    if (this.readsMemory) return asked(this.#rememberingTest()(event, remembered));
    return asked((this.#predicate ??= this.#holds(compile))(event));
  }

  /** The same for an event that is known to be sealed. */
  appliesToSealed(event: SealedEvent, remembered?: Remembered): Applies {
    if (this.readsMemory) return asked(this.#rememberingTest()(event, remembered));
    return asked((this.#sealed ??= this.#holds<SealedEvent>(compileSealed))(event));
  }

  #rememberingTest(): HoldsWithMemory {
    return (this.#withMemory ??= holdsWithMemory(this.#origin.tests, this.policy.tier, this.#deriving));
  }

  #holds<E extends Event>(compiled: (ast: Expr) => (event: E) => Outcome): Holds<E> {
    const { tests } = this.#origin;
    return this.readsFacts ? withFacts(tests, compiled, this.#deriving) : bothOf(tests, compiled);
  }

  /** Notes for the trace about conditions that did not parse. */
  unparsed(): readonly string[] {
    const { matcher, condition } = this.policy;
    if (matcher?.ast !== null && condition?.ast !== null) return NO_NOTES;
    return [
      ...(matcher?.ast === null ? ["the matcher does not parse: the policy applies always"] : []),
      ...(condition?.ast === null ? ["the condition does not parse: the policy applies always"] : []),
    ];
  }

  /** What a static handler says, the same object each time; `null` for the others, which have to be asked. */
  get answer(): Answer | null {
    const { handler } = this.policy;
    if (handler.kind !== "static") return null;
    // It holds always: an allow that was meant for a few calls would let all of them pass (SPEC, "Policy").
    const isAllowOfAll = handler.verdict === "allow" && this.unparsed().length > 0;
    return (this.#answer ??= answerOf(isAllowOfAll ? { ...handler, verdict: "approve" } : handler));
  }

  /** Whether this policy's answer may change the input of the policies after it. */
  mayRewrite(kind: EventKind): boolean {
    const { handler } = this.policy;
    if (kind.input === null) return false;
    if (handler.kind === "static") return handler.updatedInput !== undefined;
    return handler.kind !== "judge" && handler.mayRewrite !== false;
  }

  /** What a failure means for this event (SPEC, "Failure"). */
  onFailure(kind: EventKind): OnFailure {
    return this.policy.onFailure ?? (kind.gates ? "deny" : "warn");
  }
}

/** Nothing to note: one shared list. */
export const NO_NOTES: readonly string[] = Object.freeze([]);

type Holds<E> = (event: E) => PartlyKnown;

function asked(outcome: PartlyKnown): Applies {
  return outcome === true ? "yes" : outcome === false ? "no" : outcome;
}

/** One predicate for both parts; each has a separate budget. */
function bothOf<E>({ matcher, condition }: Tests, compiled: (ast: Expr) => (event: E) => Outcome): Holds<E> {
  const first = matcher?.ast == null ? null : compiled(matcher.ast);
  const second = condition?.ast == null ? null : compiled(condition.ast);
  if (first === null) return second ?? alwaysHolds;
  if (second === null) return first;
  return (event) => {
    const outcome = first(event);
    return outcome === true ? second(event) : outcome;
  };
}

/** The same for tests that read facts: what does not is asked first, and then the event with its facts. */
function withFacts<E extends Event>(
  { matcher, condition }: Tests,
  compiled: (ast: Expr) => (event: E) => Outcome,
  deriving: Deriving,
): Holds<E> {
  const before = readsFacts(matcher?.ast) ? undefined : matcher;
  const behind: Tests = ownRecord<Tests>({
    ...(before === undefined && matcher !== undefined ? { matcher } : {}),
    ...(condition === undefined ? {} : { condition }),
  });
  const first = bothOf(ownRecord<Tests>(before === undefined ? {} : { matcher: before }), compiled);
  const second = bothOf(behind, compileSealed);
  const lead = plainLead((behind.matcher ?? behind.condition)?.ast);
  let leads: Holds<E> | undefined;
  return (event) => {
    const outcome = first(event);
    if (outcome !== true) return outcome;
    // What is false before facts are read spares them.
    if (lead !== null && !deriving.isDerived(event) && (leads ??= compiled(lead))(event) === false)
      return false;
    const derived = deriving.eventOf(event);
    if (derived !== null) return second(derived);
    const outcomes = [behind.matcher, behind.condition].map((test) =>
      test?.ast == null ? true : partly(test.ast, event, factsMissing),
    );
    // As in an `&&` of both: a false part decides.
    return outcomes.includes(false) ? false : (outcomes.find((outcome) => outcome !== true) ?? true);
  };
}

function factsMissing(node: Expr): "no-facts" | null {
  return readsFacts(node) ? "no-facts" : null;
}

function alwaysHolds(): true {
  return true;
}

function answerOf(handler: StaticHandler): Answer {
  const { verdict, reason, context, systemMessages, updatedInput } = handler;
  const answer: Answer = {
    kind: verdict,
    reason,
    ...(context === undefined ? {} : { context }),
    ...(systemMessages === undefined ? {} : { systemMessages }),
    ...(updatedInput === undefined ? {} : { updatedInput }),
  };
  return Object.freeze(ownRecord(answer));
}
