import { callHash } from "@gatehouse-hooks/cache";
import { type Event, type PolicySet, policiesOf, readEvent } from "@gatehouse-hooks/engine";
import type { Notice, Runtime } from "@gatehouse-hooks/runtime/portable";
import type { GatehouseOptions } from "../options.js";

/** Events that are tried at once. Any more are not tried. */
const MOST_AT_ONCE = 100;

/** Tries the policies with `observe`: reports what they would have decided; no decision changes. */
export interface ProgramTrial {
  /** Returns at once, never throws. */
  readonly observe: (event: unknown) => void;
  /** Waits for what is being tried. */
  readonly close: () => Promise<void>;
}

/**
 * @param alone the policies that are tried, alone
 * @param open makes a runtime of them, which records nothing
 */
export function programTrial(
  alone: PolicySet | null,
  open: (policies: PolicySet) => Runtime,
  { audit, onObserved }: Pick<GatehouseOptions, "audit" | "onObserved">,
): ProgramTrial {
  const runtime = alone === null || (audit === undefined && onObserved === undefined) ? null : open(alone);
  const running = new Set<Promise<void>>();

  async function tried(event: Event, decider: Runtime): Promise<void> {
    const decision = await decider.decide(event);
    if (decision.effect === "abstain") return;
    const { effect, reason, policy } = decision;
    void audit?.record({
      kind: "note",
      code: "observed",
      message: `observed, and not acted on: ${effect}${reason === "" ? "" : `: ${reason}`}`,
      hash: callHash(event),
      ...(policy === null ? {} : { policy }),
    });
    onObserved?.(decision, event);
  }

  return {
    observe(event) {
      if (runtime === null || running.size >= MOST_AT_ONCE) return;
      // Read at once: the caller may change it after the answer.
      const read = readEvent(event);
      if (read.kind === "refused") return;
      // What fails in a trial is of no concern to the answer.
      const one: Promise<void> = tried(read.event, runtime)
        .catch(() => undefined)
        .finally(() => running.delete(one));
      running.add(one);
    },
    async close() {
      await Promise.all(running);
      await runtime?.close();
    },
  };
}

/** Said once where policies are tried and nothing hears of it. */
export function unheardTrial(
  set: PolicySet,
  { audit, onObserved }: Pick<GatehouseOptions, "audit" | "onObserved">,
): Notice | undefined {
  if (audit !== undefined || onObserved !== undefined || !isTried(set)) return undefined;
  const message =
    "policies with `observe` decide nothing here, and nothing records them: give `audit` or `onObserved`";
  return { code: "observed-unheard", message };
}

/** Whether policies of a set are tried silently. */
export function isTried(set: PolicySet): boolean {
  return policiesOf(set).some(({ observe }) => observe === true);
}
