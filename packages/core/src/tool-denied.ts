import type { Decision } from "@gatehouse-hooks/engine";
import { toMessage } from "./to-message.js";

/** A call that did not happen. Its message is for the model. */
export class ToolDenied extends Error {
  /** As errors are named. */
  override readonly name = "ToolDenied";
  /** Stable, for programs. */
  readonly code = "tool-denied";
  /** Why. */
  readonly decision: Decision;

  constructor(decision: Decision) {
    super(toMessage(decision));
    this.decision = decision;
  }
}
