import type { JsonObject } from "@gatehouse-hooks/json";
import type { Effect, Event, PolicySource } from "@gatehouse-hooks/engine";

/** What a test lets a handler answer, in place of the judge, the command or the function. */
export interface TestAnswer {
  readonly kind: "approve" | "warn" | "ask" | "deny" | "allow" | "failure";
  readonly reason: string;
}

/** What a test expects of the decision; a key that is absent is not looked at. */
export interface Expectation {
  readonly effect?: Effect;
  /** Some policy warned, or none did. */
  readonly warns?: boolean;
  /** The policy that the test belongs to applied, or did not. */
  readonly applies?: boolean;
  /** The policy that decided; `null` if none did. */
  readonly policy?: string | null;
  readonly reason?: string;
  readonly context?: readonly string[];
  readonly updatedInput?: JsonObject;
}

/** A test from a policy file: an event, and the decision that it must lead to. */
export interface PolicyTest {
  readonly name: string;
  /** The policy that it belongs to: it runs alone. `null`: all policies of the file run. */
  readonly policy: string | null;
  readonly event: Event;
  /** By policy. */
  readonly answers: Readonly<Record<string, TestAnswer>>;
  readonly expect: Expectation;
  readonly source: PolicySource;
  /** Of a step of a session: which session of the file it is of, and how many milliseconds after the step before. The steps follow each other. */
  readonly session?: { readonly number: number; readonly after: number };
}
