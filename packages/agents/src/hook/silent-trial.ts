import { callHash } from "@gatehouse-hooks/cache";
import type { Decision, Event } from "@gatehouse-hooks/engine";
import { openTrail } from "@gatehouse-hooks/local/open";
import type { Context } from "@gatehouse-hooks/local";
import { recentDecisions } from "../recent-decisions.js";

/** How long a process waits at its end for what is still being tried, in ms: a judge may be slow. */
const MOST_WAIT_MS = 5_000;
/** Events that are tried at once; of more, none is. */
const MOST_AT_ONCE = 100;

/** Tries the policies with `observe`: what they would have decided is recorded, and no agent hears of it. */
export interface SilentTrial {
  /** Returns at once, never throws. */
  readonly observe: (event: Event) => void;
  /** Waits for what is being tried, a while. */
  readonly close: () => Promise<void>;
}

/** What decides by the policies that are tried, alone. */
interface TrialDecider {
  readonly decide: (event: Event) => Promise<Decision>;
  readonly close: () => Promise<void>;
}

/** @param open opens a decider with the settings that it is given */
export function silentTrial(
  context: Context,
  open: (context: Context) => Promise<TrialDecider>,
): SilentTrial {
  const { io, settings } = context;
  // The trail says of its decisions that they were observed, so none of them is a record of its own.
  const alone = { ...settings, observed: "alone", audit: undefined, auditRequired: false } as const;
  let decider: Promise<TrialDecider> | undefined;
  const running = new Set<Promise<void>>();

  async function tried(event: Event): Promise<void> {
    decider ??= open({ ...context, settings: alone });
    const decision = await (await decider).decide(event);
    if (decision.effect === "abstain") return;
    if (settings.isHook === true) await recentDecisions(io.home).keep(decision, event, { observed: true });
    await record(context, decision, event);
  }

  return {
    observe(event) {
      if (running.size >= MOST_AT_ONCE) return;
      const one: Promise<void> = tried(event)
        .catch(() => undefined)
        .finally(() => running.delete(one));
      running.add(one);
    },
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, MOST_WAIT_MS)));
      await Promise.race([Promise.all(running), late]);
      clearTimeout(timer);
      await (await decider?.catch(() => undefined))?.close();
    },
  };
}

async function record(context: Context, { effect, policy, reason }: Decision, event: Event): Promise<void> {
  const trail = await openTrail(context, () => undefined);
  void trail?.record({
    kind: "note",
    code: "observed",
    message: `observed, and not acted on: ${effect}${reason === "" ? "" : `: ${reason}`}`,
    hash: callHash(event),
    ...(policy === null ? {} : { policy }),
  });
  await trail?.close();
}
