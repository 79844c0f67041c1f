import type { Io } from "@gatehouse-hooks/console";
import type { Settings } from "../settings.js";
import type { LoadMore } from "./compile-for-decisions.js";
import type { DecisionPolicies } from "./decision-policies.js";
import { type FreshStore, readStore } from "./read-store.js";
import { storePlace } from "./store-place.js";
import { begin, type Decision, type Event, kindsOf, someRunInAnyCase } from "@gatehouse-hooks/engine";

/** What policies a command decides with. */
interface OpenPolicies {
  readonly policies: DecisionPolicies;
  /** What they came out of, to be closed afterwards; null where they were loaded. */
  readonly store: FreshStore | null;
  /** About the store itself, after what `policies` says. */
  readonly notices: readonly string[];
}

/** How policies are opened. */
interface OpenOptions {
  /** Asked where they are loaded. */
  readonly beside?: LoadMore | undefined;
  /** A store that is fresh is read, and none is written: for commands that only look. */
  readonly onlyLooks?: true;
}

/** What a command decides with: out of its store while that is fresh, else loaded, and stored for the next time. */
export async function openPolicies(
  io: Io,
  settings: Settings,
  { beside, onlyLooks }: OpenOptions = {},
): Promise<OpenPolicies> {
  const place = storePlace(io, settings);
  const store = place === null ? ({ kind: "none" } as const) : readStore(io, place, settings);
  if (store.kind === "fresh") return { policies: store, store, notices: [] };
  const { compileAndStore } = await import("./compile-for-decisions.js");
  return {
    policies: await compileAndStore(io, settings, onlyLooks === true ? null : place, beside),
    store: null,
    notices: "notice" in store && store.notice !== undefined ? [store.notice] : [],
  };
}

/**
 * The decision of an event, where it takes no host and no question; what the runtime of the whole command decides.
 *
 * @returns undefined where it takes the whole command
 */
export function decideFromStore(
  { set, trusted, completed }: FreshStore,
  event: Event,
  unknownEvents: "abstain" | "deny",
): Decision | undefined {
  if (completed.includes(event.event)) return undefined;
  // Where a session begins or ends, the verdicts that are kept for it are forgotten, which takes the cache.
  if (kindsOf(set).of(event.event).session !== undefined) return undefined;
  const whole = begin(set, event, { unknownEvents });
  // Where no policy at all speaks, none of the trusted ones does.
  if (whole.kind === "decided" && whole.decision.effect === "abstain" && whole.decision.trace.length === 0)
    return whole.decision;
  const first = begin(trusted, event, { unknownEvents });
  if (first.kind === "decided" && first.decision.effect === "deny")
    // Which of the project's run then is for the whole command to say.
    return someRunInAnyCase(set, event.event) ? undefined : first.decision;
  return whole.kind === "pending" ? undefined : whole.decision;
}
