import type { Decision, PolicySet, Remembered } from "@gatehouse-hooks/engine";
import type { RuntimeStats } from "./counters.js";
import type { PoliciesOrPromise, Reloaded } from "./reload.js";

/** How one decision is made. */
export interface DecideOptions {
  /** Stops asking: policies without an answer fail (`aborted`), and their `onFailure` decides. */
  readonly signal?: AbortSignal | undefined;
  /** What is remembered of the events before (`decideWithMemory`); without it policies that read cells fail. */
  readonly remembered?: Remembered | undefined;
}

/** Drives the engine: asks handlers, keeps verdicts, knows time. Made by `createRuntime`. */
export interface Runtime {
  /**
   * Decides on an event of any origin. Always resolves, never rejects: what is not an event is denied, and whatever goes
   * wrong is a failure of the policy concerned.
   */
  decide(event: unknown, options?: DecideOptions): Promise<Decision>;
  /**
   * What `decide` would resolve to, where nothing is asked and nothing has to be waited for: no promise is made. Otherwise
   * `undefined`, and nothing has happened: call `decide`.
   */
  decideAtOnce(event: unknown, remembered?: Remembered): Decision | undefined;
  /**
   * Puts other policies in place of the present ones, all at once. A set applies before this returns, a promise when it
   * resolves. Decisions in flight keep the set they began with; of several reloads the one asked for last wins.
   */
  reload(policies: PoliciesOrPromise): Promise<Reloaded>;
  /** The policies of the next decision. */
  readonly policies: PolicySet;
  stats(): RuntimeStats;
  /**
   * Ends what is being asked (failure `closed`) and resolves when all decisions have been returned. Events that come
   * later are denied. The cache is left open: it is the caller's.
   */
  close(): Promise<void>;
}
