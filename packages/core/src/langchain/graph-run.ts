import { ownOption } from "@gatehouse-hooks/json";
import type { ToolGate, ToolGateCall } from "../frameworks/tool-gate.js";
import { isYesTo, requestFor } from "./call-request.js";

/** Where a call runs: a graph that may be interrupted. */
export interface GraphRun {
  /** Throws to pause; returns what the graph was resumed with. Absent: nothing can wait here. */
  readonly interrupt?: ((value: unknown) => unknown) | undefined;
  /** Aborts when the run is stopped. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The input that a call in a graph may be made with. Where the policies ask, the graph is interrupted; when it is resumed, this runs
 * again from the beginning, and decides anew.
 *
 * @throws ToolDenied where the call must not be made, what `interrupt` throws where it waits (both as rejections)
 */
export async function inputInGraph<Input>(
  gate: ToolGate,
  call: ToolGateCall<Input>,
  run: GraphRun,
  isAlone: boolean,
): Promise<Input> {
  const decided = await gate.decide(call);
  const interrupt = ownOption(run, "interrupt");
  if (decided.decision.effect !== "ask" || interrupt === undefined) return await decided.input(undefined);
  const request = requestFor(decided.event, decided.decision);
  const answer = interrupt(request);
  return await decided.input(isYesTo(request, answer, isAlone));
}
