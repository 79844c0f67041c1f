import { type Decision, readEvent } from "@gatehouse-hooks/engine";
import { type MayrosOutput, toMayrosOutput } from "@gatehouse-hooks/hosts";

/**
 * What a handler of Mayros returns for a decision. If the input is not an event, it stops whatever the host was
 * about to do.
 */
export function mayrosRow(decision: Decision, event: unknown): MayrosOutput {
  const read = readEvent(event);
  if (read.kind === "event") return toMayrosOutput(decision, read.event);
  return { block: true, blockReason: decision.reason, cancel: true, cancelReason: decision.reason };
}
