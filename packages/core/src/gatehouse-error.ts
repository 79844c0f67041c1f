import type { Issue } from "@gatehouse-hooks/json";
import type { Decision } from "@gatehouse-hooks/engine";
import { toMessage } from "./to-message.js";

/** A call that did not happen, or whose result is withheld. Its message is for the model. */
export class ToolDenied extends Error {
  /** As errors are named. */
  override readonly name = "ToolDenied";
  /** Stable, for programs. */
  readonly code = "tool-denied";
  /** Why. */
  readonly decision: Decision;

  constructor(decision: Decision, message: string = toMessage(decision)) {
    super(message);
    this.decision = decision;
  }
}

/** Policies that cannot be used as they are (`onIssues: "throw"`). */
export class GatehouseError extends Error {
  /** As errors are named. */
  override readonly name = "GatehouseError";
  /** Stable, for programs. */
  readonly code = "policy-issues";
  /** Every error, with its place and cure. */
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(issues.map(lineOf).join("\n"));
    this.issues = issues;
  }
}

/** An issue in one line: where, what, and what to do. */
export function lineOf({ path, line, column, message, cure, code }: Issue): string {
  const place = [path, line, column].filter((one) => one !== undefined).join(":");
  return `${place === "" ? "" : `${place}: `}${message} [${code}]${cure === undefined ? "" : ` (${cure})`}`;
}
