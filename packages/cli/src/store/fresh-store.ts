import type { Decision, Event } from "@gatehouse-hooks/engine";
import type { Io } from "../io.js";
import type { Settings } from "../settings.js";
import { decideFromStore } from "./decide-from-store.js";
import { type FreshStore, readStore } from "./read-store.js";
import { storePlace } from "./store-place.js";

/**
 * The store of these settings, where it is fresh and decisions may come from it alone: nothing is recorded, no hooks of the user's own
 * run, and there is nothing to say of the organisation's settings. Close it afterwards.
 */
export function freshStore(io: Io, settings: Settings): FreshStore | null {
  if (settings.audit !== undefined || settings.hooks !== undefined) return null;
  const place = storePlace(io, settings);
  const store = place === null ? undefined : readStore(io, place, settings);
  if (store?.kind !== "fresh") return null;
  if (store.organisation.issues.length === 0) return store;
  store.close();
  return null;
}

/** @returns undefined where it takes the whole command: something has to be asked, or the store is damaged (`damage`) */
export function decisionFromFresh(
  store: FreshStore,
  event: Event,
  { unknownEvents }: Pick<Settings, "unknownEvents">,
): Decision | undefined {
  const decision = decideFromStore(store, event, unknownEvents);
  return decision === undefined || store.damage() !== null ? undefined : decision;
}
