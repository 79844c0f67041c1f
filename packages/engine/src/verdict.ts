import type { JsonObject } from "@gatehouse-hooks/json";

/** Tokens that a judge call cost. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Where a verdict came from and what it cost; copied into the trace, never looked at by the engine. */
export interface Provenance {
  /** For example `static`, `judge`, `cache`, `command`. */
  readonly source?: string;
  /** Milliseconds that getting it took. */
  readonly ms?: number;
  readonly usage?: Usage;
}

/** One policy's answer to one event. `approve` means "no objection"; only `allow` skips the user's prompt. */
export interface Answer extends Provenance {
  readonly kind: "approve" | "warn" | "ask" | "deny" | "allow";
  readonly reason: string;
  /** Further warnings, in addition to the one that `kind: "warn"` makes of the reason. */
  readonly warnings?: readonly string[];
  readonly context?: readonly string[];
  readonly systemMessages?: readonly string[];
  /** Keys to set on the event's input. */
  readonly updatedInput?: JsonObject;
}

/** No answer: timeout, crash, nonsense. The policy's `onFailure` says what that means. */
export interface Failure extends Provenance {
  readonly kind: "failure";
  /** Stable kebab-case identifier, for example `judge-unavailable`, `timeout`, `bad-reply`. */
  readonly code: string;
  readonly message: string;
}

export type Verdict = Answer | Failure;
