import type { Failure } from "@gatehouse-hooks/engine";
import { ownProperties } from "@gatehouse-hooks/json";

/** Why the runtime itself gives a failure. Handlers may have other codes. */
export type FailureCode =
  /** There is no handler of this kind or this name. */
  | "judge-unavailable"
  | "command-unavailable"
  | "builtin-unavailable"
  | "function-unavailable"
  /** No answer within the policy's `timeoutMs`. */
  | "timeout"
  /** The caller's signal aborted. */
  | "aborted"
  /** The runtime was closed. */
  | "closed"
  /** Too many questions are waiting. */
  | "overloaded"
  /** The handler threw or rejected. */
  | "handler-failed"
  /** The handler's answer is not a verdict. */
  | "bad-verdict";

export function failure(code: FailureCode, message: string): Failure {
  return ownProperties<Failure>({ kind: "failure", code, message });
}

/** Why an `AbortController` of the runtime aborts; travels as the signal's reason. */
export class Cancelled extends Error {
  override readonly name: string = "AbortError";
  readonly code: "aborted" | "closed" | "needless" | "timeout";

  constructor(code: Cancelled["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** The failure of a policy whose question was cancelled. */
export function failureOfAbort(reason: unknown): Failure {
  if (reason instanceof Cancelled && reason.code !== "needless") return failure(reason.code, reason.message);
  return failure("aborted", "the decision was aborted before this policy answered");
}
