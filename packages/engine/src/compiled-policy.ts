import { compile, compileSealed, type Expr, type Outcome } from "@gatehouse-hooks/condition/compile";
import { type SealedObject, isSealed, ownRecord } from "@gatehouse-hooks/json";
import type { Event } from "./event.js";
import type { EventKind } from "./event-kind.js";
import { type Deriving, NOTHING_DERIVED } from "./facts/deriving.js";
import { readsFacts, usesFacts } from "./facts/reads-facts.js";
import { type ShownFact, shownFacts } from "./explain/shown-facts.js";
import type { Condition, OnFailure, Policy, StaticHandler } from "./policy.js";
import type { Answer } from "./verdict.js";

/**
 * Whether a policy applies to an event: its condition may run out of budget, or read facts that cannot be derived, which is a failure,
 * not a no.
 */
export type Applies = ReturnType<CompiledPolicy["applies"]>;

/** The tests of a policy; an AST that is absent or null holds always. A policy is its own tests. */
export interface Tests {
  readonly matcher?: Pick<Condition, "ast">;
  readonly condition?: Pick<Condition, "ast">;
}

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
  #sealed: Holds<SealedObject> | undefined;
  #answer: Answer | undefined;

  constructor(origin: PolicyOrigin, deriving: Deriving = NOTHING_DERIVED) {
    this.#origin = origin;
    this.#deriving = deriving;
  }

  /** Whether its matcher or condition reads the derived facts. */
  get readsFacts(): boolean {
    const { matcher, condition } = this.#origin.tests;
    return (this.#reads ??= readsFacts(matcher?.ast) || readsFacts(condition?.ast));
  }

  /** The facts for which it applies to the event, for the trace; absent where it reads none. */
  shownFacts(event: Event): readonly ShownFact[] | undefined {
    if (!this.readsFacts) return undefined;
    const derived = this.#deriving.eventOf(event);
    if (derived === null || !isSealed(derived)) return undefined;
    const { matcher, condition } = this.#origin.tests;
    return shownFacts(
      [matcher, condition].flatMap((test) => test?.ast ?? []),
      derived,
    );
  }

  /** What a handler may see of the event: with its facts where it asks for them; `null` when these cannot be derived. */
  shown(event: Event): Event | null {
    return usesFacts(this.policy) ? this.#deriving.eventOf(event) : event;
  }

  get policy(): Policy {
    return this.#origin.policy;
  }

  /** Unique in the set, also where two policies of a tier share an id. */
  get key(): string {
    return this.#origin.key;
  }

  /** The matcher and the condition, in that order; absent or unparsable ones hold. */
  applies(event: Event): "yes" | "no" | "over-budget" | "no-facts" {
    return asked((this.#predicate ??= this.#holds(compile))(event));
  }

  /** The same for an event that is known to be sealed. */
  appliesToSealed(event: SealedObject): "yes" | "no" | "over-budget" | "no-facts" {
    return asked((this.#sealed ??= this.#holds(compileSealed))(event));
  }

  #holds<E extends Event | SealedObject>(compiled: (ast: Expr) => (event: E) => Outcome): Holds<E> {
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

type Holds<E> = (event: E) => OutcomeWithoutFacts;

function asked(outcome: OutcomeWithoutFacts): Applies {
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
function withFacts<E extends Event | SealedObject>(
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
  const second = bothOf(behind, compiled);
  return (event) => {
    const outcome = first(event);
    if (outcome !== true) return outcome;
    const derived = deriving.eventOf(event as Event);
    if (derived !== null) return second(derived as object as E);
    const outcomes = [behind.matcher, behind.condition].map((test) =>
      test?.ast == null ? true : withoutFacts(test.ast, event as Event),
    );
    // As in an `&&` of both: a false part decides.
    return outcomes.includes(false) ? false : (outcomes.find((outcome) => outcome !== true) ?? true);
  };
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

/** The outcome of a test where facts are missing: what does not depend on them is decided. */
type OutcomeWithoutFacts = boolean | "over-budget" | "no-facts";

/**
 * Evaluates a condition for an event whose facts cannot be derived. It fails, unless what does not read facts decides: a false part of
 * an `&&`, a true one of an `||`.
 */
function withoutFacts(node: Expr, event: Event): OutcomeWithoutFacts {
  switch (node.kind) {
    case "truth":
      return withoutFacts(node.operand, event);
    case "not": {
      const outcome = withoutFacts(node.operand, event);
      return typeof outcome === "boolean" ? !outcome : outcome;
    }
    case "and":
    case "or": {
      const stop = node.kind === "or";
      const outcomes = node.operands.map((operand) => withoutFacts(operand, event));
      if (outcomes.includes(stop)) return stop;
      return outcomes.find((outcome) => typeof outcome !== "boolean") ?? !stop;
    }
    default:
      return readsFacts(node) ? "no-facts" : compile(node)(event);
  }
}
