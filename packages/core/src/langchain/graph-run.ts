import { ownOption } from "@gatehouse-hooks/json";
import type { AdmittedCall, ToolGate, ToolGateCall } from "../frameworks/tool-gate.js";
import { isYesTo, requestFor } from "./call-request.js";

/** Where a call runs: a graph that may be interrupted. */
export interface GraphRun {
  /** Throws to pause; returns what the graph was resumed with. Absent: nothing can wait here. */
  readonly interrupt?: ((value: unknown) => unknown) | undefined;
  /** Aborts when the run is stopped. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A call in a graph as it may be made. Where the policies ask, the graph is interrupted; when it is resumed, this runs
 * again from the beginning, and decides anew.
 *
 * @throws ToolDenied where the call must not be made, what `interrupt` throws where it waits (both as rejections)
 */
export async function admitInGraph<Input>(
  gate: ToolGate,
  call: ToolGateCall<Input>,
  run: GraphRun,
  isAlone: boolean,
): Promise<AdmittedCall<Input>> {
  const decided = await gate.decide(call);
  const interrupt = ownOption(run, "interrupt");
  if (decided.decision.effect !== "ask" || interrupt === undefined) return await decided.admit(undefined);
  const request = requestFor(decided.event, decided.decision);
  const answer = interrupt(request);
  return await decided.admit(isYesTo(request, answer, isAlone));
}
