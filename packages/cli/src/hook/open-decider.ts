import type { Decision, Event } from "@gatehouse-hooks/engine";
import { loadPolicies } from "../load/load-policies.js";
import { openRuntime } from "../open/open-runtime.js";
import type { Context } from "../settings.js";
import { writeNotices } from "../write-notices.js";

/** Decides for one project. */
export interface Decider {
  readonly decide: (event: Event) => Promise<Decision>;
  readonly close: () => Promise<void>;
}

/** Loads the policies of a project and opens what answers their questions. */
export async function openDecider(context: Context): Promise<Decider> {
  const loaded = await loadPolicies(context.io, context.settings);
  await writeNotices(context, loaded);
  return await openRuntime(context, loaded.set, loaded.found, loaded.claims, loaded.trusted);
}
