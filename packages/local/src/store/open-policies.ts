import type { Io } from "@gatehouse-hooks/console";
import type { Settings } from "../settings.js";
import type { DecisionPolicies } from "./decision-policies.js";
import { type FreshStore, readStore } from "./read-store.js";
import { storePlace } from "./store-place.js";

/** What policies a command decides with. */
export interface OpenPolicies {
  readonly policies: DecisionPolicies;
  /** What they came out of, to be closed afterwards; null where they were loaded. */
  readonly store: FreshStore | null;
  /** About the store itself, after what `policies` says. */
  readonly notices: readonly string[];
}

/** What a command decides with: out of its store while that is fresh, else loaded, and stored for the next time. */
export async function openPolicies(io: Io, settings: Settings): Promise<OpenPolicies> {
  const place = storePlace(io, settings);
  const store = place === null ? ({ kind: "none" } as const) : readStore(io, place, settings);
  if (store.kind === "fresh") return { policies: store, store, notices: [] };
  const { compileAndStore } = await import("./compile-for-decisions.js");
  return {
    policies: await compileAndStore(io, settings, place),
    store: null,
    notices: "notice" in store && store.notice !== undefined ? [store.notice] : [],
  };
}
