import type { Failure } from "@gatehouse-hooks/engine";

/** Why there is no answer (SPEC, "Failures"). */
export type JudgeFailureCode =
  | "judge-unavailable"
  | "timeout"
  | "aborted"
  | "bad-reply"
  | "rate-limited"
  | "http-error"
  | "network"
  | "over-budget"
  | "overloaded"
  | "bad-question";

/** An expected failure on its way out of the layers of one call; becomes a verdict in `createJudge`. */
export class JudgeFailure extends Error {
  override readonly name = "JudgeFailure";
  readonly code: JudgeFailureCode;
  /** Another attempt may succeed. */
  readonly retryable: boolean;
  /** Milliseconds that the server asked to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(code: JudgeFailureCode, message: string, retry?: { readonly afterMs: number | undefined }) {
    super(message);
    this.code = code;
    this.retryable = retry !== undefined;
    this.retryAfterMs = retry?.afterMs;
  }
}

/** The failure as a verdict. `ms` is the time spent, in milliseconds. */
export function failureVerdict(code: JudgeFailureCode, message: string, ms: number): Failure {
  return { kind: "failure", code, message, source: "judge", ms };
}
